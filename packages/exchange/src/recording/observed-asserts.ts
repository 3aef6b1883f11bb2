import { redact } from '@rulebook/catalogue/masking/masker';
import { isSecretMember } from '@rulebook/catalogue/masking/secret-names';
import { fieldOf, type Exchange } from './model';

/** More members of a response are not asserted. */
const maxMembers = 3;
const longestValue = 60;

/**
 * Returns asserts about what was seen and will be seen again: the status, the media type, what the description says, and members that the
 * request itself has set. A secret is in none of them.
 */
export function observedAsserts(
  { body, response, operation }: Pick<Exchange, 'body' | 'response' | 'operation'>,
  isSecret: (text: string) => boolean = () => false,
): readonly string[] {
  const { status, headers } = response;
  // What a service fails of today is not what it should do.
  if (status < 100 || status >= 500) return [];
  const [mediaType = ''] = (fieldOf(headers, 'content-type') ?? '').split(';', 1);
  const isTyped = /^[\w.+-]+\/[\w.+-]+$/.test(mediaType.trim()) && response.body !== undefined && response.body !== '';
  const isDescribed = operation?.isMet === true;
  return [
    `?? status == ${status}`,
    ...(isTyped ? [`?? header content-type includes ${mediaType.trim()}`] : []),
    ...(isDescribed ? ['?? matches description'] : []),
    ...membersSeen(body, response.body, isSecret),
  ];
}

function membersSeen(
  sent: string | undefined,
  received: string | undefined,
  isSecret: (text: string) => boolean,
): readonly string[] {
  const answer = jsonIn(received);
  if (Array.isArray(answer)) return ['?? $ isArray'];
  const request = jsonIn(sent);
  if (!isObject(answer) || !isObject(request)) return [];
  return Object.entries(request)
    .flatMap(([name, value]) => {
      if (!/^[A-Za-z_]\w*$/.test(name) || isSecretMember(name) || !Object.hasOwn(answer, name)) return [];
      const text = writtenValue(value);
      if (text === undefined || answer[name] !== value || isSecret(String(value))) return [];
      const line = `?? $.${name} == ${text}`;
      return redact(line) === line ? [line] : [];
    })
    .slice(0, maxMembers);
}

/** Returns a scalar as an assert writes it. */
function writtenValue(value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value !== 'string' || value.length > longestValue || /\{\{|\*\*\*|\p{Cc}/u.test(value)) return undefined;
  return JSON.stringify(value);
}

function jsonIn(text: string | undefined): unknown {
  if (text === undefined || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
