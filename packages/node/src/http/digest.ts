import { createHash, randomBytes } from 'node:crypto';
import type { PreparedRequest, ReceivedResponse, ResponseObserver, Transport } from '@rulebook/sender/plan';

// Digest access authentication: RFC 7616, with the forms of RFC 2617 that servers still use.

/** A challenge that this module can answer. */
interface Challenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  readonly algorithm: string;
  readonly qop: 'auth' | 'auth-int' | undefined;
  readonly hashesUser: boolean;
}

/** The hash functions by the names of the challenge. */
const hashes: Readonly<Record<string, string>> = { MD5: 'md5', 'SHA-256': 'sha256', 'SHA-512-256': 'sha512-256' };

/** The challenges that are remembered, so that the next request is answered at once. */
const maxRemembered = 50;

/** Returns a transport that answers challenges of digest authentication for requests that have a user and a password for it. */
export function withDigest(transport: Transport): Transport {
  const remembered = new Map<string, { readonly challenge: Challenge; count: number }>();
  const sendDigest: Transport['send'] = async (request, options, signal, observer = {}) => {
    const { digest } = request;
    if (digest === undefined) return transport.send(request, options, signal, observer);
    const key = `${digest.user}\n${request.credentialScope ?? ''}`;
    const answerTo = (known: { readonly challenge: Challenge; count: number }): PreparedRequest => ({
      ...request,
      headers: [...request.headers, ['Authorization', answerOf(known.challenge, request, ++known.count)]],
    });
    const known = remembered.get(key);
    const first = known === undefined ? request : answerTo(known);
    const outcome = await transport.send(first, options, signal, withoutChallenges(observer));
    if ('failure' in outcome || outcome.response.status !== 401) return outcome;
    const challenge = challengeOf(outcome.response.headers);
    // The same nonce again means that user or password are wrong.
    const isRefused = challenge === undefined || (known !== undefined && known.challenge.nonce === challenge.nonce);
    // A redirect may have led to another place, which must not be answered.
    if (isRefused || outcome.response.redirects !== undefined) {
      repeat(outcome.response, observer);
      return outcome;
    }
    const fresh = { challenge, count: 0 };
    remembered.delete(key);
    remembered.set(key, fresh);
    for (const oldest of [...remembered.keys()].slice(0, -maxRemembered)) remembered.delete(oldest);
    return transport.send(answerTo(fresh), options, signal, observer);
  };
  // Without waiting for what is not there.
  return {
    send: (request, ...more) =>
      request.digest === undefined ? transport.send(request, ...more) : sendDigest(request, ...more),
  };
}

/** Returns an observer that sees nothing of a response with status 401, which may be a challenge. */
function withoutChallenges(observer: ResponseObserver): ResponseObserver {
  let isHidden = false;
  const { onHead, onText, followsText, onBytes, onRedirect } = observer;
  return {
    onHead: (head) => {
      isHidden = head.status === 401;
      if (!isHidden) onHead?.(head);
    },
    ...(followsText && { followsText }),
    ...(onText && {
      onText: (text: string) => {
        if (!isHidden) onText(text);
      },
    }),
    ...(onBytes && { onBytes: (bytes: Uint8Array) => (isHidden ? undefined : onBytes(bytes)) }),
    ...(onRedirect && { onRedirect }),
  };
}

/** Hands a response over that was kept back. */
function repeat({ status, statusText, headers, body }: ReceivedResponse, observer: ResponseObserver): void {
  observer.onHead?.({ status, statusText, headers });
  if (body === '') return;
  observer.onText?.(body);
  void observer.onBytes?.(new TextEncoder().encode(body));
}

/** Returns the best challenge of a response that can be answered. */
function challengeOf(headers: ReceivedResponse['headers']): Challenge | undefined {
  const found = headers
    .filter(([name]) => name.toLowerCase() === 'www-authenticate')
    .flatMap(([, value]) => digestsIn(value))
    .flatMap((parameters) => readChallenge(parameters) ?? []);
  const names = Object.keys(hashes);
  const rank = ({ algorithm }: Challenge) => names.indexOf(algorithm.replace(/-sess$/, ''));
  return found.sort((a, b) => rank(b) - rank(a))[0];
}

/** Returns the parameters of each `Digest` challenge of a header field, which may hold several challenges. */
function digestsIn(value: string): readonly ReadonlyMap<string, string>[] {
  return [...value.matchAll(/(?:^|,)\s*Digest\s+((?:[\w-]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",]+)\s*,?\s*)+)/gi)].map(
    ([, text = '']) =>
      new Map(
        [...text.matchAll(/(?<![\w-])([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))/g)].map(
          ([, name = '', quoted, plain]) =>
            [name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain ?? ''] as const,
        ),
      ),
  );
}

function readChallenge(parameters: ReadonlyMap<string, string>): Challenge | undefined {
  const realm = parameters.get('realm');
  const nonce = parameters.get('nonce');
  const written = parameters.get('algorithm') ?? 'MD5';
  const algorithm = Object.keys(hashes)
    .flatMap((name) => [name, `${name}-sess`])
    .find((name) => name.toLowerCase() === written.toLowerCase());
  if (realm === undefined || nonce === undefined || algorithm === undefined) return undefined;
  const offered = parameters
    .get('qop')
    ?.split(',')
    .map((one) => one.trim());
  const qop = offered && (['auth', 'auth-int'] as const).find((one) => offered.includes(one));
  if (offered !== undefined && qop === undefined) return undefined;
  return {
    realm,
    nonce,
    algorithm,
    qop,
    opaque: parameters.get('opaque'),
    hashesUser: parameters.get('userhash')?.toLowerCase() === 'true',
  };
}

/** Returns the value of `Authorization` that responses a challenge. */
function answerOf(challenge: Challenge, request: PreparedRequest, count: number): string {
  const { realm, nonce, opaque, algorithm, qop, hashesUser } = challenge;
  const { user = '', password = '' } = request.digest ?? {};
  const hash = (...parts: readonly (string | Uint8Array)[]) => {
    const sum = createHash(hashes[algorithm.replace(/-sess$/, '')] ?? 'md5');
    for (const [index, part] of parts.entries()) sum.update(index === 0 ? '' : ':').update(part);
    return sum.digest('hex');
  };
  const { pathname, search } = new URL(request.url);
  const uri = `${pathname}${search}`;
  const clientNonce = randomBytes(16).toString('hex');
  const counter = count.toString(16).padStart(8, '0');
  const plain = hash(user, realm, password);
  const secret = algorithm.endsWith('-sess') ? hash(plain, nonce, clientNonce) : plain;
  const what = qop === 'auth-int' ? hash(request.method, uri, hash(bytesOf(request.body))) : hash(request.method, uri);
  const response = qop === undefined ? hash(secret, nonce, what) : hash(secret, nonce, counter, clientNonce, qop, what);
  const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
  const parameters: readonly (readonly [string, string] | undefined)[] = [
    ['username', quoted(hashesUser ? hash(user, realm) : user)],
    ['realm', quoted(realm)],
    ['nonce', quoted(nonce)],
    ['uri', quoted(uri)],
    ['response', quoted(response)],
    ['algorithm', algorithm],
    qop && ['qop', qop],
    qop && ['nc', counter],
    qop || algorithm.endsWith('-sess') ? ['cnonce', quoted(clientNonce)] : undefined,
    opaque === undefined ? undefined : ['opaque', quoted(opaque)],
    hashesUser ? ['userhash', 'true'] : undefined,
  ];
  return `Digest ${parameters.flatMap((one) => (one ? [one.join('=')] : [])).join(', ')}`;
}

function bytesOf(body: PreparedRequest['body']): Uint8Array {
  const pieces = typeof body === 'string' ? [body] : (body ?? []);
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}
