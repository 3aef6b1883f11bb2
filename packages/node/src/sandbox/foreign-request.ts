import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '@rulebook/text';

/** Why a request is not answered. */
interface ForeignRequest {
  readonly status: number;
  /** Cause and next step. */
  readonly problem: string;
}

/**
 * Returns why a request is refused that comes from a web page of another machine, or was sent under a name that such a page can point to
 * this machine. A browser lets every page send requests here, and read the responses once the name of the page resolves to this machine.
 */
export function foreignRequest(message: IncomingMessage, isLocal: boolean): ForeignRequest | undefined {
  const host = message.headers.host ?? '';
  const count = message.rawHeaders.filter((text, at) => at % 2 === 0 && /^host$/i.test(text)).length;
  if (count > 1 || (count === 0 && message.httpVersion !== '1.0')) {
    return { status: 400, problem: 'A request must have exactly one `Host` header field; send it once.' };
  }
  const name = nameOfHost(`http://${host}`);
  // The host of a whole URL as the target counts before the field, see RFC 9112, section 3.2.2.
  const { url = '' } = message;
  const isElsewhere = /^https?:\/\//i.test(url) && !isThisMachine(nameOfHost(url));
  if (isLocal && (isElsewhere || (host !== '' && !isThisMachine(name)))) {
    return {
      status: 421,
      problem: 'The sandbox answers only to the names of this machine; call it as 127.0.0.1 or localhost.',
    };
  }
  const { origin } = message.headers;
  if (origin === undefined) return undefined;
  const page = nameOfHost(origin);
  if (page !== undefined && (page === name || isThisMachine(page))) return undefined;
  return {
    status: 403,
    problem:
      'The sandbox does not answer web pages of other machines; send the request from a program, or from a page of this machine.',
  };
}

function nameOfHost(url: string): string | undefined {
  // The usual names need no parser.
  const [, usual] = /^http:\/\/(127\.0\.0\.1|localhost)(?::(?:[1-5]\d{4}|\d{1,4}))?$/.exec(url) ?? [];
  if (usual !== undefined) return usual;
  return URL.canParse(url) && /^https?:/i.test(url) ? new URL(url).hostname : undefined;
}

function isThisMachine(name: string | undefined): boolean {
  return name !== undefined && isLoopbackHost(name);
}
