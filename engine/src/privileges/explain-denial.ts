import { membersOfObject, nodeAt } from '../json/json-node';
import { readJsonTree } from '../json/json-tree';
import { visibleLine } from '../text/visible';
import { needSentence } from './need-sentence';
import type { RequestNeed } from './request-needs';

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
): readonly string[] {
  const header = (name: string): string | undefined => headers.find(([one]) => one.toLowerCase() === name)?.[1].trim();
  const accepted = header('x-accepted-github-permissions');
  const held = header('x-oauth-scopes');
  const isOfTokens = accepted !== undefined || held !== undefined || needs?.some(({ kind }) => kind === 'permission');
  // A code host hides what a token may not see.
  if (status !== 401 && status !== 403 && !(status === 404 && isOfTokens)) return [];
  const isClassic = held !== undefined && held !== '';
  const relevant = (needs ?? []).filter(
    ({ kind }) => kind !== (isClassic ? 'permission' : 'scope') || held === undefined,
  );
  const reason = reasonIn(body);
  return [
    ...relevant.map((need) => needSentence(need)),
    ...(accepted === undefined || accepted === '' ? [] : [`The service would accept ${describeAccepted(accepted)}.`]),
    ...(isClassic ? [describeScopes(held, relevant)] : []),
    ...(reason === undefined ? [] : [`The service says: ${reason}`]),
  ];
}

/** Returns a list such as `issues=write; contents=read,metadata=read` in words: alternatives, each with all that it needs. */
function describeAccepted(text: string): string {
  const alternatives = text.split(';').map((one) =>
    one
      .split(',')
      .map((part) => part.trim().replace('=', ': '))
      .filter((part) => part !== '')
      .join(' and '),
  );
  return `the permissions ${alternatives.filter((one) => one !== '').join(', or ')}`;
}

function describeScopes(held: string, needs: readonly RequestNeed[]): string {
  const has = held.split(',').map((one) => one.trim());
  const said = `The token has the scopes ${has.join(', ')}`;
  const missing = needs.find(({ kind, names }) => kind === 'scope' && !names.some((name) => has.includes(name)));
  return missing === undefined ? `${said}.` : `${said}; ${missing.names.join(' or ')} is missing.`;
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
