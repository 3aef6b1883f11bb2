import {
  explainUnreplaced,
  unreplacedVariablesOf,
} from '@rulebook/request-file/syntax/other-tools/unreplaced-variables';
import type { Span } from '@rulebook/text/span';
import { hasRequestLine, isPlaceholder, isUnfilled } from './support/bound-values';
import type { BlockRule, Fix } from './rule';
import { code, quoted } from './support/wording';

/** Reports a placeholder of another notation in the path, which nothing replaces. */
export const unresolvedPlaceholder: BlockRule = {
  id: 'unresolved-placeholder',
  scope: 'block',
  category: 'file-syntax',
  severity: 'information',
  isAdvice: true,
  docs: {
    what: 'Reports a placeholder such as `{id}`, `<id>`, `:id`, `$ID` or `HOOK_ID` left in a path, `${id}` of another console in a path or query, and an unfinished variable such as `{{id}` in a request line or header field.',
    why: 'Nothing replaces the text. Variables are written with two braces. Rulebook sends a request with `${id}` or `{{id}` there only if you confirm it.',
    remedy: 'Write the value, or a variable such as `{{id}}`; the quick fix inserts one.',
  },
  within: ['unusual-headers', 'unusual-target'],
  request(binding, report) {
    if (!hasRequestLine(binding)) return;
    for (const variable of unreplacedVariablesOf(binding.block, binding.request)) {
      const { span, meant } = variable;
      report({
        message: explainUnreplaced(variable),
        span,
        severity: 'warning',
        provenance: { kind: 'syntax' },
        fixes: () => (meant === undefined ? [] : [toVariable(span, meant)]),
      });
    }
    if (binding.service === undefined) return;
    for (const segment of binding.segments) {
      const parameter = binding.path.find(({ span }) => span.start === segment.span.start);
      const isOpen = isPlaceholder(segment.text) || (parameter !== undefined && isUnfilled(parameter));
      if (segment.hasPlaceholder || !isOpen) continue;
      const name = segment.text.replace(/[{}<>:$]/g, '').replace(/[^\w-]/g, '_');
      report({
        message: `The placeholder ${code(segment.text)} has no value; write a value or a variable.`,
        span: segment.span,
        provenance: { kind: 'syntax' },
        fixes: () => [toVariable(segment.span, name)],
      });
    }
  },
};

function toVariable(span: Span, name: string): Fix {
  const newText = `{{${name}}}`;
  return { title: `Change to the variable ${quoted(newText)}`, edits: [{ span, newText }], isSafe: false };
}
