import { parseAssert } from '@rulebook/request-file/syntax/asserts/parse-assert';
import { schemaFilesOf } from '../binding/inclusion';
import type { BlockRule } from './rule';
import { changeTo } from './support/change-to';
import { code } from './support/wording';

/** Reports an assert that cannot be evaluated. */
export const malformedAssert: BlockRule = {
  id: 'malformed-assert',
  scope: 'block',
  category: 'file-syntax',
  severity: 'warning',
  docs: {
    what: 'Reports a mistake in an assert (`?? status == 201`): an unknown word or operator, a missing value, an invalid JSONPath, XPath or regular expression, and a JSON Schema whose file cannot be read.',
    why: 'Such an assert cannot be evaluated. `rulebook run` reports it as an error, never as passed.',
    remedy:
      'Write what is checked, an operator and a value: `?? status == 201`, `?? header location exists`, `?? $.items[0].id == 3`.',
  },
  within: ['asserts'],
  block(block, report, { include }) {
    const { text, asserts } = block;
    for (const { assert, span: line } of asserts) {
      const parsed = parseAssert(assert.text);
      if (parsed.kind !== 'malformed') continue;
      const { message, meant } = parsed;
      const { start } = assert.span;
      // While the line is only the question marks, there is no word to mark.
      const marks = text.indexOf('??', line.start);
      const span =
        assert.text === ''
          ? { start: marks, end: marks + 2 }
          : { start: start + parsed.span.start, end: start + parsed.span.end };
      report({ message, span, provenance: { kind: 'syntax' }, fixes: () => changeTo(meant, span) });
    }
    for (const schema of include === undefined ? [] : schemaFilesOf(block)) {
      const found = include?.(schema);
      if (found?.kind !== 'unreadable') continue;
      const message = `The schema ${code(schema.path)} cannot be read: ${found.cause}.`;
      report({ message, span: schema.span, provenance: { kind: 'syntax' } });
    }
  },
};
