import type { Binding, BoundParameter, BoundValue } from '../binding/model';
import type { TextShape } from '../catalogue/shape';
import { textFormatNamed, type FormatOfText } from '../text/text-formats';
import { isKnownText, isRecorded, shapesOf, stringOf } from './support/bound-values';
import type { BlockRule } from './rule';
import { capitalized, code, labelOf, provenanceOf } from './support/wording';
import { decodedTextOf } from './support/parameter-text';

/** Reports a string that is not in the common format of its element, such as a UUID. */
export const malformedValue: BlockRule = {
  id: 'malformed-value',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  since: '0.1.0',
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
      message: messageOf(labelOf(value), format),
      span: value.span,
      provenance: provenanceOf(value, binding),
    });
  },
  parameter(parameter, binding, report) {
    const format = binding.operation?.isOutline === true ? undefined : formatOfParameter(parameter);
    if (format === undefined || isAccepted(format, decodedTextOf(parameter))) return;
    report({
      message: messageOf(code(parameter.field.name), format),
      span: parameter.span,
      provenance: parameter.field.provenance,
    });
  },
};

function checkedFormatOf(value: BoundValue, binding: Binding): FormatOfText | undefined {
  const { shape, isMismatch } = value;
  return shape.type !== 'string' || isMismatch || isRecorded(value, binding) ? undefined : formatOf(shape);
}

function formatOf({ format }: TextShape): FormatOfText | undefined {
  return format === undefined ? undefined : textFormatNamed(format);
}

/** Of a choice, another option may accept the text. */
function formatOfParameter(parameter: BoundParameter): FormatOfText | undefined {
  if (!isKnownText(parameter)) return undefined;
  const shapes = shapesOf(parameter.field.shape);
  const [shape] = shapes;
  return shapes.length === 1 && shape?.type === 'string' ? formatOf(shape) : undefined;
}

/** An empty string often means that there is no value. */
function isAccepted(format: FormatOfText, text: string): boolean {
  return text === '' || format.accepts(text);
}

function messageOf(label: string, { noun, example }: FormatOfText): string {
  return capitalized(`${label} must be ${noun} such as ${code(example)}.`);
}
