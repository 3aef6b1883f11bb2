import type { UnsupportedKind } from '../model';
import { expressionOf } from '@rulebook/text/expressions';
import { isNop } from './shared-block';

/** An assert or a construct of another tool that begins on a line, and what closes it: the empty string when it ends with its line. */
export interface OtherConstruct {
  readonly kind: UnsupportedKind | 'assert' | 'fragment';
  readonly end: '' | ConstructEnd;
}

/** What closes a construct of several lines. */
export type ConstructEnd = '%}' | '}}' | '}';

/** Returns the construct that begins on a line in front of a request, where scripts and imports are. */
export function constructBefore(line: string): OtherConstruct | undefined {
  switch (line.charCodeAt(0)) {
    case 0x3c: // <
      if (/^<\s*\{%/.test(line)) return { kind: 'request-script', end: line.includes('%}') ? '' : '%}' };
      if (/^<\s+\S+\.[cm]?[jt]s\s*$/.test(line)) return { kind: 'request-script', end: '' };
      break;
    case 0x40: // @
      return /^@xpath_ns[ \t]+\S/.test(line) ? { kind: 'namespace', end: '' } : undefined;
    case 0x66: // f
      if (!/^fragment[ \t]+\w+[ \t]+on[ \t]+\w/.test(line)) return undefined;
      return { kind: 'fragment', end: /\}\s*$/.test(line) ? '' : '}' };
    case 0x69: // i
      return /^import\s+\S/.test(line) ? { kind: 'import', end: '' } : undefined;
    case 0x70: // p
      return /^proto\s+</.test(line) ? { kind: 'service-definition', end: '' } : undefined;
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

/** Returns whether the line takes the GraphQL document of a request from a file, as `gql Name < file` does in httpYac. */
export function isGraphqlImport(line: string): boolean {
  return /^gql(?:[ \t]+\w+)?[ \t]+<[ \t]*\S/.test(line);
}

/** Returns whether the line closes the construct. */
export function closesConstruct(line: string, end: ConstructEnd): boolean {
  if (end === '%}') return line.includes(end);
  return line.startsWith(end) && line.trimEnd() === end;
}

/** Constructs that Rulebook carries out. */
type CarriedOutKind =
  | 'import'
  | 'run'
  | 'reference'
  | 'output-file'
  | 'earlier-answer'
  | 'request-script'
  | 'response-script'
  | 'inline-script';

/** Returns what Rulebook does not do with a construct; undefined for one that it carries out. */
export function unsupportedConstruct(
  kind: UnsupportedKind,
): { readonly does: string; readonly what: string } | undefined {
  return isCarriedOut(kind) ? undefined : unsupportedConstructs[kind];
}

function isCarriedOut(kind: UnsupportedKind): kind is CarriedOutKind {
  return carriedOut.has(kind);
}

const carriedOut: ReadonlySet<UnsupportedKind> = new Set<CarriedOutKind>([
  'import',
  'run',
  'reference',
  'output-file',
  'earlier-answer',
  'request-script',
  'response-script',
  'inline-script',
]);

/** What Rulebook does not do with a construct, and what the construct is called in messages. */
export const unsupportedConstructs: Readonly<
  Record<Exclude<UnsupportedKind, CarriedOutKind>, { readonly does: string; readonly what: string }>
> = {
  'service-definition': { does: 'read', what: 'the definition of a gRPC service' },
  'graphql-import': { does: 'read', what: 'the GraphQL document of the line `gql`' },
  spread: { does: 'add', what: 'the header fields of the line `...`' },
  namespace: { does: 'use', what: 'the namespace of XPath (`@xpath_ns`)' },
};

/** Comment directives of other tools that are not carried out. */
const directives: Readonly<Record<string, UnsupportedKind>> = {
  import: 'import',
  ref: 'reference',
  forceref: 'reference',
};

/** Returns the kind of construct behind a comment directive of another tool, or undefined for any other directive. */
export function kindOfDirective(name: string): UnsupportedKind | undefined {
  const key = name.toLowerCase().replaceAll('-', '');
  return Object.hasOwn(directives, key) ? directives[key] : undefined;
}

/** Why a line is not an HTTP request. */
interface OtherProtocol {
  /** One sentence. */
  readonly reason: string;
  readonly isOtherProtocol: boolean;
}

function protocol(reason: string): OtherProtocol {
  return { reason, isOtherProtocol: true };
}

/** Requests of other protocols or for other programs, by the first word of the line in lower case. */
const otherRequests: ReadonlyMap<string, OtherProtocol> = new Map([
  ['curl', { reason: 'The `curl` command is not understood.', isOtherProtocol: false }],
  ...['sse', 'eventsource'].map(
    (word) =>
      [
        word,
        {
          reason: 'Server-sent events need no method of their own. Write `GET` instead.',
          isOtherProtocol: false,
        },
      ] as const,
  ),
  ['grpc', protocol('gRPC calls are not supported.')],
  ...['mqtt', 'amqp', 'kafka', 'rsocket', 'stomp'].map(
    (word) => [word, protocol(`Requests over ${word.toUpperCase()} are not supported.`)] as const,
  ),
]);

const nop = protocol('`NOP` sends nothing, and Rulebook adds its header fields to no other request; write them there.');

/** Returns why a request line cannot be sent as HTTP although another tool would understand it; undefined for all others. */
export function otherProtocolOf(line: string): OtherProtocol | undefined {
  if (isNop(line)) return nop;
  const [, word = '', rest = ''] = /^\s*(\S+)[ \t]*(\S?)/.exec(line) ?? [];
  const found = rest === '' ? undefined : otherRequests.get(word.toLowerCase());
  if (found !== undefined) return found;
  const [, scheme = ''] = /^\s*(?:[A-Za-z]+[ \t]+)?(grpcs?|mqtts?|amqps?):\/\//i.exec(line) ?? [];
  return otherRequests.get(scheme.toLowerCase().replace(/^(grpc|mqtt|amqp)s$/, '$1'));
}

/** Methods that begin a request only in capitals and with a target that looks like one, since prose may begin with such a word, too. */
const furtherMethods =
  'PROPFIND|PROPPATCH|MKCOL|MKCALENDAR|COPY|MOVE|LOCK|UNLOCK|CHECKOUT|CHECKIN|UNCHECKOUT|REPORT|MERGE|MKACTIVITY|MKWORKSPACE|' +
  'VERSION-CONTROL|BASELINE-CONTROL|LABEL|UPDATE|ORDERPATCH|ACL|SEARCH|BIND|REBIND|UNBIND|LINK|UNLINK|PURGE|M-SEARCH|NOTIFY|' +
  'SUBSCRIBE|UNSUBSCRIBE|GRAPHQL|GRPC|WSS?|WEBSOCKET|SSE|EVENTSOURCE|MQTT|AMQP|KAFKA|RSOCKET|STOMP';
const furtherRequest = expressionOf(`^(?:${furtherMethods})[ \\t]+(?:[/{_.]|[^\\s]*(?:/|:\\d|\\.[a-z]))`);

/** Returns whether a line begins a request by one of the less usual methods. */
export function isFurtherRequest(line: string): boolean {
  return furtherRequest.test(line);
}
