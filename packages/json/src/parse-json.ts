import type { Span } from '@rulebook/text/span';
import { movedTo, shared, type Reuse, type ReusableNode } from './former-json';
import { problemOf, type JsonErrorCode, type JsonProblem } from './json-problems';
import { JsonTokens, jsonToken } from './json-tokens';
import { readSoundJson, type SoundJson } from './sound-json';
import { TreeNode, type NodeDraft, type ParsedJson } from './tree-node';

/** What can be said of how to read JSON. */
interface ParseOptions {
  /** The spans of the values, each of which is read alone; without it, the text is one value. Lines without a value are left out. */
  readonly lines?: readonly Span[];
  /** What is allowed: what requests may have, the standard, or also comments and a comma behind the last member; `request` without it. */
  readonly form?: 'request' | 'standard' | 'commented';
  /** Makes nodes without their parents, which can be shared. */
  readonly isDetached?: boolean;
  /** Finds parts of the tree before an edit. Only for detached trees. */
  readonly reuse?: Reuse;
}

/** The limit of objects and arrays in each other. This parser is recursive, like what reads its trees. */
const deepest = 1000;

/**
 * Parses a part of a text as JSON, by default with comments, `"""` strings and placeholders. Never fails: it recovers from errors as
 * jsonc-parser 3.3.1 does, but an object or array in a place where none can be is skipped as a whole.
 */
export function parseJson(text: string, start: number, end: number, options: ParseOptions = {}): ParsedJson {
  const parser = new Parser(text, start, end, options);
  try {
    return parser.parse(options.lines ?? [{ start, end }]);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return parser.tooDeep();
  }
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

class Parser {
  readonly #text: string;
  readonly #tokens: JsonTokens;
  readonly #options: ParseOptions;
  #reuse: Reuse | undefined;
  readonly #isDetached: boolean;
  readonly #problems: JsonProblem[] = [];
  readonly #relaxations: number[] = [];
  #depth = 0;
  /** How many objects and arrays are open: what is not closed ends with the one around it. */
  #openObjects = 0;
  #openArrays = 0;
  /** The token before the current one is a placeholder, which may supply what is missing behind it. */
  #isBehindPlaceholder = false;
  /** The brackets do not match, so where something ends that is skipped cannot be said. */
  #isUnbalanced = false;

  constructor(text: string, start: number, end: number, options: ParseOptions) {
    this.#text = text;
    this.#tokens = new JsonTokens(text, start, end, options.form !== undefined && options.form !== 'request');
    this.#options = options;
    this.#reuse = options.reuse;
    this.#isDetached = options.isDetached === true;
  }

  parse(parts: readonly Span[]): ParsedJson {
    const tokens = this.#tokens;
    const trees: TreeNode[] = [];
    for (const { start, end } of parts) {
      const sound = this.#readSound(start, end);
      if (sound !== undefined) {
        trees.push(sound.tree);
        for (const at of sound.relaxations) this.#relaxations.push(at);
        this.#depth = Math.max(this.#depth, sound.depth);
        continue;
      }
      tokens.end = start;
      tokens.limit = end;
      this.#isUnbalanced = false;
      this.#next();
      if (tokens.kind === jsonToken.end && this.#options.lines && this.#isBlank(start, end)) continue;
      const tree = this.#readValue(undefined, 0, 0);
      if (tree !== undefined) trees.push(tree);
      if (tree === undefined) this.#report('ValueExpected');
      else if (tokens.kind !== jsonToken.end) this.#report('EndOfFileExpected');
      while (tokens.kind !== jsonToken.end) this.#moveOn();
    }
    return {
      trees,
      problems: this.#problems,
      relaxations: this.#relaxations,
      depth: this.#depth,
      isTooDeep: false,
    };
  }

  /** Returns the value of a part with nothing wrong in it, as most are. */
  #readSound(start: number, end: number): SoundJson | undefined {
    const { form = 'request' } = this.#options;
    if (form !== 'request' || this.#reuse !== undefined) return undefined;
    const sound = readSoundJson(this.#text, start, end, this.#isDetached);
    if (sound === undefined) return undefined;
    let at = sound.tree.at + sound.tree.length;
    while (at < end && isBlank(this.#text.charCodeAt(at))) at++;
    return at === end ? sound : undefined;
  }

  tooDeep(): ParsedJson {
    const { start, end } = this.#tokens;
    const problems = [problemOf('NestedTooDeeply', this.#text, start, end)];
    return { trees: [], problems, relaxations: [], depth: 0, isTooDeep: true };
  }

  /** Returns whether a line without a value holds at most a `#` comment. */
  #isBlank(start: number, end: number): boolean {
    return /^\s*(?:#|$)/.test(this.#text.slice(start, end));
  }

  /** Moves to the next token of JSON, over comments and unknown words. */
  #next(): void {
    const tokens = this.#tokens;
    this.#isBehindPlaceholder = tokens.isPlaceholder;
    for (;;) {
      const kind = this.#moveOn();
      if (tokens.error !== undefined) this.#report(tokens.error);
      if (kind <= jsonToken.text) return;
      if (kind === jsonToken.unknown) {
        this.#report('InvalidSymbol');
        this.#isBehindPlaceholder = false;
      } else if (this.#options.form === 'standard') this.#report('InvalidCommentToken');
    }
  }

  #moveOn(): number {
    const kind = this.#tokens.next();
    if (this.#tokens.isLong || (kind > jsonToken.text && kind !== jsonToken.unknown)) {
      this.#relaxations.push(this.#tokens.start);
    }
    return kind;
  }

  #report(code: JsonErrorCode): void {
    const { start, end, isPlaceholder } = this.#tokens;
    // In `{ {{members}} }` and `"a": 1 {{more}}`, a placeholder may supply what is missing.
    if (code === 'ColonExpected' && this.#isBehindPlaceholder) return;
    if (code === 'CommaExpected' && (isPlaceholder || this.#isBehindPlaceholder)) return;
    this.#problems.push(problemOf(code, this.#text, start, end));
  }

  /**
   * Moves to the comma or closing bracket of the object or array around, or to the end; over whole objects and arrays, unless one of them is
   * never closed or a placeholder may hold a part of it.
   */
  #skip(closing: number): void {
    const tokens = this.#tokens;
    const { start } = tokens;
    const [problems, relaxations] = [this.#problems.length, this.#relaxations.length];
    if (!this.#isUnbalanced && !this.#isBehindPlaceholder) {
      if (this.#skipWhole(closing)) return;
      this.#isUnbalanced = true;
      tokens.end = start;
      tokens.next();
      this.#problems.length = problems;
      this.#relaxations.length = relaxations;
    }
    while (tokens.kind !== jsonToken.comma && !this.#isEnd(closing)) this.#next();
  }

  /** Returns whether an object or array may end behind a comma. */
  #isLast(closing: number): boolean {
    return this.#options.form === 'commented' && this.#tokens.kind === closing;
  }

  /** Returns whether an object or array ends at the current token: by its own bracket, or by that of one around, when its own is missing. */
  #isEnd(closing: number): boolean {
    const { kind } = this.#tokens;
    if (kind === closing || kind === jsonToken.end) return true;
    if (kind === jsonToken.closeBrace) return this.#openObjects > 0;
    return kind === jsonToken.closeBracket && this.#openArrays > 0;
  }

  /** Returns false when an object or array that is skipped has no end, or takes the end of the one around. */
  #skipWhole(closing: number): boolean {
    const tokens = this.#tokens;
    const open: number[] = [];
    let braces = 0;
    let isNested = false;
    for (; tokens.kind !== jsonToken.end; this.#next()) {
      const { kind } = tokens;
      if (kind === jsonToken.openBrace || kind === jsonToken.openBracket) {
        isNested = true;
        open.push(kind);
        if (kind === jsonToken.openBrace) braces++;
      } else if (kind === jsonToken.closeBrace || kind === jsonToken.closeBracket) {
        const opening = kind === jsonToken.closeBrace ? jsonToken.openBrace : jsonToken.openBracket;
        const isOpen = kind === jsonToken.closeBrace ? braces > 0 : open.length > braces;
        if (isOpen) {
          for (let last = open.pop(); last !== undefined; last = open.pop()) {
            if (last === jsonToken.openBrace) braces--;
            if (last === opening) break;
          }
        } else if (this.#isEnd(closing)) return true;
      } else if (kind === jsonToken.comma && open.length === 0) return true;
    }
    return !isNested;
  }

  /**
   * Reads the value at the current token, and moves behind it; undefined when there is none. `base` is where the parent starts. An item is read
   * into a list, since items before it may be taken over.
   */
  #readValue(parent: TreeNode | undefined, base: number, depth: number, list?: TreeNode[]): TreeNode | undefined {
    const former = this.#tokens.kind === jsonToken.end ? undefined : this.#reuse?.(this.#tokens.start, false);
    return this.#takenOver(former, base, depth, list) ?? shared(former, this.#readNewValue(parent, base, depth));
  }

  #readNewValue(parent: TreeNode | undefined, base: number, depth: number): TreeNode | undefined {
    const tokens = this.#tokens;
    const { kind, start } = tokens;
    switch (kind) {
      case jsonToken.text:
        return this.#readText(start - base, parent);
      case jsonToken.openBrace:
        return this.#readObject(parent, base, depth);
      case jsonToken.openBracket:
        return this.#readArray(parent, base, depth);
      case jsonToken.number: {
        const written = this.#text.slice(start, tokens.end);
        const value = tokens.error === undefined ? Number(written) : parseFloat(written);
        return this.#readLiteral('number', value, start - base, parent);
      }
      case jsonToken.nullWord:
        return this.#readLiteral('null', null, start - base, parent);
      case jsonToken.trueWord:
        return this.#readLiteral('boolean', true, start - base, parent);
      case jsonToken.falseWord:
        return this.#readLiteral('boolean', false, start - base, parent);
      default:
        return undefined;
    }
  }

  #readObject(parent: TreeNode | undefined, base: number, depth: number): TreeNode {
    const tokens = this.#tokens;
    const { start } = tokens;
    const object: NodeDraft = new TreeNode('object', start - base, parent);
    const owner = this.#isDetached ? undefined : object;
    const children: TreeNode[] = [];
    object.children = children;
    this.#enter(depth);
    this.#openObjects++;
    for (let needsComma = false; !this.#isEnd(jsonToken.closeBrace);) {
      if (tokens.kind === jsonToken.comma) {
        if (!needsComma) this.#report('ValueExpected');
        this.#next();
        if (this.#isLast(jsonToken.closeBrace)) break;
      } else if (needsComma) this.#report('CommaExpected');
      needsComma = true;
      if (tokens.kind === jsonToken.text) children.push(this.#readMember(owner, start, depth + 1, children));
      else {
        this.#report('PropertyNameExpected');
        this.#skip(jsonToken.closeBrace);
        this.#report('ValueExpected');
      }
    }
    this.#openObjects--;
    const isClosed = tokens.kind === jsonToken.closeBrace;
    object.length = (tokens.kind === jsonToken.closeBracket ? tokens.start : tokens.end) - start;
    if (isClosed) this.#next();
    else this.#report('CloseBraceExpected');
    return object;
  }

  #readMember(owner: TreeNode | undefined, base: number, depth: number, list: TreeNode[]): TreeNode {
    const former = this.#reuse?.(this.#tokens.start, true);
    return this.#takenOver(former, base, depth, list) ?? shared(former, this.#readNewMember(owner, base, depth));
  }

  #readNewMember(owner: TreeNode | undefined, base: number, depth: number): TreeNode {
    const tokens = this.#tokens;
    const { start } = tokens;
    const property: NodeDraft = new TreeNode('property', start - base, owner);
    const parent = this.#isDetached ? undefined : property;
    const key = this.#readText(0, parent);
    if (tokens.kind === jsonToken.colon) {
      property.colonAt = tokens.start - start;
      this.#next();
      const value = this.#readValue(parent, start, depth);
      if (value !== undefined) {
        property.children = [key, value];
        property.length = value.at + value.length;
        return property;
      }
      this.#report('ValueExpected');
    } else this.#report('ColonExpected');
    this.#skip(jsonToken.closeBrace);
    property.children = [key];
    property.length = (tokens.kind === jsonToken.comma ? tokens.start : tokens.end) - start;
    return property;
  }

  #readArray(parent: TreeNode | undefined, base: number, depth: number): TreeNode {
    const tokens = this.#tokens;
    const { start } = tokens;
    const array: NodeDraft = new TreeNode('array', start - base, parent);
    const owner = this.#isDetached ? undefined : array;
    const children: TreeNode[] = [];
    array.children = children;
    this.#enter(depth);
    this.#openArrays++;
    for (let needsComma = false; !this.#isEnd(jsonToken.closeBracket);) {
      if (tokens.kind === jsonToken.comma) {
        if (!needsComma) this.#report('ValueExpected');
        this.#next();
        if (this.#isLast(jsonToken.closeBracket)) break;
      } else if (needsComma) this.#report('CommaExpected');
      needsComma = true;
      const item = this.#readValue(owner, start, depth + 1, children);
      if (item !== undefined) children.push(item);
      else {
        this.#report('ValueExpected');
        this.#skip(jsonToken.closeBracket);
      }
    }
    this.#openArrays--;
    const isClosed = tokens.kind === jsonToken.closeBracket;
    array.length = (tokens.kind === jsonToken.closeBrace ? tokens.start : tokens.end) - start;
    if (isClosed) this.#next();
    else this.#report('CloseBracketExpected');
    return array;
  }

  /** Moves behind an opening bracket. */
  #enter(depth: number): void {
    if (depth >= deepest) throw new RangeError('Nested too deeply.');
    if (depth >= this.#depth) this.#depth = depth + 1;
    this.#next();
  }

  #readText(at: number, parent: TreeNode | undefined): TreeNode {
    const tokens = this.#tokens;
    const node: NodeDraft = new TreeNode('string', at, parent);
    node.length = tokens.end - tokens.start;
    const { value } = tokens;
    // A short part of a text keeps all of it alive in V8. Of each edited text, little is read, so it is copied.
    node.value = this.#reuse === undefined ? value : ` ${value}`.slice(1);
    this.#next();
    return node;
  }

  #readLiteral(
    type: TreeNode['type'],
    value: number | boolean | null,
    at: number,
    parent: TreeNode | undefined,
  ): TreeNode {
    const node: NodeDraft = new TreeNode(type, at, parent);
    node.length = this.#tokens.end - this.#tokens.start;
    node.value = value;
    this.#next();
    return node;
  }

  /**
   * Takes over the node of the former tree that begins at the current token, with its neighbours if there is a list for them, and moves behind
   * it. Returns the last one, which is not in the list yet; undefined when the node must be read again.
   */
  #takenOver(found: ReusableNode | undefined, base: number, depth: number, list?: TreeNode[]): TreeNode | undefined {
    const tokens = this.#tokens;
    const { start, limit } = tokens;
    if (found === undefined || found.isBroken) return undefined;
    const { node, run } = found;
    if (depth + found.depth > deepest) {
      // Whether the rest is nested too deeply is found out by reading it.
      this.#reuse = undefined;
      return undefined;
    }
    const last = (list && run.at(-1)) ?? node;
    const end = start + last.at - node.at + last.length;
    if (end > limit) return undefined;
    if (depth + found.depth > this.#depth) this.#depth = depth + found.depth;
    for (const relaxation of found.relaxations) if (relaxation < end) this.#relaxations.push(relaxation);
    const moved = start - base - node.at;
    for (const one of run) if (one !== last) list?.push(movedTo(one.at + moved, one));
    const value = last.type === 'property' ? last.children?.[1] : last;
    tokens.end = end;
    tokens.isPlaceholder = value?.type === 'string' && this.#text.charCodeAt(end - 1) === 0x7d;
    this.#next();
    return movedTo(last.at + moved, last);
  }
}
