import { textOfConstrained, valueOfConstrained } from './support/constrained';
import { doubleBackslashes } from './support/json-edits';
import { defineConstraintRule } from './rule';

/** Reports a path in which a single backslash and its next letter became a control character. */
export const unescapedBackslash = defineConstraintRule({
  id: 'unescaped-backslash',
  scope: 'constraint',
  severity: 'warning',
  docs: {
    what: 'Reports a path with a control character, which is what a single backslash before `b`, `f`, `n`, `r` or `t` makes.',
    why: 'JSON reads `\\b` as one character, so the path is another one than it seems. Before other letters a single backslash makes the body unreadable.',
    remedy: 'Double each backslash of the path; the quick fix does it.',
    valid: ['PUT /_snapshot/backup\n\n{ "type": "fs", "settings": { "location": "E:\\\\backups\\\\new" } }\n'],
    invalid: ['PUT /_snapshot/backup\n\n{ "type": "fs", "settings": { "location": "E:\\backups\\new" } }\n'],
  },
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
