import { maskNamedSecrets, type MaskOptions } from '@rulebook/catalogue/masking/mask-named-secrets';
import { opaqueWordsOf } from '@rulebook/catalogue/masking/opaque-words';
import { isSecretMember, isSecretParameter } from '@rulebook/catalogue/masking/secret-names';
import { decodeBase64Text } from '@rulebook/text/base64';
import { ofLast } from '@rulebook/text/structures/memo';
import type { RecordedParts } from '@rulebook/request-file/syntax/wire-block';
import type { PreparedRequest } from './prepared-request';
import type { ReceivedResponse } from './response';
import { decodePart } from '@rulebook/text/decode';

/** Longer binary bodies are not searched for secrets. */
const longestBytes = 1_000_000;

/** Returns the secrets of a request by their position: credential fields, user name and password of the URL, parameters, members of the body. */
export function secretsOfRequest({ url, headers, body }: PreparedRequest): readonly string[] {
  const secrets = [...secretsOfUrl(url)];
  for (const [name, value] of headers) {
    if (isSecretMember(name)) secrets.push(...secretsOfField(name, value));
  }
  secrets.push(...secretsOfContent(body));
  return [...new Set(secrets)].filter((secret) => secret !== '');
}

/** Returns the secrets in the body of a request. */
export function secretsOfContent(body: PreparedRequest['body']): readonly string[] {
  if (body === undefined) return none;
  const secrets: string[] = [];
  for (const piece of typeof body === 'string' ? [body] : body) {
    const text = typeof piece === 'string' ? piece : asciiOf(piece);
    secrets.push(...maskNamedSecrets(text).values, ...secretsOfForm(text));
  }
  return secrets.length === 0 ? none : [...new Set(secrets)].filter((secret) => secret !== '');
}

const none: readonly string[] = [];

/** Returns the secrets of a recorded request and of the body of its response, and the words of its URL that look like keys. */
export function secretsOfRecorded(request: RecordedParts, answer = ''): readonly string[] {
  return [...secretsOfRequest(request), ...opaqueWordsOf(request.url), ...maskNamedSecrets(answer).values];
}

/** Returns the values of the cookies that a response sets. */
export function secretsOfCookies({ headers }: Pick<ReceivedResponse, 'headers'>): readonly string[] {
  return headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'set-cookie' ? cookieValues(value.split(';')[0] ?? '') : [],
  );
}

/** Returns the secrets of a response: values of cookies, of header fields with credentials, and of members of its body. */
export function secretsOfResponse(
  response: Pick<ReceivedResponse, 'headers' | 'body'>,
  options: MaskOptions = {},
): readonly string[] {
  const ofHead = secretsOfHead(response.headers);
  const ofBody = maskNamedSecrets(response.body, options).values;
  return ofBody.length === 0 ? ofHead : [...ofHead, ...ofBody];
}

/** Responses after each other often have the same header fields. */
const secretsOfHead = ofLast((headers: ReceivedResponse['headers']): readonly string[] => [
  ...secretsOfCookies({ headers }),
  ...headers.flatMap(([name, value]) =>
    isSecretMember(name) && !/cookie/i.test(name) ? secretsOfField(name, value) : [],
  ),
]);

/** Returns the whole value, the part behind a scheme and, when that part is base64, the user name and password in it. */
function secretsOfField(name: string, value: string): readonly string[] {
  if (/cookie/i.test(name)) return [value, ...cookieValues(value)];
  const [, credential = value] = /^[A-Za-z][\w-]* +(.+)$/s.exec(value.trim()) ?? [];
  const pair = /^[\w+/-]{6,}=*$/.test(credential) ? decodeBase64Text(credential) : undefined;
  const colon = pair?.indexOf(':') ?? -1;
  return pair === undefined || colon < 0 || /\p{Cc}/u.test(pair)
    ? [value, credential]
    : [value, credential, pair, pair.slice(colon + 1)];
}

function cookieValues(text: string): readonly string[] {
  return text.split(';').flatMap((pair) => {
    const equals = pair.indexOf('=');
    return equals < 0
      ? []
      : [
          pair
            .slice(equals + 1)
            .trim()
            .replace(/^"(.*)"$/, '$1'),
        ];
  });
}

function secretsOfUrl(url: string): readonly string[] {
  const [, user = ''] = /^[a-z][\w+.-]*:\/\/([^/?#]*)@/i.exec(url) ?? [];
  const colon = user.indexOf(':');
  const password = colon < 0 ? user : user.slice(colon + 1);
  const query = url.slice(url.indexOf('?') + 1).split('#')[0] ?? '';
  return [user, password, decodePart(password), ...(url.includes('?') ? secretsOfPairs(query, isSecretParameter) : [])];
}

/** Returns the secrets of a form. Forms are short and contain no white space. */
function secretsOfForm(text: string): readonly string[] {
  return text.length < longestBytes && /^[\w.%+-]+=[^\s{]*$/.test(text.trim())
    ? secretsOfPairs(text.trim(), isSecretMember)
    : [];
}

function secretsOfPairs(text: string, isSecret: (name: string) => boolean): readonly string[] {
  return text.split('&').flatMap((pair) => {
    const equals = pair.indexOf('=');
    if (equals < 0 || !isSecret(decodePart(pair.slice(0, equals)))) return [];
    const value = pair.slice(equals + 1);
    return [value, decodePart(value), decodePart(value.replace(/\+/g, ' '))];
  });
}

function asciiOf(bytes: Uint8Array): string {
  if (bytes.length > longestBytes) return '';
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join('');
}
