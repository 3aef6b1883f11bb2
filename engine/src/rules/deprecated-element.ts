import type { Fact } from '../catalogue/model';
import { hasRequestLine, isRecorded } from './support/bound-values';
import type { BlockRule } from './rule';
import { code } from './support/wording';

/** Reports an operation, parameter or field that is deprecated. */
export const deprecatedElement: BlockRule = {
  id: 'deprecated-element',
  scope: 'block',
  severity: 'warning',
  docs: {
    what: 'Reports an operation, a parameter or a field that is deprecated.',
    why: 'It still works, but it is going to be taken away.',
    remedy:
      'Use what the message names in its place. Where the old one is still needed, `# rulebook-ignore deprecated-element` above the line says so.',
    valid: ['GET /repos/octocat/hello-world/hooks\n'],
    invalid: ['GET /projects/1/collaborators\n', 'DELETE /projects/1/collaborators/octocat\n'],
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
