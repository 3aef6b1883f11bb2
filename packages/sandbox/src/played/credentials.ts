import type { Operation } from '@rulebook/catalogue/operation';
import type { Credential, Service } from '@rulebook/catalogue/service';
import { decodePart } from '@rulebook/text/decode';
import type { WireRequest } from '../model';
import { headerValue } from '../wire';

/** Which credentials are taken. */
export interface KnownCredentials {
  /** What callers of the sandbox send behind `Bearer`; it is always taken. */
  readonly own: string;
  /** Values that are taken, with the scopes that each has; undefined for all scopes. Absent: any value. */
  readonly named?: ReadonlyMap<string, readonly string[] | undefined>;
}

/** Returns why a request is not authenticated, as the operation asks for it; undefined if it is. */
export function missingCredential(
  request: WireRequest,
  { credentials: names = [] }: Operation,
  { credentials = [] }: Service,
  known: KnownCredentials,
): string | undefined {
  const asked = credentials.filter(({ name }) => names.includes(name));
  if (asked.length === 0 || headerValue(request, 'authorization') === `Bearer ${known.own}`) return undefined;
  const given = asked.map((one) => sentFor(request, one));
  if (given.every((value) => value === undefined)) return `Authenticate with ${asked.map(wordsFor).join(' or ')}.`;
  const { named } = known;
  const isKnown = named === undefined || given.some((value) => value !== undefined && named.has(value));
  return isKnown ? undefined : 'The credential is none of those that the seed of the sandbox names.';
}

/** Returns which scope of the operation a caller lacks, as a sentence; undefined for none. */
export function missingScope(
  request: WireRequest,
  { credentials: names = [], needs = [] }: Operation,
  { credentials = [] }: Service,
  { own, named }: KnownCredentials,
): string | undefined {
  if (named === undefined || headerValue(request, 'authorization') === `Bearer ${own}`) return undefined;
  const given = credentials.filter(({ name }) => names.includes(name)).map((one) => sentFor(request, one));
  const value = given.find((one) => one !== undefined && named.has(one));
  const scopes = value === undefined ? undefined : named.get(value);
  if (scopes === undefined) return undefined;
  const lacking = needs.find((need) => need.kind === 'scope' && !need.names.some((name) => scopes.includes(name)));
  return lacking && `The caller needs the scope ${lacking.names.join(' or ')}.`;
}

/** Returns what a request sends as the credential; undefined for nothing. */
function sentFor(request: WireRequest, { kind, field = '' }: Credential): string | undefined {
  const authorization = headerValue(request, 'authorization') ?? '';
  switch (kind) {
    case 'basic':
      return /^basic\s+(\S.*)$/i.exec(authorization)?.[1];
    case 'bearer':
      return /^(?!basic\s)\S+\s+(\S.*)$/i.exec(authorization)?.[1];
    case 'header':
      return headerValue(request, field.toLowerCase())?.trim() || undefined;
    case 'query':
      return queryValue(request.target, field);
    case 'cookie':
      return cookieNamed(headerValue(request, 'cookie') ?? '', field);
    case 'other':
      return authorization === '' ? 'any' : authorization.replace(/^\S+\s+/, '');
  }
}

function queryValue(target: string, name: string): string | undefined {
  const pairs = (target.split('?')[1] ?? '').split('&').map((pair) => pair.split('='));
  const pair = pairs.find(([written = '']) => decodePart(written) === name);
  return pair && (decodePart(pair.slice(1).join('=')) || undefined);
}

function cookieNamed(cookies: string, name: string): string | undefined {
  const pair = cookies.split(';').find((one) => one.trim().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1) || undefined;
}

function wordsFor({ kind, field = '' }: Credential): string {
  if (kind === 'header') return `the header field ${field}`;
  if (kind === 'query') return `the query parameter ${field}`;
  if (kind === 'cookie') return `the cookie ${field}`;
  return kind === 'basic' ? 'a user and password (`Authorization: Basic …`)' : 'a token (`Authorization: Bearer …`)';
}
