import { nearest } from '@rulebook/text/edit-distance';
import type { Span } from '@rulebook/text/span';
import { isHost } from './parse-origin';

/** What is wrong with the part of a URL in front of its path. */
interface OriginFault {
  /** What is the matter, without a full stop, in the form that is used behind "not sent: …", too. */
  readonly reason: string;
  /** In the target. */
  readonly span: Span;
  /** What should be in place of the span; the empty text removes it. */
  readonly meant?: string;
}

const schemes = ['http', 'https', 'ws', 'wss'];
const highestPort = 65_535;

/**
 * Returns why no request can go to the origin of a target: its scheme is not that of HTTP or is not written as one, it is in quotation marks, a blank ends
 * its host, or its port cannot exist. `length` is that of the origin, 0 without one. What variables stand for is not known.
 */
export function originFault(target: string, length: number): OriginFault | undefined {
  if (length === 0 && target.startsWith('/')) return undefined;
  // No index, cluster or repository has such a name: `http:logs` could be an index of another cluster.
  const [almost = '', name = ''] = /^(https?|wss?)(?::\/(?!\/)|\/\/)(?=[^\s/])/i.exec(target) ?? [];
  if (name !== '') {
    const meant = `${name.toLowerCase()}://`;
    return { reason: `a URL begins with \`${meant}\``, span: { start: 0, end: almost.length }, meant };
  }
  const quotes = /^(["'])[^"'\s]+\1$/.test(target);
  if (quotes) {
    const span = { start: 0, end: target.length };
    return { reason: 'the target would have quotation marks; write it without them', span, meant: target.slice(1, -1) };
  }
  const origin = target.slice(0, length);
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(origin)?.[1];
  if (scheme !== undefined && !schemes.includes(scheme.toLowerCase())) {
    const meant = nearest(scheme, schemes.slice(0, 2));
    const span = { start: 0, end: scheme.length };
    const reason = `the URL begins with \`${scheme}:\`; use \`http:\` or \`https:\``;
    return { reason, span, ...(meant !== undefined && { meant }) };
  }
  const blanks = /^[ \t]+(?![?#\s])/.exec(target.slice(length))?.[0].length;
  if (blanks !== undefined && (scheme !== undefined || isHost(origin)) && length + blanks < target.length)
    return {
      reason: `a URL has no blanks, and the host would be \`${origin.slice(origin.lastIndexOf('/') + 1)}\``,
      span: { start: length, end: length + blanks },
      meant: '',
    };
  const port = /:(\d+)$/.exec(origin)?.[1];
  if (port === undefined || Number(port) <= highestPort) return undefined;
  const reason = `there is no port ${port}; the highest one is ${highestPort}`;
  return { reason, span: { start: length - port.length, end: length } };
}
