import type { UnsupportedKind } from './model';

/** An assert or a construct of another tool that begins on a line, and what closes it: the empty string when it ends with its line. */
export interface OtherConstruct {
  readonly kind: UnsupportedKind | 'assert';
  readonly end: '' | '%}' | '}}';
}

/** Returns the construct that begins on a line in front of a request, where scripts and imports stand. */
export function constructBefore(line: string): OtherConstruct | undefined {
  switch (line.charCodeAt(0)) {
    case 0x3c: // <
      if (/^<\s*\{%/.test(line)) return { kind: 'request-script', end: line.includes('%}') ? '' : '%}' };
      if (/^<\s+\S+\.[cm]?[jt]s\s*$/.test(line)) return { kind: 'request-script', end: '' };
      break;
    case 0x69: // i
      return /^import\s+\S/.test(line) ? { kind: 'import', end: '' } : undefined;
    case 0x70: // p
      return /^proto\s+</.test(line) ? { kind: 'import', end: '' } : undefined;
    case 0x72: // r
      return /^run\s+\S/.test(line) ? { kind: 'run', end: '' } : undefined;
  }
  return constructBehind(line);
}

/** Returns the construct that begins on a line behind the head of a request. */
export function constructBehind(line: string): OtherConstruct | undefined {
  switch (line.charCodeAt(0)) {
    case 0x7b: // {
      return /^\{\{(?:@\w+|\+\w*)?\s*$/.test(line) ? { kind: 'inline-script', end: '}}' } : undefined;
    case 0x3c: // <
      if (/^<\s*\{%/.test(line)) return { kind: 'request-script', end: line.includes('%}') ? '' : '%}' };
      return /^<>\s+\S/.test(line) ? { kind: 'earlier-answer', end: '' } : undefined;
    case 0x3e: // >
      if (/^>\s*\{%/.test(line)) return { kind: 'response-script', end: line.includes('%}') ? '' : '%}' };
      if (/^>\s+\S+\.(?:[cm]?[jt]s|lua|http)\s*$/.test(line)) return { kind: 'response-script', end: '' };
      // `>>` also begins a quotation inside a quotation, as in mails.
      return /^>>(?:!\s*\S|\s*(?=\S*[./{])\S+\s*$)/.test(line) ? { kind: 'output-file', end: '' } : undefined;
    default:
      return /^\s*\?\?(?:\s|$)/.test(line) ? { kind: 'assert', end: '' } : undefined;
  }
}

/** Returns whether the line closes the construct. */
export function closesConstruct(line: string, end: '%}' | '}}'): boolean {
  return end === '}}' ? /^\}\}\s*$/.test(line) : line.includes(end);
}

/** What Rulebook does not do with a construct, and what the construct is called in messages. */
export const unsupportedConstructs: Readonly<
  Record<UnsupportedKind, { readonly does: string; readonly what: string }>
> = {
  'request-script': { does: 'run', what: 'the script before the request' },
  'response-script': { does: 'run', what: 'the script after the request' },
  'inline-script': { does: 'run', what: 'the script between `{{` and `}}`' },
  'output-file': { does: 'write', what: 'the file for the response (`>>`)' },
  'earlier-answer': { does: 'compare', what: 'the earlier response (`<>`)' },
  import: { does: 'read', what: 'the imported file' },
  run: { does: 'send', what: 'the requests named by `run`' },
  reference: { does: 'send', what: 'the request that `@ref` names' },
  spread: { does: 'add', what: 'the header fields of the line `...`' },
  repetition: { does: 'carry out', what: 'the repetition (`@loop`)' },
  'switched-off': { does: 'follow', what: 'the directive `@disabled`' },
  confirmation: { does: 'follow', what: 'the directive `@note`, which asks before the request is sent' },
  'time-limit': { does: 'apply', what: 'the time limit of the directive' },
  pause: { does: 'make', what: 'the pause that the directive asks for' },
  unverified: { does: 'follow', what: 'the directive that accepts every certificate' },
};

/** Comment directives of other tools that change what is sent, or when and how. */
const directives: Readonly<Record<string, UnsupportedKind>> = {
  import: 'import',
  ref: 'reference',
  forceref: 'reference',
  loop: 'repetition',
  disabled: 'switched-off',
  note: 'confirmation',
  timeout: 'time-limit',
  connectiontimeout: 'time-limit',
  sleep: 'pause',
  delay: 'pause',
  ratelimit: 'pause',
  insecure: 'unverified',
  norejectunauthorized: 'unverified',
};

/** Returns the kind of construct behind a comment directive of another tool, or undefined for any other directive. */
export function kindOfDirective(name: string): UnsupportedKind | undefined {
  const key = name.toLowerCase().replaceAll('-', '');
  return Object.hasOwn(directives, key) ? directives[key] : undefined;
}

/** Requests of other protocols or for other programs: the reason why they are not sent, by the first word of the line in lower case. */
const otherRequests: ReadonlyMap<string, string> = new Map([
  ['curl', 'A `curl` command is not supported. Write its method, URL, header fields and body as a request.'],
  ...['ws', 'wss', 'websocket'].map((word) => [word, 'WebSocket connections are not supported.'] as const),
  ...['sse', 'eventsource'].map(
    (word) => [word, 'Server-sent events need no method of their own. Write `GET` instead.'] as const,
  ),
  ['grpc', 'gRPC calls are not supported.'],
  ...['mqtt', 'amqp', 'kafka', 'rsocket', 'stomp'].map(
    (word) => [word, `Requests over ${word.toUpperCase()} are not supported.`] as const,
  ),
]);

/** Returns why a request line cannot be sent as HTTP although another tool would understand it; undefined for all others. */
export function reasonAgainst(line: string): string | undefined {
  const [, word = '', rest = ''] = /^\s*(\S+)[ \t]*(\S?)/.exec(line) ?? [];
  const reason = rest === '' ? undefined : otherRequests.get(word.toLowerCase());
  if (reason !== undefined) return reason;
  const [, scheme = ''] = /^\s*(?:[A-Za-z]+[ \t]+)?(wss?|grpcs?|mqtts?|amqps?):\/\//i.exec(line) ?? [];
  return otherRequests.get(scheme.toLowerCase().replace(/^(grpc|mqtt|amqp)s$/, '$1'));
}

/** Methods that begin a request only in capitals and with a target that looks like one, since prose may begin with such a word, too. */
const furtherMethods =
  'PROPFIND|PROPPATCH|MKCOL|MKCALENDAR|COPY|MOVE|LOCK|UNLOCK|CHECKOUT|CHECKIN|UNCHECKOUT|REPORT|MERGE|MKACTIVITY|MKWORKSPACE|' +
  'VERSION-CONTROL|BASELINE-CONTROL|LABEL|UPDATE|ORDERPATCH|ACL|SEARCH|BIND|REBIND|UNBIND|LINK|UNLINK|PURGE|M-SEARCH|NOTIFY|' +
  'SUBSCRIBE|UNSUBSCRIBE|GRAPHQL|GRPC|WSS?|WEBSOCKET|SSE|EVENTSOURCE|MQTT|AMQP|KAFKA|RSOCKET|STOMP';
const furtherRequest = new RegExp(`^(?:${furtherMethods})[ \\t]+(?:[/{_.]|[^\\s]*(?:/|:\\d|\\.[a-z]))`);

/** Returns whether a line begins a request by one of the less usual methods. */
export function isFurtherRequest(line: string): boolean {
  return furtherRequest.test(line);
}
