import { typeProvenanceOf } from './wording';
import { acceptsParameter } from '../../binding/accepts-text';
import type { TextFormat } from '@rulebook/catalogue/shape';
import type { Field, Shape } from '@rulebook/catalogue/shape';
import type { Provenance } from '@rulebook/catalogue/facts';
import type { BoundParameter, BoundValue } from '../../binding/model';
import type { Span } from '@rulebook/text/span';
import { decodedTextOf } from './parameter-text';
import { isKnownText, shapesOf, stringOf } from './bound-values';

/** A text whose format is in the catalogue. */
export interface FormattedText {
  readonly text: string;
  readonly span: Span;
  readonly field?: Field;
  readonly provenance?: Provenance;
}

/** Returns the text of the value if its shape has the format and the text contains no placeholder. */
export function formattedValue(value: BoundValue, format: TextFormat): FormattedText | undefined {
  if (value.isMismatch || !isOfFormat(value.shape, format)) return undefined;
  const text = stringOf(value);
  if (text === undefined) return undefined;
  return { text, span: value.span, ...(value.field === undefined ? {} : { field: value.field }) };
}

/** Returns the text of the parameter if its shape has the format and the text contains no placeholder. */
export function formattedParameter(parameter: BoundParameter, format: TextFormat): FormattedText | undefined {
  const { field } = parameter;
  const text = decodedTextOf(parameter);
  const shapes = shapesOf(field.shape);
  if (!isKnownText(parameter) || !shapes.some((shape) => isOfFormat(shape, format))) return undefined;
  // A description lists what the service accepts, for example a duration or `-1`.
  const isOther = (shape: Shape): boolean => !isOfFormat(shape, format) && acceptsParameter(shape, text);
  if (typeProvenanceOf(field).kind === 'described' && shapes.some(isOther)) return undefined;
  return { text, span: parameter.span, field: parameter.field };
}

/** Returns whether a parameter of the field, or one of its options, has the format. */
export function hasFormat({ shape }: Field, format: TextFormat): boolean {
  return shapesOf(shape).some((option) => isOfFormat(option, format));
}

function isOfFormat(shape: Shape, format: TextFormat): boolean {
  return shape.type === 'string' && shape.format === format;
}
