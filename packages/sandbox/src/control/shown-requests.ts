import type { Entry, Har, Header } from 'har-format';
import { createMasker } from '@rulebook/catalogue/masking/masker';
import { credentialScheme } from '@rulebook/catalogue/masking/credential-scheme';
import { mask } from '@rulebook/catalogue/masking/mask-named-secrets';
import { isSecretMember, isSecretParameter } from '@rulebook/catalogue/masking/secret-names';
import type { Service } from '@rulebook/catalogue/service';
import type { WireRequest } from '../model';
import { readJson } from '../wire';
import { queryPairs } from './expectations';
import { pathOfTarget } from './path-pattern';
import type { ReceivedRequest } from '../model';

/** A received request as people and programs see it, without secrets. */
export interface ShownRequest {
  /** The endpoint of the server. */
  readonly server: string;
  /** By the sandbox's clock, such as `2026-01-31T12:00:00.000Z`. */
  readonly time: string;
  readonly method: string;
  readonly path: string;
  /** The parameters, decoded; of several with one name, a list. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** By their names in lower case; several with one name are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value, or a text; absent if it was empty. */
  readonly body?: unknown;
  /** Absent as long as the request is not answered. */
  readonly response?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  /** The fault that was injected, except a status. */
  readonly fault?: 'delay' | 'drop' | 'cut';
}

/** What is known of secrets. */
export interface KnownSecrets {
  /** Secrets of the sandbox's state. */
  readonly values: readonly string[];
  /** How requests to each of the servers are authenticated, by the server's name. */
  readonly services: ReadonlyMap<string, { readonly service: Service; readonly endpoint: string }>;
}

/** Returns requests without their secrets, in the format of this program. */
export function showRequests(received: readonly ReceivedRequest[], known: KnownSecrets): readonly ShownRequest[] {
  const masked = createRequestMask(received, known);
  return received.map((one): ShownRequest => {
    const { server, time, request, answered } = masked(one);
    const { fault, response } = answered ?? {};
    const query = new Map<string, readonly string[]>();
    for (const [name, value] of queryPairs(request.target)) query.set(name, [...(query.get(name) ?? []), value]);
    return {
      server: known.services.get(server)?.endpoint ?? server,
      time: new Date(time).toISOString(),
      method: request.method,
      path: pathOfTarget(request.target),
      query: Object.fromEntries(
        [...query].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
      ),
      headers: headersOf(request.headers),
      ...(request.body !== '' && { body: readJson(request.body)?.value ?? request.body }),
      ...(response && {
        response: {
          status: response.status,
          headers: headersOf(response.headers),
          ...(response.body !== '' && { body: readJson(response.body)?.value ?? response.body }),
        },
      }),
      ...(fault && fault.kind !== 'status' && { fault: fault.kind }),
    };
  });
}

/** Returns requests without their secrets, as a recording in the format HAR 1.2. Those without a response are left out. */
export function recordRequests(received: readonly ReceivedRequest[], known: KnownSecrets, baseUrl: string): Har {
  const masked = createRequestMask(received, known);
  const entries = received.flatMap((one): readonly Entry[] => {
    const { time, request, answered } = masked(one);
    if (answered === undefined) return [];
    const { response } = answered;
    const headers = headersOf(response.headers);
    const size = response.body.length;
    return [
      {
        startedDateTime: new Date(time).toISOString(),
        time: 0,
        request: {
          ...{ method: request.method, url: `${baseUrl}${request.target}`, httpVersion: 'HTTP/1.1' },
          ...{ cookies: [], headers: fieldsOf(request.headers), headersSize: -1, bodySize: request.body.length },
          queryString: queryPairs(request.target).map(([name, value]) => ({ name, value })),
          ...(request.body !== '' && {
            postData: { mimeType: headersOf(request.headers)['content-type'] ?? '', text: request.body },
          }),
        },
        response: {
          ...{ status: response.status, statusText: '', httpVersion: 'HTTP/1.1' },
          ...{ cookies: [], headers: fieldsOf(response.headers), headersSize: -1, bodySize: size },
          content: { size, mimeType: headers['content-type'] ?? '', ...(size > 0 && { text: response.body }) },
          redirectURL: headers.location ?? '',
        },
        cache: {},
        timings: { send: 0, wait: 0, receive: 0 },
      },
    ];
  });
  return { log: { version: '1.2', creator: { name: 'Rulebook sandbox', version: '1' }, entries } };
}

/** Returns a function that masks what is secret: by the names of header fields, parameters and members, and where such a value occurs elsewhere. */
function createRequestMask(
  received: readonly ReceivedRequest[],
  { values, services }: KnownSecrets,
): (one: ReceivedRequest) => ReceivedRequest {
  const secrets = new Set(values);
  for (const { server, request, answered } of received) {
    const isSecret = secretNamesOf(services.get(server)?.service);
    for (const [name, value] of [...request.headers, ...(answered?.response.headers ?? [])]) {
      if (!isSecret.field(name)) continue;
      const { secret } = withoutScheme(value);
      for (const word of [secret, ...secret.split(/[\s;,]+/)]) if (word.length >= shortestSecret) secrets.add(word);
    }
    for (const [name, value] of queryPairs(request.target))
      if (isSecret.parameter(name) && value.length >= shortestSecret) secrets.add(value);
  }
  const { text } = createMasker([...secrets]);
  return (one) => {
    const { server, request, answered } = one;
    const isSecret = secretNamesOf(services.get(server)?.service);
    const fields = (headers: WireRequest['headers']): WireRequest['headers'] =>
      headers.map(([name, value]) => [name, isSecret.field(name) ? maskField(value) : text(value)]);
    // Each part but the first begins with its sign.
    const parts = text(request.target).split(/(?=[?&])/);
    const shown = parts.map((part) => {
      const name = /^[?&]([^=]+)=/.exec(part)?.[1];
      return name !== undefined && isSecret.parameter(name) ? `${part.charAt(0)}${name}=${mask}` : part;
    });
    const target = shown.join('');
    return {
      ...one,
      request: { ...request, target, headers: fields(request.headers), body: text(request.body) },
      ...(answered && {
        answered: {
          ...answered,
          response: {
            ...answered.response,
            headers: fields(answered.response.headers),
            body: text(answered.response.body),
          },
        },
      }),
    };
  };
}

/** Shorter values occur by chance. */
const shortestSecret = 6;

/** Returns a secret value masked, with the scheme of a credential in front, which is not secret. */
function maskField(value: string): string {
  const { scheme, secret } = withoutScheme(value);
  return secret === '' ? value : `${scheme}${mask}`;
}

function withoutScheme(value: string): { readonly scheme: string; readonly secret: string } {
  const [scheme = ''] = credentialScheme.exec(value) ?? [];
  return { scheme, secret: value.slice(scheme.length) };
}

function secretNamesOf(service: Service | undefined) {
  const own = (service?.credentials ?? []).flatMap(({ kind, field }) =>
    field === undefined ? [] : [`${kind} ${field.toLowerCase()}`],
  );
  return {
    field: (name: string): boolean =>
      isSecretMember(name) || /signature/i.test(name) || own.includes(`header ${name.toLowerCase()}`),
    parameter: (name: string): boolean => isSecretParameter(name) || own.includes(`query ${name.toLowerCase()}`),
  };
}

function headersOf(headers: WireRequest['headers']): Readonly<Record<string, string>> {
  const joined = new Map<string, string>();
  for (const [name, value] of headers) {
    const before = joined.get(name.toLowerCase());
    joined.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(joined);
}

function fieldsOf(headers: WireRequest['headers']): Header[] {
  return headers.map(([name, value]) => ({ name, value }));
}
