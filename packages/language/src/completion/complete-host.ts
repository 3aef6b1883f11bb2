import type { Block } from '@rulebook/request-file/syntax/model';
import type { FileScope } from './complete-variable';
import type { Offer } from './offer';

/** More requests are not looked at, so that a long file completes as quickly as a short one. */
const maxLookedAt = 24;
/** The names that people give to variables with a base URL. */
const namesOfHosts = /(?:url|host|base|origin|server|api)$/i;

/** Offers where a request can go, as long as nothing but the beginning of a host is typed: hosts of other requests, variables, and the schemes. */
export function completeHost({ text, request }: Block, offset: number, scope: FileScope): readonly Offer[] {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const [, typed = ''] = /^\s*[A-Za-z]+[ \t]+((?:[A-Za-z][\w+.-]*(?::\/{0,2})?)?)$/.exec(before) ?? [undefined, '/'];
  const behind = /^[^\r\n]*/.exec(text.slice(offset))?.[0] ?? '';
  if (typed === '/' || behind.trim() !== '' || (request !== undefined && offset > request.lineSpan.end)) return [];
  const span = { start: offset - typed.length, end: offset };
  const names = [...scope.names.variables.keys(), ...(scope.names.outside?.variables ?? [])];
  const hosts = new Map<string, string>();
  for (const origin of originsAround(scope)) hosts.set(origin, 'used in this file');
  for (const name of names) if (namesOfHosts.test(name)) hosts.set(`{{${name}}}`, 'variable');
  const known = [...hosts.keys()];
  // A list that opens by itself has no entry that begins another one.
  for (const [scheme, detail] of schemes) if (!known.some((host) => host.startsWith(scheme))) hosts.set(scheme, detail);
  return [...hosts].map(([label, detail]) => ({
    label,
    kind: label.startsWith('{{') ? 'variable' : 'value',
    reference: { of: 'text', text: `\`${label}\` · ${detail}` },
    span,
    detail,
    rank: schemes.has(label) ? ofScheme : 0,
  }));
}

const schemes: ReadonlyMap<string, string> = new Map([
  ['http://localhost:', 'this computer'],
  ['https://', 'another computer'],
]);

/** Behind every path that is offered. */
const ofScheme = 90;

/** Returns where the nearest other requests go, as they write it. */
function originsAround({ block, blocks, bindingOf }: FileScope): ReadonlySet<string> {
  const origins = new Set<string>();
  for (let distance = 1; distance <= maxLookedAt / 2; distance++) {
    for (const index of [block - distance, block + distance]) {
      const origin = index < 0 || index >= blocks ? undefined : bindingOf(index)?.request.target.origin?.text;
      if (origin !== undefined && origin !== '') origins.add(origin);
    }
  }
  return origins;
}
