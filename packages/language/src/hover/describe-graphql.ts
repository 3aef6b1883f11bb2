import type { GraphqlElement, GraphqlSchema } from '@rulebook/catalogue/graphql';
import type { Catalogue } from '@rulebook/catalogue/service';
import { inCode, markdownOf } from '@rulebook/catalogue/markdown/foreign-markdown';
import { describeProvenance } from './describe';

/** More arguments or values are counted, not listed. */
const mostListed = 24;

/** Describes an element of a schema of GraphQL, or of the document, as Markdown. */
export function describeGraphql(element: GraphqlElement, schema: GraphqlSchema, catalogue: Catalogue): string {
  const { kind, owner, summary = '', deprecated, arguments: given, values, isRequired } = element;
  const source = schema.source.provenanceOf(element.element ?? '');
  const isNamed = element.element !== undefined;
  const facts = [
    element.default === undefined ? '' : `Default: ${inCode(element.default)}`,
    given.length === 0 ? '' : `Arguments: ${listedNames(given.map(writtenArgument))}`,
    values.length === 0 ? '' : `Values: ${listedNames(values)}`,
    deprecated === undefined ? '' : `**Deprecated.** ${markdownOf(deprecated, source, 300)}`,
  ].filter((fact) => fact !== '');
  return [
    `**${inCode(signatureOf(element))}** · ${kind}${owner === '' ? '' : ` of ${inCode(owner)}`}${isRequired ? ' · **required**' : ''}`,
    summary === '' ? '' : markdownOf(summary, source),
    facts.map((fact) => `- ${fact}`).join('\n'),
    isNamed ? describeProvenance(source, catalogue) : 'Of GraphQL itself or of this document',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Returns an element as its schema writes it. */
function signatureOf({ kind, name, type }: GraphqlElement): string {
  const written = kind === 'variable' && !name.startsWith('$') ? `$${name}` : kind === 'directive' ? `@${name}` : name;
  if (kind === 'fragment') return `fragment ${name} on ${type}`;
  return type === '' || kind === 'value' ? written : `${written}: ${type}`;
}

function writtenArgument({ name, type, default: usual }: GraphqlElement['arguments'][number]): string {
  return `${name}: ${type}${usual === undefined ? '' : ` = ${usual}`}`;
}

function listedNames(all: readonly string[]): string {
  const more = all.length - mostListed;
  return `${all
    .slice(0, mostListed)
    .map((one) => inCode(one))
    .join(', ')}${more > 0 ? `, and ${String(more)} more` : ''}`;
}
