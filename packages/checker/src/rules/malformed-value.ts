import type { Binding, BoundValue } from '../binding/model';
import type { TextShape } from '@rulebook/catalogue/shape';
import { textFormatNamed, type FormatOfText } from '@rulebook/text/text-formats';
import { isRecorded, stringOf } from './support/bound-values';
import { checkedParameters, someChecked } from './support/checked-parameters';
import type { BlockRule, Report } from './rule';
import { capitalized, code, labelOf, provenanceOf, quoted, typeProvenanceOf } from './support/wording';

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
    if (format === undefined || text === undefined) return;
    const provenance = provenanceOf(value, binding);
    const offset = offsetIn(format, text, binding);
    if (offset !== undefined) {
      const start = value.span.start + 1;
      const isAsWritten = value.span.end - start - 1 === text.length;
      const at = isAsWritten ? insertionOf(start, text) : undefined;
      report(offsetReport(labelOf(value), { offset, at }, { span: value.span, provenance }));
      return;
    }
    if (isAccepted(format, text)) return;
    report({ message: malformedMessage(labelOf(value), format), span: value.span, provenance });
  },
  concernsParameter: ({ shape }) =>
    someChecked(shape, (part) => part.type === 'string' && formatOf(part) !== undefined),
  parameter(parameter, binding, report) {
    if (binding.operation?.isOutline) return;
    for (const part of checkedParameters(parameter)) {
      const { shape } = part.field;
      const format = shape.type === 'string' ? formatOf(shape) : undefined;
      if (format === undefined) continue;
      const { span } = part;
      const provenance = typeProvenanceOf(part.field);
      const label = code(part.field.name);
      const offset = offsetIn(format, part.text, binding);
      if (offset !== undefined)
        report(
          offsetReport(
            label,
            { offset, at: insertionOf(span.end - part.text.length, part.text) },
            { span, provenance },
          ),
        );
      else if (!isAccepted(format, part.text)) report({ message: malformedMessage(label, format), span, provenance });
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

/** Returns an offset such as `+0200`, without the colon that RFC 3339 has in it. What published services accept is known, and not reported. */
function offsetIn({ name }: FormatOfText, text: string, { service }: Binding): string | undefined {
  if (name !== textFormatNamed('date-time')?.name || service?.leniency !== undefined) return undefined;
  return /\d{2}:\d{2}:\d{2}(?:\.\d+)?([+-]\d{4})$/.exec(text)?.[1];
}

/** Returns where the colon belongs: in front of the last two digits. */
function insertionOf(start: number, text: string): number {
  return start + text.length - 2;
}

function offsetReport(
  label: string,
  { offset, at }: { readonly offset: string; readonly at: number | undefined },
  { span, provenance }: Pick<Report, 'span' | 'provenance'>,
): Report {
  const meant = `${offset.slice(0, 3)}:${offset.slice(3)}`;
  return {
    message: capitalized(`${label} must have a colon in its offset: ${code(meant)}, not ${code(offset)}.`),
    span,
    provenance,
    fixes: () =>
      at === undefined
        ? []
        : [
            {
              title: `Change to ${quoted(meant)}`,
              edits: [{ span: { start: at, end: at }, newText: ':' }],
              isSafe: true,
            },
          ],
  };
}
