import type { Fact } from '../catalogue/facts';
import { hasRequestLine, isRecorded } from './support/bound-values';
import type { BlockRule } from './rule';
import { code } from './support/wording';

/** Reports an operation, parameter or field that is deprecated. */
export const deprecatedElement: BlockRule = {
  id: 'deprecated-element',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  since: '0.1.0',
  docs: {
    what: 'Reports an operation, parameter or field that is deprecated.',
    why: 'It still works, but it will be removed.',
    remedy:
      'Use the replacement that the message names. If you still need the old one, write `# rulebook-ignore deprecated-element` above the line.',
  },
  request(binding, report) {
    const { operation, request } = binding;
    if (operation?.deprecated === undefined || !hasRequestLine(binding)) return;
    report({
      message: `This operation is deprecated. ${operation.deprecated}`,
      span: request.target.path.span,
      provenance: provenanceOf(operation),
      tag: 'deprecated',
    });
  },
  parameter({ field, nameSpan }, _binding, report) {
    if (field.deprecated === undefined) return;
    const message = `${code(field.name)} is deprecated. ${field.deprecated}`;
    report({ message, span: nameSpan, provenance: provenanceOf(field), tag: 'deprecated' });
  },
  concerns: (_shape, field) => field?.deprecated !== undefined,
  value(value, binding, report) {
    const { field, anchor } = value;
    if (field?.deprecated === undefined || isRecorded(value, binding)) return;
    const message = `${code(field.name)} is deprecated. ${field.deprecated}`;
    report({ message, span: anchor, provenance: provenanceOf(field), tag: 'deprecated' });
  },
};

function provenanceOf(fact: Fact) {
  return fact.deprecatedBy ?? fact.provenance;
}
