import type { Binding } from '../binding/model';
import { behavesSo } from '../binding/vendor-facts';
import { isRecorded } from './support/bound-values';
import type { FormattedText } from './support/formats';
import { formattedParameter, hasFormat, formattedValue } from './support/formats';
import type { BlockRule, Reporter } from './rule';
import { code, inList } from './support/wording';

/** Reports a byte size that is not a number with a known unit. */
export const malformedByteSize: BlockRule = {
  id: 'malformed-byte-size',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a byte size that is not a number with a known unit.',
    why: 'Servers refuse a size without a unit or with an unknown unit, such as `40mb/s`. A rate is also written as a size: the bytes per second.',
    remedy: 'Write a number and a unit, for example `40mb`.',
  },
  concerns: (shape) => shape.type === 'string' && shape.format === 'byte-size',
  passes: () => ({ text: isUsual }),
  value(value, binding, report) {
    const formatted = isRecorded(value, binding) ? undefined : formattedValue(value, 'byte-size');
    if (formatted !== undefined) checkByteSize(formatted, binding, report);
  },
  concernsParameter: (field) => hasFormat(field, 'byte-size'),
  parameter(parameter, binding, report) {
    const formatted = binding.operation?.isOutline ? undefined : formattedParameter(parameter, 'byte-size');
    if (formatted !== undefined) checkByteSize(formatted, binding, report);
  },
};

/** Returns whether a text is up to three digits and one of the units. */
function isUsual(text: string, { service }: Binding): boolean {
  const digits = /^\d{1,3}(?=[a-z]+$)/.exec(text)?.[0];
  const units = service?.byteUnits;
  return units === undefined || (digits !== undefined && units.units.includes(text.slice(digits.length)));
}

function checkByteSize({ text, span }: FormattedText, binding: Binding, report: Reporter): void {
  const units = binding.service?.byteUnits;
  if (units === undefined || units.unitless.includes(text.trim())) return;
  const unit = /^\s*\d+(?:\.\d+)?\s*([a-z]+)\s*$/i.exec(text)?.[1]?.toLowerCase();
  if (unit !== undefined && units.units.includes(unit)) {
    if (text.includes('.') && units.fractions !== undefined && behavesSo(units.fractions, binding) === false) {
      const message = `${code(text)} has a fraction, which the target refuses. Write a whole number with a smaller unit.`;
      report({ message, span, provenance: units.provenance });
      return;
    }
    if (Number.parseFloat(text) * 1024 ** exponentOf(unit) <= 2 ** 63) return;
    report({
      message: `${code(text)} is more than ${code('9223372036854775807b')}, the largest size.`,
      span,
      provenance: units.provenance,
    });
    return;
  }
  const subject = text.trim() === '' ? 'An empty string' : code(text);
  report({
    message: `${subject} is not a number with a known unit: ${inList(units.units)}.`,
    span,
    provenance: units.provenance,
  });
}

/** Returns the power of 1024 that a unit stands for: each letter is 1024 times the one before. */
function exponentOf(unit: string): number {
  return Math.max(0, 'bkmgtp'.indexOf(unit.charAt(0)));
}
