import { childCount } from '@rulebook/json/placed-node';
import { stringOf } from '@rulebook/checker/rules/support/bound-values';
import { memberNamed, valueOfConstrained } from '@rulebook/checker/rules/support/constrained';
import { defineConstraintRule } from '@rulebook/checker/rules/rule';

declare module '@rulebook/catalogue/constraints' {
  interface ConstraintOptions {
    /** The map has only one entry, whose `member` has the value. */
    'undivided-document': { readonly member: string; readonly value: string; readonly message: string };
  }
}

/** Reports a mapping whose only field is a flattened field. */
export const undividedDocument = defineConstraintRule({
  id: 'undivided-document',
  category: 'style',
  severity: 'hint',
  docs: {
    what: 'Reports a mapping whose only field is a flattened field.',
    why: 'A flattened field stores all its values as keywords, without numbers, dates and full text. It is meant for the parts of a document whose keys are unknown, not for whole documents.',
    remedy: 'Map the members that you search as their own fields, and use the flattened field for the rest.',
  },
  passes: () => ({ node: (node) => childCount(node) !== 1 }),
  check(element, { options, provenance }, binding, report) {
    // An existing index may have other fields.
    if (binding.operation?.indexEffect === 'map') return;
    const value = valueOfConstrained(element);
    const [only, ...others] = value?.members ?? [];
    if (only?.value === undefined || only.isOpaque || others.length > 0) return;
    const type = memberNamed(only.value, options.member)?.value;
    if (type === undefined || stringOf(type) !== options.value) return;
    report({ message: options.message, span: only.keySpan, provenance });
  },
});
