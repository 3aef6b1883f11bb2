import type { Binding, BoundValue } from '../binding/model';
import type { TextShape } from '@rulebook/catalogue/shape';
import { textFormatNamed, type FormatOfText } from '@rulebook/text/text-formats';
import { isRecorded, stringOf } from './support/bound-values';
import { checkedParameters, someChecked } from './support/checked-parameters';
import type { BlockRule } from './rule';
import { capitalized, code, labelOf, provenanceOf, typeProvenanceOf } from './support/wording';

/** Reports a string that is not in the common format of its element, such as a UUID. */
export const malformedValue: BlockRule = {
  id: 'malformed-value',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a string that is not in the format that is described for it, such as a UUID.',
    why: 'The service refuses the value, or reads it as something else. The formats are dates with times, times, durations, email addresses, host names, IP addresses, URIs, UUIDs, JSON pointers, regular expressions and Base64. Variants that servers are known to accept are not reported.',
    remedy: 'Write the value in the form of the example in the message.',
  },
  concerns: (shape) => shape.type === 'string' && formatOf(shape) !== undefined,
  value(value, binding, report) {
    const format = checkedFormatOf(value, binding);
    const text = format === undefined ? undefined : stringOf(value);
    if (format === undefined || text === undefined || isAccepted(format, text)) return;
    report({
      message: malformedMessage(labelOf(value), format),
      span: value.span,
      provenance: provenanceOf(value, binding),
    });
  },
  concernsParameter: ({ shape }) =>
    someChecked(shape, (part) => part.type === 'string' && formatOf(part) !== undefined),
  parameter(parameter, binding, report) {
    if (binding.operation?.isOutline) return;
    for (const part of checkedParameters(parameter)) {
      const { shape } = part.field;
      const format = shape.type === 'string' ? formatOf(shape) : undefined;
      if (format === undefined || isAccepted(format, part.text)) continue;
      report({
        message: malformedMessage(code(part.field.name), format),
        span: part.span,
        provenance: typeProvenanceOf(part.field),
      });
    }
  },
};

function checkedFormatOf(value: BoundValue, binding: Binding): FormatOfText | undefined {
  const { shape, isMismatch } = value;
  return shape.type !== 'string' || isMismatch || isRecorded(value, binding) ? undefined : formatOf(shape);
}

function formatOf({ format }: TextShape): FormatOfText | undefined {
  return format === undefined ? undefined : textFormatNamed(format);
}

/** An empty string often means that there is no value. */
function isAccepted(format: FormatOfText, text: string): boolean {
  return text === '' || format.accepts(text);
}

function malformedMessage(label: string, { noun, example }: FormatOfText): string {
  return capitalized(`${label} must be ${noun} such as ${code(example)}.`);
}
