import type { ServiceRights } from '@rulebook/catalogue/need';
import { membersOfObject, nodeAt } from '@rulebook/json/json-node';
import { readJsonTree } from '@rulebook/json/json-tree';
import { visibleLine } from '@rulebook/text/visible';
import { needSentence } from '@rulebook/checker/privileges/need-sentence';
import type { RequestNeed } from '@rulebook/checker/privileges/request-needs';

/** A response that may be about rights. */
export interface Denial {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** In UTF-16 code units: a longer reason of a service is cut. */
const longestReason = 600;

/**
 * Returns what the refused request needed, what the service says that was held or would be accepted, and what is missing; one sentence each, as a
 * service may have written it, with secrets. Empty for a response that is not about rights.
 */
export function explainDenial(
  { status, headers, body }: Denial,
  needs: readonly RequestNeed[] | undefined,
  rights: ServiceRights = {},
): readonly string[] {
  if (status !== 401 && status !== 403 && status !== 404) return [];
  const header = (name: string): string | undefined => headers.find(([one]) => one.toLowerCase() === name)?.[1].trim();
  const accepted = header('x-accepted-github-permissions');
  const held = header('x-oauth-scopes');
  const acceptedScopes = namesInList(header('x-accepted-oauth-scopes') ?? '');
  const isOfTokens = accepted !== undefined || held !== undefined || needs?.some(({ kind }) => kind === 'permission');
  // A code host hides what a token may not see.
  if (status === 404 && !isOfTokens) return [];
  // A classic token without scopes has an empty list; permissions are named to tokens that have some.
  const isClassic = held !== undefined && (held !== '' || accepted === undefined);
  const relevant = (needs ?? []).filter(
    ({ kind }) => kind !== (isClassic ? 'permission' : 'scope') || held === undefined,
  );
  const reason = reasonIn(body);
  return [
    ...relevant.map((need) => needSentence(need)),
    ...(accepted === undefined || accepted === '' ? [] : [`The service would accept ${describeAccepted(accepted)}.`]),
    ...(isClassic && acceptedScopes.length > 0
      ? [`The service would accept the scopes ${acceptedScopes.join(' or ')}.`]
      : []),
    ...(isClassic ? [describeScopes(namesInList(held), acceptedScopes, relevant, rights)] : []),
    ...(reason === undefined ? [] : [`The service says: ${reason}`]),
  ];
}

/** Returns a list such as `issues=write; contents=read,metadata=read` in words: alternatives, each with all that it needs. */
function describeAccepted(text: string): string {
  const alternatives = text.split(';').map((one) =>
    namesInList(one)
      .map((part) => part.replace('=', ': '))
      .join(' and '),
  );
  return `the permissions ${alternatives.filter((one) => one !== '').join(', or ')}`;
}

/** What the service itself would accept says more than what is published. */
function describeScopes(
  held: readonly string[],
  accepted: readonly string[],
  needs: readonly RequestNeed[],
  { scopes = {} }: ServiceRights,
): string {
  const has = new Set(held.flatMap((name) => [name, ...(Object.hasOwn(scopes, name) ? (scopes[name] ?? []) : [])]));
  const said = held.length === 0 ? 'The token has no scopes' : `The token has the scopes ${held.join(', ')}`;
  const wanted =
    accepted.length > 0 ? [accepted] : needs.filter(({ kind }) => kind === 'scope').map(({ names }) => names);
  const missing = wanted.find((names) => !names.some((name) => has.has(name)));
  return missing === undefined ? `${said}.` : `${said}; ${missing.join(' or ')} is missing.`;
}

function namesInList(list: string): readonly string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Returns the sentence of a security exception; undefined for any other body. */
function reasonIn(body: string): string | undefined {
  const { root } = readJsonTree(body.slice(0, 100_000), 'standard');
  const error = root && nodeAt(root, ['error']);
  if (error === undefined) return undefined;
  const textOf = (name: string): string | undefined => {
    const value = membersOfObject(error).find(({ key }) => key === name)?.value.value;
    return typeof value === 'string' ? value : undefined;
  };
  const reason = textOf('type') === 'security_exception' ? textOf('reason') : undefined;
  if (reason === undefined) return undefined;
  const line = visibleLine(reason);
  return line.length > longestReason ? `${line.slice(0, longestReason)}…` : line;
}
