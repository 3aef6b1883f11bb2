import type { Finding } from '../rules/rule';
import { overlaps, type Span } from '../text/span';
import type { CodeAction } from './model';

/** Returns the quick fixes of the findings that overlap the span. */
export function codeActionsFor(findings: readonly Finding[], span: Span): readonly CodeAction[] {
  return findings
    .filter((finding) => overlaps(finding.span, span))
    .flatMap((finding) =>
      (finding.fixes?.() ?? []).map((fix, index) => ({
        title: fix.title,
        edits: fix.edits,
        isPreferred: index === 0 && fix.isSafe,
        rule: finding.rule,
        findingSpan: finding.span,
      })),
    );
}
