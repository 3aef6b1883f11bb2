import { fieldOf } from '../../binding/field-of';
import type { Binding, BoundMember, BoundParameter, BoundValue } from '../../binding/model';
import { memberOf, objectShapeOf } from '../../binding/model';
import type { Span } from '@rulebook/text/span';
import { isAllowedEmpty, isPlaceholder, isUnfilled, memberFor, scalarTextOf } from './bound-values';
import type { Constrained } from '../rule';
import { decodedTextOf } from './parameter-text';
import { code, labelOf } from './wording';

/** What a constraint rule needs of a scalar, be it a JSON value or a parameter. */
export interface ConstrainedText {
  /** As the service receives it: that of a parameter without percent-encoding. */
  readonly text: string;
  readonly span: Span;
  readonly label: string;
  /** Returns the source text for another value. */
  readonly quote: (text: string) => string;
}

/** Returns the scalar of the element, or undefined if it is not a scalar, is a placeholder or contains one. */
export function textOfConstrained(element: Constrained): ConstrainedText | undefined {
  if (element.kind === 'parameter') {
    const { text, hasPlaceholder, isSent } = element.parameter;
    if (hasPlaceholder || isAllowedEmpty(element.parameter)) return undefined;
    if (isSent !== true && (isPlaceholder(text) || isUnfilled(element.parameter))) return undefined;
    return new TextOfParameter(element.parameter);
  }
  const { value } = element;
  const text = scalarTextOf(value);
  if (text === undefined) return undefined;
  return new TextOfValue(value, text);
}

/** Nearly all texts are correct, so that only the text is needed. */
class TextOfParameter implements ConstrainedText {
  readonly text: string;
  readonly #parameter: BoundParameter;

  constructor(parameter: BoundParameter) {
    this.#parameter = parameter;
    this.text = decodedTextOf(parameter);
  }

  get span(): Span {
    return this.#parameter.span;
  }

  get label(): string {
    return code(this.#parameter.field.name);
  }

  get quote(): (text: string) => string {
    return this.text === this.#parameter.text ? asItIs : encodeURIComponent;
  }
}

/** As above, of a value in a body. */
class TextOfValue implements ConstrainedText {
  readonly #value: BoundValue;

  constructor(
    value: BoundValue,
    readonly text: string,
  ) {
    this.#value = value;
  }

  get span(): Span {
    return this.#value.span;
  }

  get label(): string {
    return labelOf(this.#value);
  }

  get quote(): (text: string) => string {
    return this.#value.node.type === 'string' ? inQuotes : asItIs;
  }
}

function inQuotes(text: string): string {
  return JSON.stringify(text);
}

function asItIs(text: string): string {
  return text;
}

/** Returns the JSON value of the element, or undefined for a parameter. */
export function valueOfConstrained(element: Constrained): BoundValue | undefined {
  return element.kind === 'value' ? element.value : undefined;
}

/** Returns the member of the object for a field name, also under another accepted spelling. */
export function memberNamed(value: BoundValue, name: string): BoundMember | undefined {
  const shape = objectShapeOf(value);
  const field = shape && fieldOf(shape, name);
  return field?.name === name ? memberFor(value, field) : memberOf(value, name);
}

/** Returns the strings of a list, or of a single value instead of a list; undefined if a placeholder may provide some. */
export function listedTexts(value: BoundValue): readonly string[] | undefined {
  if (value.isOpaque) return undefined;
  const values = value.node.type === 'array' ? value.items : [value];
  if (values.some(({ isOpaque }) => isOpaque)) return undefined;
  return values.flatMap(({ node }) => (node.type === 'string' ? [String(node.value)] : []));
}

/** Returns the source text of the bound block. */
export function sourceOfBinding(binding: Binding): string {
  return binding.block.text;
}
