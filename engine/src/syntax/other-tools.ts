import type { UnsupportedKind } from './model';

/** A construct of another tool that begins on a line, and what closes it: the empty text when it ends with its line. */
export interface OtherConstruct {
  readonly kind: UnsupportedKind;
  readonly end: '' | '%}' | '}}';
}

/** Returns the construct that the line begins in front of a request, where scripts and imports stand. */
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

/** Returns the construct that the line begins behind the head of a request. */
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
      // Two of these signs also begin a quotation inside a quotation, as mails have it.
      return /^>>(?:!\s*\S|\s*(?=\S*[./{])\S+\s*$)/.test(line) ? { kind: 'output-file', end: '' } : undefined;
    default:
      return /^\s*\?\?(?:\s|$)/.test(line) ? { kind: 'assertion', end: '' } : undefined;
  }
}

/** Returns whether the line closes the construct. */
export function closesConstruct(line: string, end: '%}' | '}}'): boolean {
  return end === '}}' ? /^\}\}\s*$/.test(line) : line.includes(end);
}

/** Says what Rulebook does not do with a construct, and what the construct is called. */
export const unsupportedConstructs: Readonly<
  Record<UnsupportedKind, { readonly does: string; readonly what: string }>
> = {
  assertion: { does: 'evaluate', what: 'the assertions (`??`)' },
  'request-script': { does: 'run', what: 'the script in front of the request' },
  'response-script': { does: 'run', what: 'the script behind the request' },
  'inline-script': { does: 'run', what: 'the script between `{{` and `}}`' },
  'output-file': { does: 'write', what: 'the file for the answer (`>>`)' },
  'earlier-answer': { does: 'compare', what: 'the earlier answer (`<>`)' },
  import: { does: 'read', what: 'the imported file' },
  run: { does: 'send', what: 'the requests named by `run`' },
  reference: { does: 'send', what: 'the request that this one refers to' },
  spread: { does: 'add', what: 'the header fields of `...`' },
  repetition: { does: 'carry out', what: 'the repetition (`@loop`)' },
  'switched-off': { does: 'observe', what: 'the directive `@disabled`' },
};

/** Comment directives of other tools that change what is sent. */
const directives: Readonly<Record<string, UnsupportedKind>> = {
  import: 'import',
  ref: 'reference',
  forceref: 'reference',
  loop: 'repetition',
  disabled: 'switched-off',
};

/** Returns what a comment directive of another tool asks for, or undefined for any other. */
export function kindOfDirective(name: string): UnsupportedKind | undefined {
  const key = name.toLowerCase().replaceAll('-', '');
  return Object.hasOwn(directives, key) ? directives[key] : undefined;
}

/** What is sent by other means than HTTP, or written for another program; by the first word of a request line, in lower case. */
const otherRequests: ReadonlyMap<string, string> = new Map([
  ['curl', 'A `curl` command is not read here; write its method, URL, header fields and body as a request.'],
  ...['ws', 'wss', 'websocket'].map((word) => [word, 'WebSocket connections are not supported.'] as const),
  ...['sse', 'eventsource'].map(
    (word) => [word, 'Server-sent events have no method of their own here; write `GET` in its place.'] as const,
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

/** Methods that begin a request in capitals only, and only with a target that looks like one: prose may begin with such a word. */
const furtherMethods =
  'PROPFIND|PROPPATCH|MKCOL|MKCALENDAR|COPY|MOVE|LOCK|UNLOCK|CHECKOUT|CHECKIN|UNCHECKOUT|REPORT|MERGE|MKACTIVITY|MKWORKSPACE|' +
  'VERSION-CONTROL|BASELINE-CONTROL|LABEL|UPDATE|ORDERPATCH|ACL|SEARCH|BIND|REBIND|UNBIND|LINK|UNLINK|PURGE|M-SEARCH|NOTIFY|' +
  'SUBSCRIBE|UNSUBSCRIBE|GRAPHQL|GRPC|WSS?|WEBSOCKET|SSE|EVENTSOURCE|MQTT|AMQP|KAFKA|RSOCKET|STOMP';
const furtherRequest = new RegExp(`^(?:${furtherMethods})[ \\t]+(?:[/{_.]|[^\\s]*(?:/|:\\d|\\.[a-z]))`);

/** Returns whether a line begins a request by one of the less usual methods. */
export function isFurtherRequest(line: string): boolean {
  return furtherRequest.test(line);
}
