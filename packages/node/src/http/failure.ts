import type { TransportFailure } from '@rulebook/sender/plan';
import { maximumHead } from './connections';
import { ProxyRefusal } from './proxy-refusal';

type Kind = TransportFailure['kind'];

const kinds: Readonly<Record<string, Kind>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ERR_INVALID_URL: 'invalid-url',
  UND_ERR_INVALID_ARG: 'protocol',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'protocol',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  UNABLE_TO_GET_ISSUER_CERT: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
  EPROTO: 'tls',
};

/** What is known about a connection that failed. */
interface KnownOfConnection {
  /** It presented a certificate of the client. */
  readonly hasCertificate?: boolean;
  readonly isEncrypted?: boolean;
}

/** Where a proxy is named. */
export type ProxySource = 'system' | 'endpoint';

const ofEndpoint = '`proxy` of the endpoint';
const ofSystem = "HTTP_PROXY, HTTPS_PROXY, ALL_PROXY or NO_PROXY, or the editor's setting http.proxy";

/** Returns what went wrong with a request to `host`, worded for the user. Only the error's code is used: its message may quote a header. */
export function failureOf(
  error: unknown,
  host: string,
  { hasCertificate = false, isEncrypted = false }: KnownOfConnection = {},
): TransportFailure {
  const code = causingCodeOf(error);
  const certificate = aboutClientCertificate(error, code, hasCertificate);
  if (certificate !== undefined) {
    const kind = kindOf(code) === 'reset' ? 'reset' : 'tls';
    return { kind, ...(code !== undefined && { code }), message: `${host} ${certificate}` };
  }
  if (code?.startsWith('HPE_') || (error instanceof Error && error.name === 'HTTPParserError')) {
    return {
      kind: 'protocol',
      ...(code !== undefined && { code }),
      message: `The response of ${host} is not HTTP/1.1, which Rulebook speaks. Check the scheme and the port of the base URL; a server of HTTP/2 alone needs a proxy in front.`,
    };
  }
  const otherProtocol = aboutProtocol(error, code ?? '');
  if (otherProtocol !== undefined && code !== undefined) {
    return { kind: 'tls', code, message: `${host} ${otherProtocol} (${code}).` };
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return {
      kind: 'protocol',
      code,
      message: `The response of ${host} has more than ${maximumHead / 1024} KB of header fields, the most that Rulebook reads. Check what the service sets, for example its cookies.`,
    };
  }
  const kind = kindOf(code);
  return {
    kind,
    ...(code !== undefined && { code }),
    message: failureMessage(kind, code, host, isEncrypted),
    ...(kind === 'tls' && !(code !== undefined && isHandshakeCode(code)) && { isUntrusted: true }),
  };
}

/** Returns what went wrong with a request that went through a proxy, which may be the cause. */
export function proxyFailure(
  error: unknown,
  host: string,
  source: ProxySource = 'system',
  known: KnownOfConnection = {},
): TransportFailure {
  const failure = failureOf(error, host, known);
  const because = failure.code === undefined ? '' : ` (${failure.code})`;
  if (failure.kind === 'tls') return failure;
  if (error instanceof ProxyRefusal) return { kind: 'other', message: refusalOfProxy(error, host, source) };
  return {
    ...failure,
    message: `The request to ${host} failed on its way through a proxy${because}. Check ${source === 'endpoint' ? ofEndpoint : ofSystem}.`,
  };
}

/** Returns the failure of a request that has to go through a proxy of an unsupported kind. */
export function unknownProxyFailure(
  host: string,
  scheme: string | undefined,
  source: ProxySource = 'system',
): TransportFailure {
  const what = scheme === undefined ? 'has no usable URL' : `is a ${scheme} proxy`;
  return {
    kind: 'other',
    message: `The proxy for ${host} ${what}; http://, https:// and socks5:// proxies are supported. Change ${source === 'endpoint' ? ofEndpoint : ofSystem}.`,
  };
}

const reasonsAgainst: Readonly<Record<string, string>> = {
  expect: 'Rulebook sends the body at once and does not wait for `100 Continue`',
  'proxy-authorization':
    "the user and password of a proxy belong in HTTP_PROXY or HTTPS_PROXY, or in the editor's setting http.proxy",
};

/** Returns the failure of a request with a header field that only the connection may set. */
export function refusedHeaderFailure(name: string): TransportFailure {
  const why = reasonsAgainst[name.toLowerCase()] ?? 'it belongs to the connection, which Rulebook manages itself';
  return {
    kind: 'protocol',
    message: `The header field \`${name}\` cannot be sent: ${why}. Remove the field and send again.`,
  };
}

/** Returns the failure of a response that paused for longer than the timeout. */
export function idleFailure(host: string, milliseconds: number): TransportFailure {
  return {
    kind: 'timeout',
    message: `${host} sent nothing more for ${milliseconds / 1000} s, so the response is not complete. Check the service, or set a longer timeout.`,
  };
}

/** Returns the failure of a response whose compression ended too early. */
export function cutCompressionFailure(host: string): TransportFailure {
  return {
    kind: 'protocol',
    message: `The compressed body from ${host} is damaged or ended too early; only its beginning could be unpacked.`,
  };
}

/** Returns the failure of a response that could not be stored. */
export function unsavedFailure(error: unknown): TransportFailure {
  const code = causingCodeOf(error);
  return {
    kind: 'other',
    isAnswered: true,
    ...(code !== undefined && { code }),
    message: `The body of the response could not be saved${code === undefined ? '' : ` (${code})`}. Check the path and the free space.`,
  };
}

/** Returns the failure of a connection that took longer than the request allows. */
export function connectionTimeoutFailure(host: string, milliseconds: number): TransportFailure {
  return {
    kind: 'timeout',
    message: `There was no connection to ${host} within ${milliseconds / 1000} s. Check the address, or set a longer \`@connection-timeout\`.`,
  };
}

/** Returns the failure of a request that took longer than allowed. */
export function timeoutFailure(host: string, milliseconds: number, method = 'GET'): TransportFailure {
  const seconds = milliseconds / 1000;
  const mayHaveEffect = !/^(?:GET|HEAD|OPTIONS)$/.test(method);
  return {
    kind: 'timeout',
    message: mayHaveEffect
      ? `${host} did not respond within ${seconds} s, and may still carry out the request. Check that the service is up and what it has done, or set a longer timeout.`
      : `${host} did not respond within ${seconds} s. Check that the service is up, or set a longer timeout.`,
  };
}

/** Returns the failure of a request that the user cancelled. */
export function cancelledFailure(host: string): TransportFailure {
  return {
    kind: 'cancelled',
    message: `The request to ${host} was cancelled; the service may still carry it out.`,
  };
}

/**
 * Returns why a WebSocket connection ended early: an error of the library, the code of its end, or what is missing. Undefined for an error of
 * another kind.
 */
export function channelFailure(cause: unknown, host: string, maximum: number): TransportFailure | undefined {
  const message = channelMessage(cause, host, maximum);
  if (message === undefined) return undefined;
  const code = causingCodeOf(cause);
  return { kind: cause === 1006 ? 'reset' : 'protocol', ...(code !== undefined && { code }), message };
}

function channelMessage(cause: unknown, host: string, maximum: number): string | undefined {
  if (cause === 'unsent')
    return `${host} closed the connection before all messages of the request were sent. Check what the service expects.`;
  if (cause === 'unopened')
    return `${host} responded, but opened no WebSocket connection. Check the path, or send an HTTP request.`;
  if (cause === 1006) return `${host} broke the connection without closing it. Check its log, then send again.`;
  if (typeof cause === 'number')
    return `${host} closed the connection with the code ${cause}, which says that something is wrong. Check its log.`;
  const code = causingCodeOf(cause);
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
    return `${host} sent a message of more than ${describeLimit(maximum)}, which is the limit (${code}). Send a request for less.`;
  if (code?.startsWith('WS_ERR_'))
    return `${host} sent something that is not a valid WebSocket message (${code}). Check the service, or the proxy in between.`;
  // The library has no code for a handshake that is not valid, and its message quotes the response.
  const isOfHandshake = cause instanceof Error && /Sec-WebSocket|Upgrade header|subprotocol/i.test(cause.message);
  return isOfHandshake && code === undefined
    ? `The response of ${host} is not a valid handshake of a WebSocket connection. Check the host, the port and \`Sec-WebSocket-Protocol\`.`
    : undefined;
}

function describeLimit(bytes: number): string {
  return bytes < 1024 ** 2 ? `${Math.round(bytes / 1024)} KB` : `${Math.round(bytes / 1024 ** 2)} MB`;
}

/** Returns the failure of a request that has no absolute URL. */
export function invalidUrlFailure(): TransportFailure {
  return {
    kind: 'invalid-url',
    message:
      'The request has no usable URL. Name an endpoint, or begin the target with http:// or https:// and a host.',
  };
}

function failureMessage(kind: Kind, code: string | undefined, host: string, isEncrypted: boolean): string {
  const because = code === undefined ? '' : ` (${code})`;
  switch (kind) {
    case 'refused':
      return `${host} refused the connection${because}. Start the service, or correct its host and port.`;
    case 'unknown-host':
      return `${host} could not be found${because}. Check the name and the network.`;
    case 'timeout':
      return `${host} did not respond in time${because}. Check that the service is up and can be reached.`;
    case 'tls':
      return code !== undefined && isHandshakeCode(code)
        ? `The TLS connection to ${host} could not be established${because}. Check that the port speaks TLS, or write http:// in place of https://.`
        : certificateMessage(code, host, because);
    case 'reset':
      return isEncrypted
        ? `${host} closed the connection before the response was complete${because}. Check whether it wants a client certificate, and its log, then send again.`
        : `${host} closed the connection before the response was complete${because}. Check the scheme of the base URL and the service's log, then send again.`;
    case 'cancelled':
      return cancelledFailure(host).message;
    case 'invalid-url':
      return invalidUrlFailure().message;
    case 'protocol':
      return `The request to ${host} is not valid HTTP${because}. Look for line breaks or unusual characters in the method and the header fields.`;
    case 'other':
      return `The request to ${host} failed${because}. Check the endpoint and the network, then send again.`;
  }
}

function certificateMessage(code: string | undefined, host: string, because: string): string {
  if (code === 'CERT_HAS_EXPIRED')
    return `The certificate of ${host} has expired${because}. Renew it, or set "insecure": true for its endpoint in rulebook.json.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of ${host} is for another host${because}. Correct the host, or set "insecure": true for its endpoint in rulebook.json.`;
  return `The certificate of ${host} was not trusted${because}. Name the file of its authority in \`ca\` of its endpoint in rulebook.json, or set "insecure": true there.`;
}

/** Returns whether the code means a failure before the certificate is checked. */
function isHandshakeCode(code: string): boolean {
  return code === 'EPROTO' || code.startsWith('ERR_SSL_');
}

function kindOf(code: string | undefined): Kind {
  if (code === undefined) return 'other';
  const kind = kinds[code];
  if (kind !== undefined) return kind;
  return /CERT|SIGNED|TLS|SSL/.test(code) ? 'tls' : 'other';
}

function refusalOfProxy({ status, reason }: ProxyRefusal, host: string, source: ProxySource): string {
  const place = source === 'endpoint' ? ofEndpoint : ofSystem;
  if (status === undefined) return `The SOCKS proxy did not connect to ${host}: ${reason}. Check ${place}.`;
  // Not into `proxy` of the endpoint, which holds no credential.
  const advice =
    status === 407
      ? `Put its user and password into HTTP_PROXY, HTTPS_PROXY or ALL_PROXY, or the editor's setting http.proxy`
      : `Check ${place}`;
  return `The proxy refused the request to ${host} with status ${status}. ${advice}.`;
}

/** Returns what a server has against the certificate of the client, or that it wants one. Of the error's message, only the name of the alert is used. */
function aboutClientCertificate(error: unknown, code = '', hasCertificate: boolean): string | undefined {
  const alert = `${code} ${alertOf(error)}`.replace(/_/g, ' ');
  const isAboutIt = /alert (?:certificate|bad certificate|unknown ca|unsupported certificate)|certificate required/i;
  if (hasCertificate) {
    return isAboutIt.test(alert) || kindOf(code) === 'reset'
      ? `ended the connection (${code}), perhaps because it does not accept the client certificate. Check \`clientCertificate\` of the endpoint.`
      : undefined;
  }
  return isAboutIt.test(alert) || /alert handshake failure/i.test(alert)
    ? `ended the connection (${code}), probably because it wants a client certificate. Set \`clientCertificate\` of the endpoint, or --cert and --key.`
    : undefined;
}

/** Returns what keeps server and client from a common protocol; undefined for another error. */
function aboutProtocol(error: unknown, code: string): string | undefined {
  const alert = `${code} ${alertOf(error)}`.replace(/_/g, ' ');
  if (/no application protocol/i.test(alert)) {
    return 'speaks no HTTP/1.1 there, probably HTTP/2 alone, and Rulebook speaks HTTP/1.1. Switch HTTP/1.1 on at the server, or use a port or a proxy that has it';
  }
  if (/unsupported protocol|alert protocol version|version too low/i.test(alert)) {
    return 'and Rulebook have no version of TLS in common: the server has only old ones, and Rulebook needs TLS 1.2 or 1.3. Update the TLS of the server, or put a proxy in front of it';
  }
  return undefined;
}

function alertOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return /alert [a-z ]+/i.exec(error.message)?.[0] ?? alertOf(error.cause);
}

/** Returns the failure of a request whose certificates or key cannot be used. */
export function certificateFailure(error: unknown, host: string): TransportFailure {
  const code = causingCodeOf(error) ?? '';
  const because = code === '' ? '' : ` (${code})`;
  return {
    kind: 'tls',
    ...(code !== '' && { code }),
    message: `The request to ${host} was not sent: ${causeIn(code)}${because}.`,
  };
}

function causeIn(code: string): string {
  if (/MISMATCH/.test(code)) return 'the client certificate and its key do not belong together';
  if (/DECRYPT|PASS/.test(code)) return 'the passphrase of the key of the client certificate is missing or wrong';
  return 'the client certificate or its key cannot be read. Use files in the PEM format';
}

/** Returns the first code in the chain of causes; several attempts to reach one host come as an `AggregateError`. */
function causingCodeOf(error: unknown, depth = 0): string | undefined {
  if (typeof error !== 'object' || error === null || depth > 5) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if ('errors' in error && Array.isArray(error.errors)) {
    for (const one of error.errors) {
      const code = causingCodeOf(one, depth + 1);
      if (code !== undefined) return code;
    }
  }
  return 'cause' in error ? causingCodeOf(error.cause, depth + 1) : undefined;
}
