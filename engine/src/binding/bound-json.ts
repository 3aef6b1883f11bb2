import type { Field, Shape } from '../catalogue/shape';
import type { JsonNode } from '../syntax/model';
import type { Span } from '../text/span';
import type { OtherObjects } from './choose-option';
import type { BoundMember, BoundValue } from './model';

/** The context of a value: its name, field, key and parent. */
export interface ValueContext {
  readonly name: string;
  readonly field?: Field | undefined;
  readonly keyNode?: JsonNode | undefined;
  readonly parent?: BoundValue | undefined;
  readonly depth: number;
}

/** What a value is bound to. */
interface Meaning {
  readonly shape: BoundValue['shape'];
  readonly declared: Shape;
  readonly isOpaque: boolean;
  readonly isMismatch: boolean;
}

/** A bound value. Its spans are created on access, which is rare among the values of a large body. */
export class JsonValue implements BoundValue {
  readonly shape: BoundValue['shape'];
  readonly declared: Shape;
  readonly field?: Field;
  name: string;
  readonly node: JsonNode;
  readonly keyNode?: JsonNode;
  readonly parent?: BoundValue;
  readonly isOpaque: boolean;
  readonly isMismatch: boolean;
  readonly depth: number;
  members: readonly BoundMember[] = noMembers;
  items: readonly BoundValue[] = noItems;
  /** For an object that may have several shapes: the other ones. */
  others?: OtherObjects;

  constructor(node: JsonNode, place: ValueContext, meaning: Meaning) {
    this.shape = meaning.shape;
    this.declared = meaning.declared;
    this.field = place.field;
    this.name = place.name;
    this.node = node;
    this.keyNode = place.keyNode;
    this.parent = place.parent;
    this.isOpaque = meaning.isOpaque;
    this.isMismatch = meaning.isMismatch;
    this.depth = place.depth;
  }

  get span(): Span {
    return spanOf(this.node);
  }

  get anchor(): Span {
    if (this.keyNode !== undefined) return spanOf(this.keyNode);
    const { offset } = this.node;
    return isScalar(this.node) ? this.span : { start: offset, end: offset + 1 };
  }
}

/** A bound member. Its spans are created on access. */
export class JsonMember implements BoundMember {
  readonly key: string;
  readonly isOpaque: boolean;
  readonly field?: Field;
  value?: BoundValue;
  readonly #property: JsonNode;
  readonly #keyNode: JsonNode;

  constructor(property: JsonNode, keyNode: JsonNode, key: string, isOpaque: boolean, field: Field | undefined) {
    this.key = key;
    this.isOpaque = isOpaque;
    this.field = field;
    this.#property = property;
    this.#keyNode = keyNode;
  }

  get keySpan(): Span {
    return spanOf(this.#keyNode);
  }

  get span(): Span {
    return spanOf(this.#property);
  }
}

const noMembers: readonly BoundMember[] = [];
const noItems: readonly BoundValue[] = [];

/** Returns whether the node is neither an object nor an array. */
export function isScalar(node: JsonNode): boolean {
  return node.type !== 'object' && node.type !== 'array';
}

function spanOf(node: JsonNode): Span {
  return { start: node.offset, end: node.offset + node.length };
}
