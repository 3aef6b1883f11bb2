import { stringOf } from './support/bound-values';
import { memberNamed, valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

/** Reports a mapping whose only field takes the whole document. */
export const undividedDocument = defineConstraintRule({
  id: 'undivided-document',
  scope: 'constraint',
  severity: 'hint',
  docs: {
    what: 'Reports a mapping with a flattened field and no other.',
    why: 'A flattened field keeps all its leaves as keywords, without numbers, dates and full text. It is made for parts of a document whose keys are not known, not for whole documents.',
    remedy: 'Give the members that you search their own fields, and leave the rest to the flattened one.',
    valid: [
      'PUT /books\n\n{ "mappings": { "properties": { "title": { "type": "text" }, "labels": { "type": "flattened" } } } }\n',
    ],
    invalid: ['PUT /books\n\n{ "mappings": { "properties": { "book": { "type": "flattened" } } } }\n'],
  },
  check(element, { options, provenance }, binding, report) {
    // An index that is there already may have other fields.
    if (binding.operation?.indexEffect === 'map') return;
    const value = valueOfConstrained(element);
    const [only, ...others] = value?.members ?? [];
    if (only?.value === undefined || only.isOpaque || others.length > 0) return;
    const type = memberNamed(only.value, options.member)?.value;
    if (type === undefined || stringOf(type) !== options.value) return;
    report({ message: options.message, span: only.keySpan, provenance });
  },
});
