import type { QueryContext, QueryProblem } from '@rulebook/catalogue/query-languages';
import { nearest } from '@rulebook/text/edit-distance';
import type { KnownColumn } from './columns';
import { isOtherProduct } from './functions';
import type { Command } from './model';

/** What can be behind `METADATA`, with the type; in 8.19 as in 9.5. */
const metadata: Readonly<Record<string, string | undefined>> = {
  _id: 'keyword',
  _index: 'keyword',
  _version: 'long',
  _score: 'double',
  _index_mode: 'keyword',
  _ignored: 'keyword',
  _source: undefined,
};

/** What came in version 9. */
const later = ['_tsid', '_size'];

/** The names that are offered behind `METADATA`. */
export const metadataNames: readonly string[] = Object.keys(metadata);

/** Judges the names behind `METADATA`, and returns their columns. */
export function judgeMetadata(
  { columns }: Command,
  context: QueryContext,
  { isWhollyKnown, report }: { readonly isWhollyKnown: boolean; readonly report: (problem: QueryProblem) => void },
): readonly KnownColumn[] {
  const seen = new Set<string>();
  const isEight = context.version?.[0] === 8 && !isOtherProduct(context);
  for (const { name, span, isOpen } of columns) {
    const refuse = (kind: QueryProblem['kind'], message: string, meant?: string): void =>
      report({ kind, message, span, isRefused: true, ...(meant !== undefined && { meant }) });
    const isPattern = name.includes('*');
    if (seen.has(name)) refuse('syntax', `\`${name}\` is behind \`METADATA\` already.`);
    else if (isEight && (later.includes(name) || isPattern))
      refuse(
        'version',
        `${isPattern ? 'Patterns behind `METADATA` are' : `\`${name}\` is`} in version 9, and the endpoint has ${context.version?.join('.') ?? ''}.`,
      );
    else if (!isOpen && !name.startsWith('_'))
      refuse(
        'unknown-name',
        `There is no metadata \`${name}\`: it is \`_id\`, \`_index\`, \`_score\` and the like. Fields of documents are columns without it.`,
      );
    else if (!isOpen && !Object.hasOwn(metadata, name) && !later.includes(name)) {
      const meant = nearest(name.toLowerCase(), metadataNames);
      // A version that is not known may have it.
      if (meant !== undefined || isWhollyKnown)
        refuse(
          'unknown-name',
          `There is no metadata \`${name}\`${meant === undefined ? ': it is `_id`, `_index`, `_score` and the like.' : `; did you mean \`${meant}\`?`}`,
          meant,
        );
    }
    seen.add(name);
  }
  return columns.flatMap(({ name, isOpen }) => (isOpen ? [] : [{ name, type: metadata[name] }]));
}
