import { isRecord } from '@rulebook/json/is-record';

const mask = '********';
/** Members whose strings are secret, at any depth; of `tokens`, only the member `token` is. */
const secretMember = /secret|password|credential|bootstrap|token(?!s$)|signature|authorization|cookie|encoded/i;
/** Shorter strings occur by chance. */
const shortestSecret = 6;
/** Deeper values are masked as a whole, so that deep nesting cannot overflow the stack. */
const deepest = 200;

/**
 * Returns an exported state without secrets, for display. Secrets are recognized by the names of members and header fields; their values are masked
 * wherever else they occur, too. Such an export cannot be imported.
 */
export function redactState(exported: unknown): unknown {
  return { ...(redactShown(exported, exported) as object), isRedacted: true };
}

/** Returns what is shown of an exported state, without the secrets of the state and without those that it has itself. */
export function redactShown(exported: unknown, shown: unknown): unknown {
  const found = [...secretsOf(exported)];
  // Longest first, since one secret may begin with another.
  found.sort((a, b) => b.length - a.length);
  const known = new Map<string, string[]>();
  for (const secret of found) {
    const start = secret.slice(0, shortestSecret);
    known.set(start, [...(known.get(start) ?? []), secret]);
  }
  return masked(shown, false, known);
}

/** Returns the secrets of an exported state that are long enough to be found elsewhere. */
export function secretsOf(exported: unknown): readonly string[] {
  const secrets = new Set<string>();
  collectSecrets(exported, false, secrets);
  return [...secrets].filter((text) => text.length >= shortestSecret);
}

/** Collects secret strings, also those in lists. Members of an object are judged by their own names. */
function collectSecrets(value: unknown, isSecret: boolean, secrets: Set<string>, depth = 0): void {
  if (depth > deepest) return;
  if (typeof value === 'string') {
    for (const secret of isSecret ? [value] : secretsOfUrl(value)) secrets.add(secret);
  } else if (Array.isArray(value)) {
    const isPair = isSecretHeader(value);
    for (const item of isPair ? value.slice(1) : value) collectSecrets(item, isSecret || isPair, secrets, depth + 1);
  } else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value))
      collectSecrets(member, secretMember.test(name), secrets, depth + 1);
  }
}

function masked(value: unknown, isSecret: boolean, secrets: Secrets, depth = 0): unknown {
  if (depth > deepest) return mask;
  if (typeof value === 'string') return isSecret && value !== '' ? mask : without(maskUrl(value), secrets);
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    if (isSecretHeader(items)) return [items[0], mask];
    return items.map((item) => masked(item, isSecret, secrets, depth + 1));
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      without(name, secrets),
      masked(member, secretMember.test(name), secrets, depth + 1),
    ]),
  );
}

/** Secrets by their first characters, since there may be thousands of secrets and of strings to search. */
type Secrets = ReadonlyMap<string, readonly string[]>;

function without(text: string, secrets: Secrets): string {
  let left = '';
  let copied = 0;
  for (let at = 0; at + shortestSecret <= text.length; at++) {
    const found = secrets.get(text.slice(at, at + shortestSecret))?.find((secret) => text.startsWith(secret, at));
    if (found === undefined) continue;
    left += text.slice(copied, at) + mask;
    copied = at + found.length;
    at = copied - 1;
  }
  return copied === 0 ? text : left + text.slice(copied);
}

const url = /^https?:\/\//i;
const userInfo = /^(https?:\/\/)([^/?#]*)@/i;

/** A URL may hold a user with a password, and parameters with secrets. */
function secretsOfUrl(text: string): readonly string[] {
  if (!url.test(text)) return [];
  const [, , user = ''] = userInfo.exec(text) ?? [];
  const values = text
    .split(/[?&#]/)
    .flatMap((part) => (isSecretParameter(part) ? [part.slice(part.indexOf('=') + 1)] : []));
  return [user, ...user.split(':').slice(1), ...values];
}

function maskUrl(text: string): string {
  if (!url.test(text)) return text;
  const parts = text.replace(userInfo, `$1${mask}@`).split(/([?&#])/);
  return parts
    .map((part) => (isSecretParameter(part) ? `${part.slice(0, part.indexOf('=') + 1)}${mask}` : part))
    .join('');
}

function isSecretParameter(part: string): boolean {
  const end = part.indexOf('=');
  return end > 0 && end < part.length - 1 && secretMember.test(part.slice(0, end));
}

/** A header field is a pair of texts. */
function isSecretHeader(value: readonly unknown[]): boolean {
  const [name, text] = value;
  return value.length === 2 && typeof name === 'string' && typeof text === 'string' && secretMember.test(name);
}
