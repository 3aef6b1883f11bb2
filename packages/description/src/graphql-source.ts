import type { DescribedSource } from '@rulebook/catalogue/facts';
import type { GraphqlSource } from '@rulebook/catalogue/graphql';
import type { PackedDescription } from './packed';

/** Returns the schema of GraphQL that a compiled file holds; undefined where it holds none. */
export function graphqlSourceOf(
  { graphql, title, version }: PackedDescription,
  place: Pick<DescribedSource, 'service' | 'file'>,
): GraphqlSource | undefined {
  if (graphql === undefined) return undefined;
  return {
    text: graphql,
    provenanceOf: (element) => ({ kind: 'described', ...place, title, version, pointer: `#${element}` }),
  };
}
