import { memberNamed, sourceOfBinding, listedTexts, valueOfConstrained } from './support/constrained';
import { propertyAt, removeChild } from './support/json-edits';
import { defineConstraintRule } from './rule';
import { code, quoted } from './support/wording';
import { lacking } from './support/written-keys';

/** Reports a flag that applies to patterns, next to a list without patterns. */
export const ineffectiveFlag = defineConstraintRule({
  id: 'ineffective-flag',
  category: 'style',
  severity: 'hint',
  docs: {
    what: 'Reports a flag that applies to patterns, next to a list without patterns.',
    why: 'The flag has no effect on full names.',
    remedy: 'Remove the flag; the quick fix does this.',
  },
  passes: ({ options: { flag } }, shape) => lacking(shape, flag),
  check(element, { options, provenance }, binding, report) {
    const value = valueOfConstrained(element);
    const flag = value === undefined ? undefined : memberNamed(value, options.flag);
    if (value === undefined || flag?.value?.node.value !== true) return;
    const list = memberNamed(value, options.list)?.value;
    if (list === undefined || list.isMismatch) return;
    const names = listedTexts(list);
    if (names === undefined || names.length === 0 || names.some((name) => /[*?]|^\/.*\/$/.test(name))) return;
    report({
      message: `${code(options.flag)} has no effect, because ${code(options.list)} contains no pattern.`,
      span: flag.keySpan,
      provenance,
      tag: 'unnecessary',
      fixes: () => {
        const property = propertyAt(value.node, flag.span.start);
        if (property === undefined) return [];
        const edits = [removeChild(sourceOfBinding(binding), value.node, property)];
        return [{ title: `Remove ${quoted(options.flag)}`, edits, isSafe: true }];
      },
    });
  },
});
