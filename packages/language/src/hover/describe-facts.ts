import type { Deployment, Fact, Provenance } from '@rulebook/catalogue/facts';
import type { Operation, ResponseSpec } from '@rulebook/catalogue/operation';
import type { Credential, Service } from '@rulebook/catalogue/service';
import { count } from '@rulebook/text/count';
import { productsLacking } from '@rulebook/checker/binding/vendor-facts';
import { inCode, isForeign, lineOf, markdownOf, plainLine } from '@rulebook/catalogue/markdown/foreign-markdown';

/** A longer list of responses is cut, so that a hover stays readable. */
const maxResponses = 12;

/** A longer example is left to completion. */
const longestExample = 600;

const targets: Readonly<Record<Deployment, string>> = {
  serverless: 'serverless',
  'self-managed': 'self-managed clusters',
};

/** Returns since when and where there is an element, and whether it will stay, as items of a list. */
export function lifeOf(fact: Fact, service: Service | undefined): readonly string[] {
  const { since, deprecated, deprecatedSince, removed, lackedBy = [], stability, provenance } = fact;
  const use = deprecated === undefined ? '' : markdownOf(deprecated, provenance, 200);
  const from = deprecatedSince === undefined ? '' : ` since ${deprecatedSince}`;
  const lacking = [...lackedBy.map((one) => targets[one]), ...productsLacking(fact, service)];
  return [
    ...(since === undefined ? [] : [`Since ${since}`]),
    ...(deprecated === undefined ? [] : [`**Deprecated**${from}${use === '' ? '' : `: ${use}`}`]),
    ...(removed === undefined ? [] : [`Removed in ${removed}`]),
    ...(lacking.length === 0 ? [] : [`Not available on ${lacking.join(' and ')}`]),
    ...(stability === undefined ? [] : [`Stability: ${stability}`]),
  ];
}

/** Returns what a caller of a described operation authenticates with; empty where nothing is known. */
export function credentialsIn(operation: Operation, service: Service): string {
  if (!isForeign(operation.provenance)) return '';
  const { credentials: names } = operation;
  const known = service.credentials ?? [];
  if (names?.length === 0) return 'No credential is needed';
  const accepted = names === undefined ? known : known.filter(({ name }) => names.includes(name));
  return accepted.length === 0 ? '' : `Credential: ${accepted.slice(0, 6).map(nameOfCredential).join(' or ')}`;
}

function nameOfCredential({ kind, name, field }: Credential): string {
  const at = field === undefined ? '' : ` ${inCode(field, 60)}`;
  switch (kind) {
    case 'header':
      return `header field${at}`;
    case 'query':
      return `query parameter${at}`;
    case 'cookie':
      return `cookie${at}`;
    case 'basic':
      return 'user name and password (`Basic`)';
    case 'bearer':
      return 'token (`Bearer`)';
    case 'other':
      return inCode(name, 60);
  }
}

/** Returns the statuses that a response holds for, such as `200` or `4XX`. */
function statusRange({ status, lastStatus }: Pick<ResponseSpec, 'status' | 'lastStatus'>): string {
  if (status === 0) return 'other';
  if (lastStatus === undefined || lastStatus === status) return String(status);
  const isFamily = status % 100 === 0 && lastStatus === status + 99;
  return isFamily ? `${status / 100}XX` : `${status}–${lastStatus}`;
}

/** Returns the responses of an operation as a list, or in one line where nothing is said about them. */
export function describeResponses({ responses }: Operation): string {
  const shown = responses.slice(0, maxResponses);
  if (shown.length === 0) return '';
  const more = responses.length - shown.length;
  const rest = more > 0 ? [`and ${count(more, 'more response')}`] : [];
  if (shown.every(({ summary }) => summary === ''))
    return `Responses: ${[...shown.map((response) => `\`${statusRange(response)}\``), ...rest].join(', ')}`;
  const lines = shown.map((response) => {
    const summary = lineOf(response.summary, response.provenance, 200);
    return `\`${statusRange(response)}\`${summary === '' ? '' : `: ${summary}`}`;
  });
  return `Responses:\n\n${[...lines, ...rest].map((line) => `- ${line}`).join('\n')}`;
}

/** Returns the first request that a description shows for an operation. */
export function describeExample({ examples = [], methods, path }: Operation): string {
  for (const { body, status, target, title } of examples) {
    if (status !== undefined || body === undefined) continue;
    const text = 'text' in body ? body.text : JSON.stringify(body.value, null, 2);
    // It must be short, and cannot end its block of code.
    if (text === undefined || text.length > longestExample || text.includes('```')) continue;
    const line = target === undefined ? '' : `${methods[0] ?? 'GET'} ${target || path}\n\n`;
    return `Example: ${plainLine(title, 80)}\n\n\`\`\`json\n${line}${text}\n\`\`\``;
  }
  return '';
}

/** Returns the words behind a fact that is not of the document. */
export function layerOf(provenance?: Provenance): string {
  return provenance?.kind === 'reference' ? ` *(reference: ${provenance.source})*` : '';
}
