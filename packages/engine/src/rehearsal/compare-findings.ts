import type { Finding } from '@rulebook/checker/rules/rule';

/** What is different in the release that is rehearsed. */
export type RehearsedKind =
  /** The service refuses the request there. */
  | 'refused'
  /** What the request uses is no longer there, or not yet. */
  | 'absent'
  | 'deprecated'
  /** It means something else, or may be taken in another way. */
  | 'changed'
  /** It is refused now, and taken there. */
  | 'taken';

/** A finding that holds for one of both releases. */
export interface RehearsedFinding<Found extends ComparedFinding = Finding> {
  readonly kind: RehearsedKind;
  readonly finding: Found;
}

/** What of a finding is compared. */
type ComparedFinding = Pick<Finding, 'rule' | 'severity' | 'message' | 'span' | 'tag' | 'isRefused'>;

/** The kinds in the order of reports. */
export const rehearsedKinds: readonly RehearsedKind[] = ['refused', 'absent', 'deprecated', 'changed', 'taken'];

/** Rules about what a release does not have. */
const ofAbsence: ReadonlySet<string> = new Set([
  ...['retired-path', 'unavailable-element', 'ended-element', 'unsupported-version'],
  ...['unknown-field', 'unknown-path', 'unknown-query-parameter', 'unknown-value', 'unaccepted-media-type'],
]);

/** Returns what is found for the rehearsed release and not for the present one, and what is refused at present and not there. */
export function compareFindings<Found extends ComparedFinding>(
  now: readonly Found[],
  then: readonly Found[],
): readonly RehearsedFinding<Found>[] {
  const added = without(then, now).map((finding) => ({ kind: kindOf(finding), finding }));
  const lost = without(now, then).filter((finding) => isRefusal(finding) && !isAnew(finding, added));
  return [...added, ...lost.map((finding) => ({ kind: 'taken' as const, finding }))];
}

/** Returns the findings that are not among others, each as often as it is there. */
function without<Found extends ComparedFinding>(
  findings: readonly Found[],
  others: readonly Found[],
): readonly Found[] {
  const counts = new Map<string, number>();
  for (const other of others) counts.set(keyOfFinding(other), (counts.get(keyOfFinding(other)) ?? 0) + 1);
  return findings.filter((finding) => {
    const key = keyOfFinding(finding);
    const left = counts.get(key) ?? 0;
    if (left > 0) counts.set(key, left - 1);
    return left === 0;
  });
}

/** The version of the target is in some messages. */
function keyOfFinding({ rule, message, span }: ComparedFinding): string {
  return JSON.stringify([rule, span.start, span.end, message.replace(/; the target is [\d.]+\.$/, '.')]);
}

/** What something else is said of may be refused still. */
function isAnew({ span }: ComparedFinding, added: readonly RehearsedFinding<ComparedFinding>[]): boolean {
  return added.some(({ finding }) => finding.span.start < span.end && span.start < finding.span.end);
}

function isRefusal({ severity, isRefused }: ComparedFinding): boolean {
  return severity === 'error' || isRefused === true;
}

function kindOf(finding: ComparedFinding): RehearsedKind {
  const { rule, severity, tag } = finding;
  if (isRefusal(finding)) return 'refused';
  if (ofAbsence.has(rule) && severity !== 'hint') return 'absent';
  return tag === 'deprecated' ? 'deprecated' : 'changed';
}
