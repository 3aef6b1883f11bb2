import { endOfPlaceholder } from '@rulebook/text/placeholder-end';
import { isNumber, unescaped } from './json-tokens';
import { TreeNode, type NodeDraft, type ParsedJson } from './tree-node';

/** A value in which nothing is wrong. */
export interface SoundJson extends Pick<ParsedJson, 'relaxations' | 'depth'> {
  readonly tree: TreeNode;
}

/**
 * Reads the value of a request that begins at a place or behind it, whatever is behind the value. Undefined where something is wrong in it, or where it holds
 * what is rare: a block comment or a `"""` string. Then `parseJson` reads it, which says the same of all other values in several times the code.
 */
export function readSoundJson(text: string, start: number, limit: number, isDetached = false): SoundJson | undefined {
  const reader = new SoundReader(text, start, limit, isDetached);
  reader.skip();
  const tree = reader.readValue(undefined, 0, 0);
  return tree && { tree, relaxations: reader.relaxations, depth: reader.depth };
}

/** Deeper values are left to `parseJson`, which knows the limit. */
const deepest = 100;

class SoundReader {
  readonly relaxations: number[] = [];
  depth = 0;
  readonly #text: string;
  readonly #limit: number;
  readonly #isDetached: boolean;
  #at: number;
  /** The members and items so far of all that is open, each behind those of what is around it: a list of its own would have room for more than most have. */
  readonly #open: TreeNode[] = [];
  #count = 0;

  constructor(text: string, start: number, limit: number, isDetached: boolean) {
    this.#text = text;
    this.#at = start;
    this.#limit = limit;
    this.#isDetached = isDetached;
  }

  /** Moves over white space and comments up to the end of a line; returns the next character, or 0 at the end. */
  skip(): number {
    const text = this.#text;
    const limit = this.#limit;
    let at = this.#at;
    let code = 0;
    for (; at < limit; at++) {
      code = text.charCodeAt(at);
      if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) continue;
      if (code !== 0x23 && (code !== 0x2f || text.charCodeAt(at + 1) !== 0x2f)) break;
      this.relaxations.push(at);
      while (at + 1 < limit && text.charCodeAt(at + 1) !== 0x0a && text.charCodeAt(at + 1) !== 0x0d) at++;
    }
    this.#at = at;
    return at < limit ? code : 0;
  }

  /** Reads the value here and moves behind it. `base` is where its parent starts. */
  readValue(parent: TreeNode | undefined, base: number, depth: number): TreeNode | undefined {
    const text = this.#text;
    const start = this.#at;
    const code = start < this.#limit ? text.charCodeAt(start) : 0;
    if (code === 0x22) return this.#readString(parent, base);
    if (code === 0x5b) return this.#readArray(parent, base, depth);
    if (code === 0x7b)
      return text.charCodeAt(start + 1) === 0x7b
        ? this.#readPlaceholder(parent, base)
        : this.#readObject(parent, base, depth);
    let end = start;
    while (end < this.#limit && isOfWord(text.charCodeAt(end))) end++;
    const word = text.slice(start, end);
    this.#at = end;
    if (word === 'true' || word === 'false')
      return new TreeNode('boolean', start - base, parent, end - start, word === 'true');
    if (word === 'null') return new TreeNode('null', start - base, parent, end - start, null);
    return isNumber(word) ? new TreeNode('number', start - base, parent, end - start, Number(word)) : undefined;
  }

  #readObject(parent: TreeNode | undefined, base: number, depth: number): TreeNode | undefined {
    const start = this.#at;
    const first = this.#count;
    const object: NodeDraft = new TreeNode('object', start - base, parent);
    const owner = this.#isDetached ? undefined : object;
    if (!this.#enter(depth)) return undefined;
    let code = this.skip();
    if (code !== 0x7d) {
      for (;;) {
        const member = code === 0x22 ? this.#readMember(owner, start, depth + 1) : undefined;
        if (member === undefined) return undefined;
        this.#open[this.#count++] = member;
        code = this.skip();
        if (code !== 0x2c) break;
        this.#at++;
        code = this.skip();
      }
      if (code !== 0x7d) return undefined;
    }
    return this.#close(object, start, first);
  }

  #readMember(owner: TreeNode | undefined, base: number, depth: number): TreeNode | undefined {
    const start = this.#at;
    const property: NodeDraft = new TreeNode('property', start - base, owner);
    const parent = this.#isDetached ? undefined : property;
    const key = this.#readString(parent, start);
    if (key === undefined || this.skip() !== 0x3a) return undefined;
    const colon = this.#at - start;
    this.#at++;
    this.skip();
    const value = this.readValue(parent, start, depth);
    if (value === undefined) return undefined;
    property.colonAt = colon;
    property.children = [key, value];
    property.length = value.at + value.length;
    return property;
  }

  #readArray(parent: TreeNode | undefined, base: number, depth: number): TreeNode | undefined {
    const start = this.#at;
    const first = this.#count;
    const array: NodeDraft = new TreeNode('array', start - base, parent);
    const owner = this.#isDetached ? undefined : array;
    if (!this.#enter(depth)) return undefined;
    let code = this.skip();
    if (code !== 0x5d) {
      for (;;) {
        const item = this.readValue(owner, start, depth + 1);
        if (item === undefined) return undefined;
        this.#open[this.#count++] = item;
        code = this.skip();
        if (code !== 0x2c) break;
        this.#at++;
        this.skip();
      }
      if (code !== 0x5d) return undefined;
    }
    return this.#close(array, start, first);
  }

  /** Moves behind an opening bracket. */
  #enter(depth: number): boolean {
    if (depth >= this.depth) this.depth = depth + 1;
    this.#at++;
    return depth < deepest;
  }

  /** Moves behind a closing bracket, and hands over what was read since the opening one. */
  #close(node: NodeDraft, start: number, first: number): TreeNode {
    node.children = this.#open.slice(first, this.#count);
    node.length = ++this.#at - start;
    this.#count = first;
    return node;
  }

  #readString(parent: TreeNode | undefined, base: number): TreeNode | undefined {
    const text = this.#text;
    const limit = this.#limit;
    const start = this.#at;
    let isWritten = false;
    let at = start + 1;
    for (; at < limit; at++) {
      const code = text.charCodeAt(at);
      if (code > 0x22 && code !== 0x5c && code !== 0x7b) continue;
      if (code === 0x22) break;
      if (code === 0x5c) {
        const end = endOfEscape(text, at);
        if (end === undefined) return undefined;
        isWritten = true;
        at = end - 1;
      } else if (code === 0x7b) {
        const end = text.charCodeAt(at + 1) === 0x7b ? endOfPlaceholder(text, at + 2, limit) : -1;
        if (end > 0) {
          isWritten = true;
          at = end - 1;
        }
      } else if (code < 0x20) return undefined;
    }
    if (at >= limit || (at === start + 1 && text.charCodeAt(at + 1) === 0x22)) return undefined;
    this.#at = at + 1;
    const value = isWritten ? unescaped(text, start + 1, at, true) : text.slice(start + 1, at);
    return new TreeNode('string', start - base, parent, at + 1 - start, value);
  }

  #readPlaceholder(parent: TreeNode | undefined, base: number): TreeNode | undefined {
    const start = this.#at;
    const end = endOfPlaceholder(this.#text, start + 2, this.#limit);
    if (end < 0) return undefined;
    this.#at = end;
    return new TreeNode('string', start - base, parent, end - start, '_'.repeat(end - start - 2));
  }
}

/** Letters, digits, and what else numbers have. */
function isOfWord(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x2d && code <= 0x39) || code === 0x2b || code === 0x45;
}

/** Returns the end of an escape sequence of JSON; undefined for any other, and for escaped braces. */
function endOfEscape(text: string, at: number): number | undefined {
  switch (text.charCodeAt(at + 1)) {
    case 0x22: // "
    case 0x5c: // \
    case 0x2f: // /
    case 0x62: // b
    case 0x66: // f
    case 0x6e: // n
    case 0x72: // r
    case 0x74: // t
      return at + 2;
    default:
      return undefined;
  }
}
