import { withoutCredentials } from '@rulebook/catalogue/masking/without-credentials';
import type { Finding, FixableFinding } from '@rulebook/checker/rules/rule';
import { overlaps, touches, type Span } from '@rulebook/text/span';
import type { CodeAction } from '../model';

/** Returns whether the span overlaps the finding, or starts at one of its ends. */
export function isAt(finding: Finding, span: Span): boolean {
  return overlaps(finding.span, span) || touches(finding.span, span.start);
}

/** Returns the quick fixes of the findings that the span overlaps or touches. */
export function codeActionsFor(findings: readonly FixableFinding[], span: Span): readonly CodeAction[] {
  return findings
    .filter((finding) => isAt(finding, span))
    .flatMap((finding) => {
      const fixes = finding.fixes?.() ?? [];
      return fixes.map(({ title, edits, isSafe }, index) => ({
        title: withoutCredentials(title),
        edits,
        // Editors apply the preferred fix without asking, so only a fix that keeps the meaning may be preferred.
        isPreferred: isSafe && index === 0,
        rule: finding.rule,
        findingSpan: finding.span,
      }));
    });
}
