import type { TextFormat } from '../../catalogue/model';
import type { Field, Provenance, Shape } from '../../catalogue/model';
import type { BoundParameter, BoundValue } from '../../binding/model';
import type { Span } from '../../text/span';
import { isKnownText, shapesOf, stringOf } from './bound-values';

/** A text whose format the catalogue names. */
export interface FormattedText {
  readonly text: string;
  readonly span: Span;
  readonly field?: Field;
  readonly provenance?: Provenance;
}

/** Returns the value's text when its shape has the format and nothing in it is a variable. */
export function formattedValue(value: BoundValue, format: TextFormat): FormattedText | undefined {
  if (value.isMismatch || !hasFormat(value.shape, format)) return undefined;
  const text = stringOf(value);
  if (text === undefined) return undefined;
  return { text, span: value.span, ...(value.field === undefined ? {} : { field: value.field }) };
}

/** Returns the parameter's text when its shape has the format and nothing in it is a variable. */
export function formattedParameter(parameter: BoundParameter, format: TextFormat): FormattedText | undefined {
  if (!isKnownText(parameter) || !shapesOf(parameter.field.shape).some((shape) => hasFormat(shape, format)))
    return undefined;
  return { text: parameter.text, span: parameter.span, field: parameter.field };
}

function hasFormat(shape: Shape, format: TextFormat): boolean {
  return shape.type === 'string' && shape.format === format;
}
