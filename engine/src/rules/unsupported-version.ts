import type { Version } from '../catalogue/model';
import { hasRequestLine, isRecorded, scalarTextOf } from './bound-values';
import type { BlockRule } from './rule';
import { code, provenanceOf } from './wording';

/** Reports an element that the target's version does not know yet. */
export const unsupportedVersion: BlockRule = {
  id: 'unsupported-version',
  scope: 'block',
  severity: 'warning',
  docs: {
    what: 'Reports a field, value or operation that is newer than the target.',
    why: 'The target refuses what it does not know. The rule is silent where no version is set.',
    remedy:
      'Leave the element out, or correct the version: `# @target 8.15.0` above the request, or `version` of the endpoint.',
    valid: [
      '# @target 8.15.0\nPUT /_security/api_key\n\n{ "role_descriptors": { "r": { "remote_indices": [] } } }\n',
      'PUT /_security/api_key\n\n{ "role_descriptors": { "r": { "remote_indices": [] } } }\n',
    ],
    invalid: [
      '# @target 8.12.0\nPUT /_security/api_key\n\n{ "role_descriptors": { "r": { "remote_indices": [] } } }\n',
    ],
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
  return `${code(name)} is known since ${since}; the target is ${version ?? 'older'}.`;
}

function isOlder(version: Version | undefined, since: Version): boolean {
  if (version === undefined || !/^\d+\.\d+\.\d+$/.test(version)) return false;
  const mine = version.split('.').map(Number);
  const needed = since.split('.').map(Number);
  for (let index = 0; index < 3; index++) {
    const difference = (mine[index] ?? 0) - (needed[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
