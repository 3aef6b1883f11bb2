import type { JsonNode } from './model';

/** A JSON text without a fault. */
export interface PlainJson {
  readonly root: JsonNode;
  readonly hasComments: boolean;
}

/** Deeper bodies are left to the parser that can say what is wrong with them. */
const deepest = 400;

/**
 * Reads the part of a text as one JSON value, or returns undefined when anything about it is not plain: then jsonc-parser reads it once
 * more and says what is wrong. Nearly all bodies are plain, and this reads them several times as fast. The tree is that of jsonc-parser
 * 3.3.1, with offsets that count from the start of the text.
 */
export function parsePlainJson(text: string, start: number, end: number): PlainJson | undefined {
  const reader = new Reader(text, start, end);
  const root = reader.readValue(undefined, 0);
  if (root === undefined) return undefined;
  reader.skipBlanks();
  return reader.at === end && !reader.isBroken ? { root, hasComments: reader.hasComments } : undefined;
}

/** A node of which every kind has the same fields, so that reading them stays cheap. */
class TreeNode {
  length = 0;
  value: unknown = undefined;
  children: TreeNode[] | undefined = undefined;
  colonOffset: number | undefined = undefined;

  constructor(
    readonly type: JsonNode['type'],
    readonly offset: number,
    readonly parent: TreeNode | undefined,
  ) {}
}

class Reader {
  at: number;
  hasComments = false;
  isBroken = false;
  readonly #text: string;
  readonly #end: number;

  constructor(text: string, start: number, end: number) {
    this.#text = text;
    this.at = start;
    this.#end = end;
  }

  /** Reads a value and the blanks before it; undefined when it is not plain JSON. */
  readValue(parent: TreeNode | undefined, depth: number): TreeNode | undefined {
    const code = this.skipBlanks();
    switch (code) {
      case 0x22: // "
        return this.#readString(parent);
      case 0x7b: // {
        return depth > deepest ? undefined : this.#readObject(parent, depth);
      case 0x5b: // [
        return depth > deepest ? undefined : this.#readArray(parent, depth);
      case 0x74: // t
        return this.#readWord(parent, 'boolean', 'true', true);
      case 0x66: // f
        return this.#readWord(parent, 'boolean', 'false', false);
      case 0x6e: // n
        return this.#readWord(parent, 'null', 'null', null);
      default:
        return this.#readNumber(parent);
    }
  }

  /** Moves behind blanks and comments, and returns the code of what follows; -1 at the end. */
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
    this.hasComments = true;
    const second = text.charCodeAt(start + 1);
    if (second === 0x2f) {
      let at = start + 2;
      while (at < this.#end) {
        const code = text.charCodeAt(at);
        if (code === 0x0a || code === 0x0d) break;
        at++;
      }
      return at;
    }
    if (second !== 0x2a) return -1;
    const close = text.indexOf('*/', start + 2);
    return close < 0 || close + 2 > this.#end ? -1 : close + 2;
  }

  #readObject(parent: TreeNode | undefined, depth: number): TreeNode | undefined {
    const object = new TreeNode('object', this.at, parent);
    const children: TreeNode[] = [];
    object.children = children;
    this.at++;
    if (this.skipBlanks() === 0x7d) return this.#close(object);
    for (;;) {
      if (this.skipBlanks() !== 0x22) return undefined;
      const property = new TreeNode('property', this.at, object);
      const key = this.#readString(property);
      if (key === undefined || this.skipBlanks() !== 0x3a) return undefined;
      property.colonOffset = this.at;
      this.at++;
      const value = this.readValue(property, depth + 1);
      if (value === undefined) return undefined;
      property.children = [key, value];
      property.length = this.at - property.offset;
      children.push(property);
      const code = this.skipBlanks();
      if (code === 0x7d) return this.#close(object);
      if (code !== 0x2c) return undefined;
      this.at++;
    }
  }

  #readArray(parent: TreeNode | undefined, depth: number): TreeNode | undefined {
    const array = new TreeNode('array', this.at, parent);
    const children: TreeNode[] = [];
    array.children = children;
    this.at++;
    if (this.skipBlanks() === 0x5d) return this.#close(array);
    for (;;) {
      const item = this.readValue(array, depth + 1);
      if (item === undefined) return undefined;
      children.push(item);
      const code = this.skipBlanks();
      if (code === 0x5d) return this.#close(array);
      if (code !== 0x2c) return undefined;
      this.at++;
    }
  }

  #close(node: TreeNode): TreeNode {
    this.at++;
    node.length = this.at - node.offset;
    return node;
  }

  #readString(parent: TreeNode | undefined): TreeNode | undefined {
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
    const node = new TreeNode('string', start, parent);
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

  #readWord(parent: TreeNode | undefined, type: 'boolean' | 'null', word: string, value: boolean | null) {
    const next = this.at + word.length;
    if (next > this.#end || !this.#text.startsWith(word, this.at) || !this.#isDelimited(next)) return undefined;
    const node = new TreeNode(type, this.at, parent);
    node.length = word.length;
    node.value = value;
    this.at = next;
    return node;
  }

  #readNumber(parent: TreeNode | undefined): TreeNode | undefined {
    const text = this.#text;
    const start = this.at;
    let at = start;
    while (at < this.#end && isOfNumber(text.charCodeAt(at))) at++;
    if (!this.#isDelimited(at)) return undefined;
    const written = text.slice(start, at);
    if (!jsonNumber.test(written)) return undefined;
    const node = new TreeNode('number', start, parent);
    node.length = at - start;
    node.value = Number(written);
    this.at = at;
    return node;
  }

  /** What touches a word or number may belong to it in the eyes of jsonc-parser. */
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
