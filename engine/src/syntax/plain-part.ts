import { TreeNode, type NodeDraft } from './tree-node';

/** Deeper bodies are left to jsonc-parser, which reports what is wrong with them. */
const deepest = 400;

/** The values or members in a part of an object or array. */
export interface JsonPart {
  readonly children: readonly TreeNode[];
  readonly comments: number;
}

/** The context of a part of an object or array. */
export interface PartPlace {
  readonly parent: TreeNode;
  /** Where the part starts in the text of the tree; the part itself is parsed from a copy. */
  readonly offset: number;
  readonly isBehindChild: boolean;
  readonly isBeforeChild: boolean;
  /** The number of objects and arrays around the part. */
  readonly depth: number;
}

/** Parses a part of an object or array, from behind a child up to the next one, with the commas; undefined when it is not plain. */
export function parsePlainPart(text: string, place: PartPlace): JsonPart | undefined {
  const reader = new Reader(text, 0, text.length);
  const children = reader.readPart(place);
  return children && !reader.isBroken && !reader.endsInComment ? { children, comments: reader.comments } : undefined;
}

class Reader {
  at: number;
  comments = 0;
  /** The last comment goes up to the end of the text, without a line end. */
  endsInComment = false;
  isBroken = false;
  readonly #text: string;
  readonly #end: number;

  constructor(text: string, start: number, end: number) {
    this.#text = text;
    this.at = start;
    this.#end = end;
  }

  /** Reads a value and the blanks before it; undefined when it is not plain JSON. `base` is where the parent starts. */
  readValue(parent: TreeNode | undefined, base: number, depth: number): TreeNode | undefined {
    const code = this.skipBlanks();
    switch (code) {
      case 0x22: // "
        return this.#readString(parent, base);
      case 0x7b: // {
        return depth > deepest ? undefined : this.#readObject(parent, base, depth);
      case 0x5b: // [
        return depth > deepest ? undefined : this.#readArray(parent, base, depth);
      case 0x74: // t
        return this.#readWord(parent, base, 'boolean', 'true', true);
      case 0x66: // f
        return this.#readWord(parent, base, 'boolean', 'false', false);
      case 0x6e: // n
        return this.#readWord(parent, base, 'null', 'null', null);
      default:
        return this.#readNumber(parent, base);
    }
  }

  /** Skips blanks and comments, and returns the code of the next character; -1 at the end. */
  skipBlanks(): number {
    const text = this.#text;
    const end = this.#end;
    let at = this.at;
    while (at < end) {
      const code = text.charCodeAt(at);
      if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) at++;
      else if (code === 0x2f) {
        at = this.#commentEnd(at);
        if (at < 0) break;
      } else {
        this.at = at;
        return code;
      }
    }
    if (at < 0) this.isBroken = true;
    this.at = end;
    return -1;
  }

  #commentEnd(start: number): number {
    const text = this.#text;
    this.comments++;
    const second = text.charCodeAt(start + 1);
    if (second === 0x2f) {
      let at = start + 2;
      while (at < this.#end) {
        const code = text.charCodeAt(at);
        if (code === 0x0a || code === 0x0d) break;
        at++;
      }
      this.endsInComment = at >= this.#end;
      return at;
    }
    if (second !== 0x2a) return -1;
    const close = text.indexOf('*/', start + 2);
    return close < 0 || close + 2 > this.#end ? -1 : close + 2;
  }

  /** Reads members or items with the commas around them. */
  readPart({ parent, offset, isBehindChild, isBeforeChild, depth }: PartPlace): TreeNode[] | undefined {
    const base = parent.offset - offset;
    const children: TreeNode[] = [];
    let code = this.skipBlanks();
    if (code < 0) return isBehindChild && isBeforeChild ? undefined : children;
    if (isBehindChild) {
      if (code !== 0x2c) return undefined;
      this.at++;
      if (this.skipBlanks() < 0) return isBeforeChild ? children : undefined;
    }
    for (;;) {
      const child =
        parent.type === 'object' ? this.#readMember(parent, base, depth) : this.readValue(parent, base, depth);
      if (child === undefined) return undefined;
      children.push(child);
      code = this.skipBlanks();
      if (code < 0) return isBeforeChild ? undefined : children;
      if (code !== 0x2c) return undefined;
      this.at++;
      if (this.skipBlanks() < 0) return isBeforeChild ? children : undefined;
    }
  }

  #readObject(parent: TreeNode | undefined, base: number, depth: number): TreeNode | undefined {
    const start = this.at;
    const object: NodeDraft = new TreeNode('object', start - base, parent);
    const children: TreeNode[] = [];
    object.children = children;
    this.at++;
    if (this.skipBlanks() === 0x7d) return this.#close(object, start);
    for (;;) {
      const property = this.#readMember(object, start, depth + 1);
      if (property === undefined) return undefined;
      children.push(property);
      const code = this.skipBlanks();
      if (code === 0x7d) return this.#close(object, start);
      if (code !== 0x2c) return undefined;
      this.at++;
    }
  }

  #readMember(object: TreeNode, base: number, depth: number): TreeNode | undefined {
    if (this.skipBlanks() !== 0x22) return undefined;
    const start = this.at;
    const property: NodeDraft = new TreeNode('property', start - base, object);
    const key = this.#readString(property, start);
    if (key === undefined || this.skipBlanks() !== 0x3a) return undefined;
    property.colonAt = this.at - start;
    this.at++;
    const value = this.readValue(property, start, depth);
    if (value === undefined) return undefined;
    property.children = [key, value];
    property.length = this.at - start;
    return property;
  }

  #readArray(parent: TreeNode | undefined, base: number, depth: number): TreeNode | undefined {
    const start = this.at;
    const array: NodeDraft = new TreeNode('array', start - base, parent);
    const children: TreeNode[] = [];
    array.children = children;
    this.at++;
    if (this.skipBlanks() === 0x5d) return this.#close(array, start);
    for (;;) {
      const item = this.readValue(array, start, depth + 1);
      if (item === undefined) return undefined;
      children.push(item);
      const code = this.skipBlanks();
      if (code === 0x5d) return this.#close(array, start);
      if (code !== 0x2c) return undefined;
      this.at++;
    }
  }

  #close(node: NodeDraft, start: number): TreeNode {
    this.at++;
    node.length = this.at - start;
    return node;
  }

  #readString(parent: TreeNode | undefined, base: number): TreeNode | undefined {
    const text = this.#text;
    const end = this.#end;
    const start = this.at;
    let isEscaped = false;
    let at = start + 1;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x22) break;
      if (code === 0x5c) {
        isEscaped = true;
        at++;
      } else if (code < 0x20) return undefined;
    }
    if (at >= end) return undefined;
    const node: NodeDraft = new TreeNode('string', start - base, parent);
    node.length = at + 1 - start;
    this.at = at + 1;
    if (!isEscaped) node.value = text.slice(start + 1, at);
    else {
      try {
        node.value = JSON.parse(text.slice(start, at + 1));
      } catch {
        return undefined;
      }
    }
    return node;
  }

  #readWord(parent: TreeNode | undefined, base: number, type: 'boolean' | 'null', word: string, value: boolean | null) {
    const next = this.at + word.length;
    if (next > this.#end || !this.#text.startsWith(word, this.at) || !this.#isDelimited(next)) return undefined;
    const node: NodeDraft = new TreeNode(type, this.at - base, parent);
    node.length = word.length;
    node.value = value;
    this.at = next;
    return node;
  }

  #readNumber(parent: TreeNode | undefined, base: number): TreeNode | undefined {
    const text = this.#text;
    const start = this.at;
    let at = start;
    while (at < this.#end && isOfNumber(text.charCodeAt(at))) at++;
    if (!this.#isDelimited(at)) return undefined;
    const written = text.slice(start, at);
    if (!jsonNumber.test(written)) return undefined;
    const node: NodeDraft = new TreeNode('number', start - base, parent);
    node.length = at - start;
    node.value = Number(written);
    this.at = at;
    return node;
  }

  /** Returns whether a word or number ends here; jsonc-parser takes some adjacent characters as a part of it. */
  #isDelimited(at: number): boolean {
    if (at >= this.#end) return true;
    const code = this.#text.charCodeAt(at);
    return (
      code === 0x2c ||
      code === 0x7d ||
      code === 0x5d ||
      code === 0x20 ||
      code === 0x0a ||
      code === 0x0d ||
      code === 0x09
    );
  }
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Digits, sign, point and exponent. */
function isOfNumber(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b
  );
}
