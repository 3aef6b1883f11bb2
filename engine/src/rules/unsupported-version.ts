import { isOlder } from '../binding/target';
import type { Version } from '../catalogue/facts';
import { hasRequestLine, isRecorded, scalarTextOf } from './support/bound-values';
import type { BlockRule } from './rule';
import { code, provenanceOf } from './support/wording';

/** Reports an element that the version of the target does not know yet. */
export const unsupportedVersion: BlockRule = {
  id: 'unsupported-version',
  scope: 'block',
  category: 'correctness',
  severity: 'information',
  since: '0.1.0',
  docs: {
    what: 'Reports a field, value or operation that is newer than the target version.',
    why: 'The target does not know the element and may refuse the request. If no version is known, nothing is reported; the hover shows since which version an element exists.',
    remedy:
      'Remove the element, or correct the version: `# @target 8.15` above the request, or `version` in the endpoint.',
  },
  request(binding, report) {
    const { operation, version, request } = binding;
    if (operation?.since === undefined || !isOlder(version, operation.since) || !hasRequestLine(binding)) return;
    const message = messageFor(operation.title, operation.since, version);
    report({ message, span: request.target.path.span, provenance: operation.provenance });
  },
  parameter({ field, nameSpan }, { version }, report) {
    if (field.since === undefined || !isOlder(version, field.since)) return;
    const message = messageFor(field.name, field.since, version);
    report({ message, span: nameSpan, provenance: field.provenance });
  },
  concerns: (shape, field) =>
    field?.since !== undefined ||
    (shape.type === 'string' && shape.values?.values.some(({ since }) => since !== undefined) === true),
  value(value, binding, report) {
    const { version } = binding;
    if (version === undefined || isRecorded(value, binding)) return;
    const { field, shape } = value;
    if (field?.since !== undefined && isOlder(version, field.since)) {
      const message = messageFor(field.name, field.since, version);
      report({ message, span: value.anchor, provenance: field.provenance });
    }
    const values = shape.type === 'string' && !value.isMismatch ? shape.values : undefined;
    const text = values === undefined ? undefined : scalarTextOf(value);
    const known = text === undefined ? undefined : values?.values.find((entry) => String(entry.value) === text);
    if (known?.since === undefined || !isOlder(version, known.since)) return;
    report({
      message: messageFor(String(known.value), known.since, version),
      span: value.span,
      provenance: known.provenance ?? values?.provenance ?? provenanceOf(value, binding),
    });
  },
};

function messageFor(name: string, since: Version, version: Version | undefined): string {
  return `${code(name)} requires version ${since} or later; the target is ${version ?? 'older'}.`;
}
