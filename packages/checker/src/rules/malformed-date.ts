import { formattedParameter, hasFormat, formattedValue } from './support/formats';
import { isCalendarDate } from '@rulebook/text/text-formats';
import { isRecorded } from './support/bound-values';
import type { BlockRule } from './rule';
import { code, provenanceOf, typeProvenanceOf } from './support/wording';

/** Reports a value that is not a date where one is documented. */
export const malformedDate: BlockRule = {
  id: 'malformed-date',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a value that is not a date of the form `YYYY-MM-DD`, or is not a day of the calendar, such as `2026-02-30`.',
    why: 'Where versions of a service are dates, any other value names no version.',
    remedy: 'Write a date such as `2022-11-28`.',
  },
  concerns: (shape) => shape.type === 'string' && shape.format === 'date',
  value(value, binding, report) {
    const formatted = isRecorded(value, binding) ? undefined : formattedValue(value, 'date');
    if (formatted === undefined || isDate(formatted.text)) return;
    const { text, span } = formatted;
    report({
      message: `${code(text)} is not a date such as ${code('2022-11-28')}.`,
      span,
      provenance: provenanceOf(value, binding),
    });
  },
  concernsParameter: (field) => hasFormat(field, 'date'),
  parameter(parameter, _binding, report) {
    const formatted = formattedParameter(parameter, 'date');
    if (formatted === undefined || isDate(formatted.text)) return;
    const { text, span } = formatted;
    const example = parameter.field.default ?? parameter.field.example ?? '2022-11-28';
    const date = example.replace(/^"|"$/g, '');
    report({
      message: `${code(text)} is not a date such as ${code(date)}.`,
      span,
      provenance: typeProvenanceOf(parameter.field),
    });
  },
};

/** Returns whether the text is a date as the services write them. */
export function isDate(text: string): boolean {
  return isCalendarDate(text);
}
