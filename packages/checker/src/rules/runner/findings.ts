import type { Severity } from '@rulebook/catalogue/facts';
import type { Suppression } from '@rulebook/request-file/syntax/model';
import { framesOf } from '@rulebook/text/frames-of';
import { firstIndexWhere } from '@rulebook/text/search';
import type { Span } from '@rulebook/text/span';
import type { Finding, FindingProvenance, FixableFinding, RelatedPosition, RelatedReport, Report, Rule } from '../rule';
import { withLayer } from '../support/wording';

/** Receives the id and the stack frames of each rule that threw, once per rule; never any checked text. */
export type RuleFailureListener = (ruleId: string, frames: string) => void;

/** Runs rules, and reports each that throws to the listener, once; a rule that threw does not run again. */
export class RuleGuard {
  readonly #onRuleFailure: RuleFailureListener | undefined;
  #failed: Set<string> | undefined;

  constructor(onRuleFailure: RuleFailureListener | undefined) {
    this.#onRuleFailure = onRuleFailure;
  }

  run(rule: Rule, check: () => void): void {
    if (this.hasFailed(rule)) return;
    try {
      check();
    } catch (error) {
      this.fail(rule, error);
    }
  }

  /** Returns whether the rule threw. Asked for each rule and value, so it costs nothing while none did. */
  hasFailed(rule: Rule): boolean {
    return this.#failed !== undefined && this.#failed.has(rule.id);
  }

  /** Records that a rule threw, for a caller that catches the exception itself. */
  fail(rule: Rule, error: unknown): void {
    (this.#failed ??= new Set()).add(rule.id);
    // The message of the error may quote the checked text, so only its stack frames are passed on.
    this.#onRuleFailure?.(rule.id, framesOf(error));
  }
}

/**
 * Returns the finding for a report of the rule; `severity` overrides that of the rule. Without `related`, the positions of the report are in
 * its own block.
 */
export function findingOf(
  rule: Rule,
  report: Report,
  severity: Severity = rule.severity,
  related: readonly RelatedPosition[] | undefined = report.related?.map(inOwnBlock),
): Finding {
  const finding: Mutable<Finding> = {
    rule: rule.id,
    severity: standingOf(rule, report, severity),
    message: withLayer(report.message, report.provenance),
    span: report.span,
    provenance: report.provenance,
  };
  if (related !== undefined) finding.related = related;
  if (report.tag !== undefined) finding.tag = report.tag;
  if (report.isRefused ?? isRefusal(report.provenance)) finding.isRefused = true;
  if (report.fixes !== undefined || report.isFixable === true) finding.isFixable = true;
  return finding;
}

/** Returns the severity of the finding for a report; `severity` overrides that of the rule. */
export function standingOf(rule: Rule, report: Report, severity: Severity = rule.severity): Severity {
  const own = report.severity ?? severity;
  return own === 'error' && !mayBeError(report.provenance) ? 'warning' : own;
}

function inOwnBlock({ message, span, location }: RelatedReport): RelatedPosition {
  return location === undefined ? { message, span } : { message, span, location };
}

/** Returns the finding with the quick fixes that the rule offers. */
export function fixableFindingOf(rule: Rule, report: Report, severity?: Severity): FixableFinding {
  const finding = findingOf(rule, report, severity);
  return report.fixes === undefined ? finding : { ...finding, fixes: report.fixes };
}

/** What is known from the reference layer or a published description is never an error. */
function mayBeError({ kind }: FindingProvenance): boolean {
  return kind !== 'reference' && kind !== 'described';
}

function isRefusal(provenance: FindingProvenance): boolean {
  return provenance.kind === 'reference' && provenance.isRefused === true;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Returns the findings without those that a comment of their block suppresses. */
export function withoutSuppressed<T extends Pick<Finding, 'rule' | 'span'>>(
  findings: readonly T[],
  suppressions: readonly Suppression[],
): readonly T[] {
  if (suppressions.length === 0 || findings.length === 0) return findings;
  const lines = suppressedLines(suppressions);
  return findings.filter(({ rule, span: { start } }) => {
    const line = lines[firstIndexWhere(lines, ({ target }) => target.end >= start)];
    const since = Math.min(line?.since.get(rule) ?? Infinity, line?.since.get(everyRule) ?? Infinity);
    return line === undefined || since === Infinity || start < Math.min(since, line.target.start);
  });
}

interface SuppressedLine {
  readonly target: Span;
  /** By rule, the end of the first comment that suppresses it: comments between that one and its line belong to the line. */
  readonly since: ReadonlyMap<string, number>;
}

/** Means all rules, for a comment that names none. */
const everyRule = '';

/** Returns the lines to which the comments apply, in the order of the text. */
function suppressedLines(suppressions: readonly Suppression[]): readonly SuppressedLine[] {
  const lines: (SuppressedLine & { readonly since: Map<string, number> })[] = [];
  for (const { target, rules, span } of suppressions) {
    const last = lines.at(-1);
    const line = last?.target.start === target.start ? last : { target, since: new Map<string, number>() };
    if (line !== last) lines.push(line);
    for (const rule of rules.length === 0 ? [everyRule] : rules.map(({ text }) => text)) {
      if (!line.since.has(rule)) line.since.set(rule, span.end + 1);
    }
  }
  return lines;
}

/** Returns the findings in the order of the text. */
export function sortedFindings<T extends Finding>(findings: readonly T[]): readonly T[] {
  if (findings.length < 2) return findings;
  return [...findings].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** Returns whether two lists of findings of a block say the same. */
export function areSameFindings(a: readonly Finding[], b: readonly Finding[]): boolean {
  return a.length === b.length && a.every((finding, at) => isSameFinding(finding, b[at] ?? finding));
}

function isSameFinding(a: Finding, b: Finding): boolean {
  if (a === b) return true;
  const [one, other] = [a.related ?? [], b.related ?? []];
  return (
    a.rule === b.rule &&
    a.severity === b.severity &&
    a.message === b.message &&
    a.span.start === b.span.start &&
    a.span.end === b.span.end &&
    a.isFixable === b.isFixable &&
    a.isRefused === b.isRefused &&
    a.provenance === b.provenance &&
    one.length === other.length &&
    one.every(({ message, span, block: identity }, at) => {
      const same = other[at];
      return (
        same?.message === message &&
        same.block === identity &&
        same.span.start === span.start &&
        same.span.end === span.end
      );
    })
  );
}
