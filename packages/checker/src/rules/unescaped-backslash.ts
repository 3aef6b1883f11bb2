import { textOfConstrained, valueOfConstrained } from './support/constrained';
import { doubleBackslashes } from './support/json-edits';
import { defineConstraintRule } from './rule';

/** Reports a path in which a single backslash and the next letter form a control character. */
export const unescapedBackslash = defineConstraintRule({
  id: 'unescaped-backslash',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a path with a control character, which a single backslash before `b`, `f`, `n`, `r` or `t` produces.',
    why: 'JSON reads `\\b` as one character, so the path is not what it looks like. Before other letters, a single backslash makes the body invalid.',
    remedy: 'Double each backslash of the path; the quick fix does this.',
  },
  passes: () => ({ text: (text) => !/[\b\f\n\r\t]/.test(text) }),
  check(element, { options, provenance }, binding, report) {
    const node = valueOfConstrained(element)?.node;
    const scalar = textOfConstrained(element);
    if (node?.type !== 'string' || scalar === undefined) return;
    const { span } = scalar;
    const source = binding.block.text.slice(span.start, span.end);
    if (!/^"(?:[^\\]|\\.)*\\[bfnrt]/s.test(source)) return;
    report({
      message: options.message,
      span,
      provenance,
      fixes: () => [
        { title: 'Double the backslashes', edits: [{ span, newText: doubleBackslashes(source) }], isSafe: false },
      ],
    });
  },
});
