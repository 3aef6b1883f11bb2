import { behavesSo } from '@rulebook/checker/binding/vendor-facts';
import type { Finding } from '@rulebook/checker/rules/rule';
import type { Release } from './release';

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
type ComparedFinding = Pick<Finding, 'rule' | 'severity' | 'message' | 'span' | 'tag' | 'isRefused'> &
  Partial<Pick<Finding, 'provenance'>>;

/** The releases that findings are of, as far as they are known. */
export interface ComparedReleases {
  readonly now?: Release | undefined;
  readonly then?: Release | undefined;
}

/** The kinds in the order of reports. */
export const rehearsedKinds: readonly RehearsedKind[] = ['refused', 'absent', 'deprecated', 'changed', 'taken'];

/** Rules about what a release does not have. */
const ofAbsence: ReadonlySet<string> = new Set([
  ...['retired-path', 'unavailable-element', 'ended-element', 'unsupported-version'],
  ...['unknown-field', 'unknown-path', 'unknown-query-parameter', 'unknown-value', 'unaccepted-media-type'],
]);

/**
 * Returns what is found for the rehearsed release and not for the present one, and what is refused at present and not there. What is found for
 * both counts where only one of them refuses it.
 */
export function compareFindings<Found extends ComparedFinding>(
  now: readonly Found[],
  then: readonly Found[],
  releases: ComparedReleases = {},
): readonly RehearsedFinding<Found>[] {
  const added = without(then, now).map((finding) => ({ kind: kindOf(finding, releases.then), finding }));
  const lost = without(now, then).filter((finding) => isRefusal(finding, releases.now) && !isAnew(finding, added));
  const stays = then.flatMap((finding): readonly RehearsedFinding<Found>[] => {
    const kind = changedRefusal(finding, releases);
    return kind === undefined || added.some((one) => one.finding === finding) ? [] : [{ kind, finding }];
  });
  return [...added, ...stays, ...lost.map((finding) => ({ kind: 'taken' as const, finding }))];
}

/** Of what is found for both releases, returns which one alone refuses it. */
function changedRefusal(
  { provenance }: ComparedFinding,
  { now, then }: ComparedReleases,
): 'refused' | 'taken' | undefined {
  if (provenance?.kind !== 'reference' || provenance.refusedIf === undefined) return undefined;
  if (now === undefined || then === undefined) return undefined;
  const [before, after] = [behavesSo(provenance.refusedIf, now), behavesSo(provenance.refusedIf, then)];
  if (before === undefined || after === undefined || before === after) return undefined;
  return after ? 'refused' : 'taken';
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

function isRefusal({ severity, isRefused, provenance }: ComparedFinding, release: Release | undefined): boolean {
  if (severity === 'error') return true;
  if (provenance?.kind === 'reference' && provenance.refusedIf !== undefined && release !== undefined)
    return behavesSo(provenance.refusedIf, release) === true;
  return isRefused === true;
}

function kindOf(finding: ComparedFinding, release: Release | undefined): RehearsedKind {
  const { rule, severity, tag } = finding;
  if (isRefusal(finding, release)) return 'refused';
  if (ofAbsence.has(rule) && severity !== 'hint') return 'absent';
  return tag === 'deprecated' ? 'deprecated' : 'changed';
}
