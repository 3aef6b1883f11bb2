import type { ByteUnits } from '../catalogue/model';
import { isRecorded } from './support/bound-values';
import type { FormattedText } from './support/formats';
import { formattedParameter, formattedValue } from './support/formats';
import type { BlockRule, Reporter } from './rule';
import { code, listOf } from './support/wording';

/** Reports a byte size that is not a number followed by a unit. */
export const malformedByteSize: BlockRule = {
  id: 'malformed-byte-size',
  scope: 'block',
  severity: 'warning',
  docs: {
    what: 'Reports a byte size that is not a number followed by a known unit.',
    why: 'Servers refuse a size whose unit is missing or unknown, such as `40mb/s`. A speed is a size too: the bytes of one second.',
    remedy: 'Write a number and a unit, for example `40mb`.',
    valid: [
      'PUT /_snapshot/backup\n\n{ "type": "fs", "settings": { "location": "/mnt/backup", "max_snapshot_bytes_per_sec": "40mb" } }\n',
    ],
    invalid: [
      'PUT /_snapshot/backup\n\n{ "type": "fs", "settings": { "location": "/mnt/backup", "max_snapshot_bytes_per_sec": "40mb/s" } }\n',
      'PUT /_snapshot/backup\n\n{ "type": "fs", "settings": { "location": "/mnt/backup", "chunk_size": "1gig" } }\n',
    ],
  },
  concerns: (shape) => shape.type === 'string' && shape.format === 'byte-size',
  value(value, binding, report) {
    const formatted = isRecorded(value, binding) ? undefined : formattedValue(value, 'byte-size');
    if (formatted !== undefined) check(formatted, binding.service?.byteUnits, report);
  },
  parameter(parameter, binding, report) {
    const formatted = binding.operation?.isOutline ? undefined : formattedParameter(parameter, 'byte-size');
    if (formatted !== undefined) check(formatted, binding.service?.byteUnits, report);
  },
};

function check({ text, span }: FormattedText, units: ByteUnits | undefined, report: Reporter): void {
  if (units === undefined || units.unitless.includes(text.trim())) return;
  const unit = /^\s*\d+(?:\.\d+)?\s*([a-z]+)\s*$/i.exec(text)?.[1]?.toLowerCase();
  if (unit !== undefined && units.units.includes(unit)) return;
  const subject = text.trim() === '' ? 'An empty text' : code(text);
  report({
    message: `${subject} is not a number followed by a known unit, which is ${listOf(units.units)}.`,
    span,
    provenance: units.provenance,
  });
}
