import { expressionOf } from '@rulebook/text/expressions';
import { usualMethods } from '../constructs';
import type { UnsupportedKind } from '../model';
import { isNop } from './shared-block';

/** Comment directives of other tools that are not carried out. */
const directives: Readonly<Record<string, UnsupportedKind>> = {
  import: 'import',
  ref: 'reference',
  forceref: 'reference',
};

/** Returns the kind of construct behind a comment directive of another tool, or undefined for any other directive. */
export function kindOfDirective(name: string): UnsupportedKind | undefined {
  if (!/^[irf]/i.test(name)) return undefined;
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

const nop = protocol(
  '`NOP` sends nothing. Its header fields are added to the other requests only below a title such as `### KULALA_SHARED`.',
);

/** Most request lines. */
const usualLine = expressionOf(`^(?:${usualMethods})[ \\t]+/`);

/** Returns why a request line cannot be sent as HTTP although another tool would understand it; undefined for all others. */
export function otherProtocolOf(line: string): OtherProtocol | undefined {
  if (usualLine.test(line)) return undefined;
  if (isNop(line)) return nop;
  const [, word = '', rest = ''] = /^\s*(\S+)[ \t]*(\S?)/.exec(line) ?? [];
  const found = rest === '' ? undefined : otherRequests.get(word.toLowerCase());
  if (found !== undefined) return found;
  if (!line.includes('://')) return undefined;
  const [, scheme = ''] = /^\s*(?:[A-Za-z]+[ \t]+)?(grpcs?|mqtts?|amqps?):\/\//i.exec(line) ?? [];
  return otherRequests.get(scheme.toLowerCase().replace(/^(grpc|mqtt|amqp)s$/, '$1'));
}
