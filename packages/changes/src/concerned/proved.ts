import type { Finding } from '@rulebook/checker/rules/rule';
import type { Span } from '@rulebook/text/span';
import type { Change } from '../model';
import { nameIn } from './repair-edits';
import type { BoundSides, ConcernedPart } from './request-lines';

/** What the checker finds after the change, and did not before. */
export type NewFinding = Finding;

/**
 * Returns the parts with whether they are proved: the checker finds something there that it did not find before. What it finds elsewhere is listed,
 * too, as a change of its own.
 */
export function provedParts(
  parts: readonly ConcernedPart[],
  findings: readonly NewFinding[],
  sides: BoundSides | undefined,
): readonly ConcernedPart[] {
  const explained = new Set<NewFinding>();
  const judged = parts.map((part) => {
    // Nothing is refused since its end is announced.
    const isAnnounced = /deprecated/.test(part.change.id);
    const found = isAnnounced ? [] : findings.filter((finding) => isAbout(finding, part));
    for (const one of found) explained.add(one);
    const isRefused = found.some((one) => part.what !== 'request' || refuses(one));
    return isRefused && !part.isProved ? { ...part, isProved: true } : part;
  });
  // Of an operation that is not there, the rest says nothing.
  const isLost = judged.some(({ what, isProved, change }) => what === 'request' && isProved && isOfOperation(change));
  if (sides === undefined || isLost) return judged;
  const others = findings.filter((finding) => refuses(finding) && !explained.has(finding));
  return [...judged, ...others.map((finding) => partOf(finding, sides))];
}

/**
 * An own description is not a document: what contradicts it is a warning. A member or parameter that it does not have is not forbidden by that, unless
 * it says so.
 */
function refuses({ severity, tag, rule, provenance, isRefused }: Finding): boolean {
  const isOwn = provenance.kind === 'described' && provenance.file !== undefined;
  if (isOwn && (rule === 'unknown-query-parameter' || (rule === 'unknown-field' && isRefused !== true))) return false;
  return severity === 'error' || (severity === 'warning' && tag === undefined);
}

function isOfOperation({ place }: Change): boolean {
  return place.side === 'operation' && place.element === undefined;
}

function isAbout({ span, message, rule }: NewFinding, part: ConcernedPart): boolean {
  if (part.lacks !== undefined) {
    // Names of header fields are compared without case.
    const isNamed = message.toLowerCase().includes(`\`${part.lacks.toLowerCase()}\``);
    return /^(?:required|missing)-/.test(rule) && (isNamed || part.lacks === 'body');
  }
  const place = part.reach ?? part.span;
  // Of a request that was sent, only what is in its body has a place.
  if (span.end === 0 && place.end === 0)
    return message.includes(`\`${nameIn(part.change.place.element?.split('=', 1)[0] ?? '')}\``);
  return isTouching(span, place);
}

function isTouching(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

function partOf({ rule, severity, message, span, isRefused }: NewFinding, { before }: BoundSides): ConcernedPart {
  const { method, operation } = before;
  const change: Change = {
    id: `newly-${rule}`,
    level: severity === 'error' || isRefused === true ? 'breaking' : 'risky',
    place: { method, ...(operation && { path: operation.path }), side: 'request' },
    message,
  };
  return { what: 'request', span, change, isProved: true };
}
