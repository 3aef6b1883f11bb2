import type { Severity } from '@rulebook/catalogue/facts';
import type { Finding, Rule } from '../rule';
import { noFindings as none } from './file-block';
import { prepareRules } from './prepare-rules';

/** Returns the findings with the severities that the user chose, without those that are switched off. */
export function withSeverities(
  findings: readonly Finding[],
  { severities }: { readonly severities: Readonly<Record<string, Severity | 'off'>> },
): readonly Finding[] {
  if (findings.length === 0) return none;
  if (!findings.some((finding) => severities[finding.rule])) return findings;
  return findings.flatMap((finding) => {
    const severity = severities[finding.rule] ?? finding.severity;
    return severity === 'off' ? [] : [{ ...finding, severity }];
  });
}

/** Joins the findings of the request and of the file, without those that a finding of the file supersedes at the same position. */
export function withoutSuperseded(
  own: readonly Finding[],
  across: readonly Finding[],
  rules: readonly Rule[],
): readonly Finding[] {
  if (across.length === 0 || own.length === 0) return joined(own, across);
  const { superseded } = prepareRules(rules);
  const fuller = across.filter(({ rule }) => superseded.has(rule));
  if (fuller.length === 0) return joined(own, across);
  const isSaid = ({ rule, span }: Finding): boolean =>
    fuller.some(
      (other) => superseded.get(other.rule) === rule && other.span.start === span.start && other.span.end === span.end,
    );
  return joined(
    own.filter((finding) => !isSaid(finding)),
    across,
  );
}

/** Returns the findings of both in the order of the text. */
export function joined(own: readonly Finding[], across: readonly Finding[]): readonly Finding[] {
  return across.length === 0 ? own : [...own, ...across].sort((a, b) => a.span.start - b.span.start);
}
