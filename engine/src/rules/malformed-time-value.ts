import { isRecorded } from './bound-values';
import type { FormattedText } from './formats';
import { formattedParameter, formattedValue } from './formats';
import type { BlockRule, FindingProvenance, Reporter } from './rule';
import { code, provenanceOf } from './wording';

/** Reports a time value that is not a number followed by a unit. */
export const malformedTimeValue: BlockRule = {
  id: 'malformed-time-value',
  scope: 'block',
  severity: 'warning',
  docs: {
    what: 'Reports a time value that is not a whole number followed by a unit.',
    why: 'A duration such as `7d` is meant; anything else is refused.',
    remedy: 'Write a whole number and a unit, for example `1d`, `12h` or `30m`.',
    valid: ['PUT /_security/api_key\n\n{ "expiration": "1d" }\n'],
    invalid: [
      'PUT /_security/api_key\n\n{ "expiration": "tomorrow" }\n',
      'PUT /_security/api_key\n\n{ "expiration": "2w" }\n',
    ],
  },
  value(value, binding, report) {
    const formatted = isRecorded(value, binding) ? undefined : formattedValue(value, 'time-value');
    if (formatted !== undefined) check(formatted, provenanceOf(value, binding), report);
  },
  parameter(parameter, binding, report) {
    const formatted = binding.operation?.isOutline ? undefined : formattedParameter(parameter, 'time-value');
    if (formatted !== undefined) check(formatted, parameter.field.provenance, report);
  },
};

/** `0` and `-1` stand without a unit. */
const bare = /^\s*(0|-1)\s*$/;
const units = /^\s*\d+\s*(nanos|micros|ms|s|m|h|d)\s*$/;

function check({ text, span, field }: FormattedText, provenance: FindingProvenance, report: Reporter): void {
  if (bare.test(text) || units.test(text)) return;
  if (!/^\s*\d/.test(text)) {
    report({
      message: `${text.trim() === '' ? 'An empty text' : code(text)} is not a time value such as ${code('1d')}.`,
      span,
      provenance,
    });
    return;
  }
  // The document does not list the units, so what follows a number is known by the weaker layer only.
  if (field === undefined || provenance.kind !== 'documented') return;
  const { document, section } = provenance;
  report({
    message: `${code(text)} is not a whole number followed by a known unit, such as ${code('1d')} or ${code('30m')}.`,
    span,
    provenance: {
      kind: 'reference',
      document,
      section,
      source: field.reference?.source ?? 'public reference of the service',
    },
  });
}
