import { isParameter, templateSegments } from '@rulebook/paths/match-operation';
import { hasRequestLine } from './support/bound-values';
import type { BlockRule } from './rule';
import { quoted } from './support/wording';

/** Reports a former form of a documented path. */
export const deprecatedPath: BlockRule = {
  id: 'deprecated-path',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a path in a form that is not, or no longer, the documented one.',
    why: 'The service may stop accepting this form at any time.',
    remedy: 'Use the documented path; the quick fix changes it.',
  },
  within: ['unmatched-path'],
  request(binding, report) {
    const { match, segments } = binding;
    if (match.kind !== 'former-path' || !hasRequestLine(binding)) return;
    const { former, operation } = match;
    const old = templateSegments(former.template);
    const present = templateSegments(operation.path);
    const last = segments.slice(0, old.length);
    const start = last[0]?.span.start;
    const end = last[last.length - 1]?.span.end;
    if (start === undefined || end === undefined) return;
    const texts = new Map<string, string>();
    old.forEach((word, index) => {
      if (isParameter(word)) texts.set(word, segments[index]?.text ?? '');
    });
    const changed = old.findIndex((word, index) => word !== present[index]);
    const marked = segments[changed] ?? last[last.length - 1];
    const newPath = present.map((word) => texts.get(word) ?? word).join('/');
    report({
      message: former.message,
      span: marked === undefined ? { start, end } : marked.span,
      severity: former.severity,
      provenance: former.provenance,
      tag: 'deprecated',
      fixes: () => [
        {
          title: `Change to ${quoted(`/${present[present.length - 1] ?? ''}`)}`,
          edits: [{ span: { start, end }, newText: newPath }],
          isSafe: true,
        },
      ],
    });
  },
};
