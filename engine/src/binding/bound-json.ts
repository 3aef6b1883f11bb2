import type { Field, Shape } from '../catalogue/model';
import type { JsonNode } from '../syntax/model';
import type { Span } from '../text/span';
import type { BoundMember, BoundValue } from './model';

/** Where a value stands among the others. */
export interface Place {
  readonly name: string;
  readonly field?: Field | undefined;
  readonly keyNode?: JsonNode | undefined;
  readonly parent?: BoundValue | undefined;
  readonly depth: number;
}

/** What is known of a value. */
interface Meaning {
  readonly shape: BoundValue['shape'];
  readonly declared: Shape;
  readonly isOpaque: boolean;
  readonly isMismatch: boolean;
}

/** A bound value of which the spans are made when they are asked for: of a hundred thousand values hardly any are. */
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

  constructor(node: JsonNode, place: Place, meaning: Meaning) {
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

/** A bound member, with spans that are made when they are asked for. */
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
