import type { ChangedRange } from './changed-range';

/** An item of a sequence: a piece of text. */
export interface Piece {
  /** In UTF-16 code units. */
  readonly length: number;
  /** The number of line ends in it: the next piece starts so many lines below. */
  readonly lineEnds: number;
}

/** A summary of pieces that is made from the summaries of their parts, and remembered for each part of the sequence. */
export interface Aggregate<T extends Piece, M> {
  readonly ofPiece: (piece: T) => M;
  /** Joins the summaries of neighbouring parts; the list is never empty. */
  readonly join: (parts: readonly M[]) => M;
}

/** Neighbouring pieces that edits elsewhere leave together; the same object as long as all of them are the same. */
export interface Chunk<T extends Piece> extends Piece {
  readonly pieces: readonly T[];
}

/**
 * A persistent sequence of pieces of text, as a balanced tree: a change makes a new sequence that shares all other parts with the former
 * one. Finding, replacing and comparing cost the depth of the tree, not the number of pieces.
 */
export class Sequence<T extends Piece> implements Piece, Iterable<T> {
  readonly #root: Node<T>;

  private constructor(root: Node<T>) {
    this.#root = root;
  }

  /** Returns the sequence of these pieces. */
  static of<T extends Piece>(pieces: readonly T[]): Sequence<T> {
    return new Sequence(rootOf(leavesOf(pieces)));
  }

  /** The number of pieces. */
  get size(): number {
    return this.#root.size;
  }

  /** The length of the whole text, in UTF-16 code units. */
  get length(): number {
    return this.#root.length;
  }

  get lineEnds(): number {
    return this.#root.lineEnds;
  }

  /** Returns the piece, or undefined outside of the sequence. */
  at(index: number): T | undefined {
    if (index < 0) return undefined;
    let node = this.#root;
    let rest = index;
    while (node.children !== undefined) {
      const child: Node<T> | undefined = node.children.find(({ size }) => {
        if (rest < size) return true;
        rest -= size;
        return false;
      });
      if (child === undefined) return undefined;
      node = child;
    }
    return node.pieces[rest];
  }

  /** Returns the line on which the piece starts; behind the last piece, the number of line ends. */
  lineOf(index: number): number {
    return measureBefore(this.#root, index, 'lineEnds');
  }

  /** Returns the offset at which the piece starts, in UTF-16 code units. */
  offsetOf(index: number): number {
    return measureBefore(this.#root, index, 'length');
  }

  /** Returns the index of the last piece that starts on the line or before it. */
  indexAtLine(line: number): number {
    let node = this.#root;
    let index = 0;
    let rest = line;
    while (node.children !== undefined) {
      const { children } = node;
      let at = 0;
      // A piece that starts on the line belongs behind the part that ends there.
      for (; at < children.length - 1 && (children[at]?.lineEnds ?? 0) <= rest; at++) {
        index += children[at]?.size ?? 0;
        rest -= children[at]?.lineEnds ?? 0;
      }
      const child = children[at];
      if (child === undefined) break;
      node = child;
    }
    const { pieces } = node;
    let at = 0;
    for (; at < pieces.length - 1 && (pieces[at]?.lineEnds ?? 0) <= rest; at++) rest -= pieces[at]?.lineEnds ?? 0;
    return index + at;
  }

  /** Returns the index of the first piece that the condition holds for; it must hold for all pieces behind it as well. */
  firstWhere(holds: (piece: T) => boolean): number {
    let [low, high] = [0, this.size];
    while (low < high) {
      const middle = (low + high) >> 1;
      const piece = this.at(middle);
      if (piece === undefined || holds(piece)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Returns the pieces from `start` up to `end`. */
  slice(start: number, end: number): T[] {
    const found: T[] = [];
    collect(this.#root, start, end, found);
    return found;
  }

  [Symbol.iterator](): IterableIterator<T> {
    // A list is faster than generators, and most sequences are one chunk, which has its list.
    return (this.#root.children === undefined ? this.#root.pieces : this.slice(0, this.size)).values();
  }

  /** Returns the chunks in order. */
  *chunks(): Generator<Chunk<T>, void, undefined> {
    const waiting = [this.#root];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      const { children } = node;
      if (children === undefined) yield node;
      else for (let at = children.length - 1; at >= 0; at--) waiting.push(children[at] as Node<T>);
    }
  }

  /** Returns the sequence with other pieces in place of those from `start` up to `end`. */
  replaced(start: number, end: number, pieces: readonly T[]): Sequence<T> {
    if (this.size === 0) return Sequence.of(pieces);
    const nodes = replaceIn(this.#root, start, Math.max(start, end), pieces);
    return new Sequence(rootOf(nodes));
  }

  /** Returns the summary of all pieces, or undefined without any. */
  total<M>(aggregate: Aggregate<T, M>): M | undefined {
    return this.size === 0 ? undefined : totalOf(this.#root, aggregate);
  }

  /** Returns the summaries of the parts before a piece, in order. */
  before<M>(index: number, aggregate: Aggregate<T, M>): readonly M[] {
    const parts: M[] = [];
    let node = this.#root;
    let rest = index;
    while (node.children !== undefined) {
      const { children } = node;
      let at = 0;
      for (; at < children.length; at++) {
        const child = children[at] as Node<T>;
        if (rest < child.size) break;
        rest -= child.size;
        parts.push(totalOf(child, aggregate));
      }
      const child = children[at];
      if (child === undefined) return parts;
      node = child;
    }
    for (const piece of node.pieces.slice(0, rest)) parts.push(aggregate.ofPiece(piece));
    return parts;
  }

  /** Passes the pieces with their indices to `see`, without those in parts whose summary `isWanted` refuses; that is asked once for each part. */
  visit<M>(
    aggregate: Aggregate<T, M>,
    isWanted: (summary: M) => boolean,
    see: (piece: T, index: number) => void,
  ): void {
    let index = 0;
    const enter = (node: Node<T>): void => {
      if (node.size === 0) return;
      if (!isWanted(totalOf(node, aggregate))) index += node.size;
      else if (node.children !== undefined) node.children.forEach(enter);
      else for (const piece of node.pieces) see(piece, index++);
    };
    enter(this.#root);
  }

  /** Returns what differs from a former sequence, or undefined when all pieces are the same. Shared parts are not looked at. */
  changedSince(former: Sequence<T>): ChangedRange | undefined {
    if (this.#root === former.#root) return undefined;
    if (former.size === 0 && this.size > 0) return { start: 0, endBefore: 0, endAfter: this.size };
    const start = commonPieces(former.#root, this.#root, 'first');
    if (start === this.size && start === former.size) return undefined;
    const most = Math.min(this.size, former.size) - start;
    const tail = Math.min(most, commonPieces(former.#root, this.#root, 'last'));
    return { start, endBefore: former.size - tail, endAfter: this.size - tail };
  }
}

/** The most children or pieces of a node. */
const widest = 32;

/** A node has children, or else pieces. All leaves have the same depth. Immutable. */
class Node<T extends Piece> implements Chunk<T> {
  readonly size: number;
  readonly length: number;
  readonly lineEnds: number;
  /** 0 for a leaf. */
  readonly height: number;
  /** By aggregate. */
  totals: Map<unknown, unknown> | undefined = undefined;

  constructor(
    readonly children: readonly Node<T>[] | undefined,
    readonly pieces: readonly T[],
  ) {
    this.height = children === undefined ? 0 : (children[0]?.height ?? 0) + 1;
    let [size, length, lineEnds] = [pieces.length, 0, 0];
    for (const child of children ?? []) size += child.size;
    for (const part of children ?? pieces) {
      length += part.length;
      lineEnds += part.lineEnds;
    }
    this.size = size;
    this.length = length;
    this.lineEnds = lineEnds;
  }
}

function leavesOf<T extends Piece>(pieces: readonly T[]): readonly Node<T>[] {
  return inGroups(pieces).map((group) => new Node(undefined, group));
}

/** Cuts a list into the fewest groups that are narrow enough, all about as long. */
function inGroups<E>(list: readonly E[]): readonly (readonly E[])[] {
  const count = Math.ceil(list.length / widest);
  if (count <= 1) return list.length === 0 ? [] : [list];
  return Array.from({ length: count }, (_, group) =>
    list.slice(Math.floor((group * list.length) / count), Math.floor(((group + 1) * list.length) / count)),
  );
}

function rootOf<T extends Piece>(nodes: readonly Node<T>[]): Node<T> {
  let level = nodes;
  while (level.length > 1) level = inGroups(level).map((children) => new Node(children, []));
  let root = level[0] ?? new Node<T>(undefined, []);
  while (root.children?.length === 1) root = root.children[0] ?? root;
  return root;
}

/** Returns nodes of the same height with the pieces replaced; none when nothing is left. */
function replaceIn<T extends Piece>(
  node: Node<T>,
  start: number,
  end: number,
  pieces: readonly T[],
): readonly Node<T>[] {
  if (node.children === undefined)
    return leavesOf([...node.pieces.slice(0, start), ...pieces, ...node.pieces.slice(end)]);
  const { children } = node;
  const before: Node<T>[] = [];
  const changed: Node<T>[] = [];
  let from = 0;
  let next = 0;
  let waiting: readonly T[] = pieces;
  for (; next < children.length; next++) {
    const child = children[next] as Node<T>;
    const isLast = next === children.length - 1;
    if (from + child.size < start || (from + child.size === start && !isLast)) before.push(child);
    else {
      changed.push(...replaceIn(child, Math.max(0, start - from), Math.min(child.size, end - from), waiting));
      waiting = [];
    }
    from += child.size;
    if (from >= end && from >= start && waiting.length === 0) break;
  }
  const behind = children.slice(next + 1);
  // A part that has become small is joined with its neighbour, so that deleting does not leave many small ones.
  joinSmall(before, changed);
  joinSmall(changed, behind);
  return inGroups([...before, ...changed, ...behind]).map((group) => new Node(group, []));
}

/** Joins the last node of one list and the first of another when they fit into one. */
function joinSmall<T extends Piece>(left: Node<T>[], right: Node<T>[]): void {
  const [a, b] = [left.at(-1), right[0]];
  if (a === undefined || b === undefined) return;
  const count = (a.children ?? a.pieces).length + (b.children ?? b.pieces).length;
  if (count > widest / 2) return;
  left.pop();
  const children = a.children && b.children && [...a.children, ...b.children];
  right[0] = new Node(children, [...a.pieces, ...b.pieces]);
}

function measureBefore<T extends Piece>(root: Node<T>, index: number, measure: 'length' | 'lineEnds'): number {
  let node = root;
  let rest = index;
  let sum = 0;
  while (node.children !== undefined) {
    let inside: Node<T> | undefined;
    for (const child of node.children) {
      if (rest < child.size) {
        inside = child;
        break;
      }
      rest -= child.size;
      sum += child[measure];
    }
    if (inside === undefined) return sum;
    node = inside;
  }
  const { pieces } = node;
  for (let at = 0; at < rest && at < pieces.length; at++) sum += pieces[at]?.[measure] ?? 0;
  return sum;
}

function collect<T extends Piece>(node: Node<T>, start: number, end: number, found: T[]): void {
  if (end <= 0 || start >= node.size) return;
  if (node.children === undefined) {
    found.push(...node.pieces.slice(Math.max(0, start), end));
    return;
  }
  let from = 0;
  for (const child of node.children) {
    collect(child, start - from, end - from, found);
    from += child.size;
  }
}

function totalOf<T extends Piece, M>(node: Node<T>, aggregate: Aggregate<T, M>): M {
  const totals = (node.totals ??= new Map());
  if (totals.has(aggregate)) return totals.get(aggregate) as M;
  const parts = node.children?.map((child) => totalOf(child, aggregate)) ?? node.pieces.map(aggregate.ofPiece);
  const total = parts.length === 1 ? (parts[0] as M) : aggregate.join(parts);
  totals.set(aggregate, total);
  return total;
}

/** Returns how many pieces are the same from the first or the last on. */
function commonPieces<T extends Piece>(a: Node<T>, b: Node<T>, from: 'first' | 'last'): number {
  const [left, right]: (Node<T> | T)[][] = [[a], [b]];
  let common = 0;
  for (;;) {
    const [one, other] = [left?.pop(), right?.pop()];
    if (left === undefined || right === undefined || one === undefined || other === undefined) return common;
    if (one === other) common += one instanceof Node ? one.size : 1;
    else if (!(one instanceof Node) && !(other instanceof Node)) return common;
    else {
      // The higher one is opened; what is not opened is looked at again.
      const [height, otherHeight] = [heightOf(one), heightOf(other)];
      if (one instanceof Node && height >= otherHeight) open(left, one, from);
      else left.push(one);
      if (other instanceof Node && otherHeight >= height) open(right, other, from);
      else right.push(other);
    }
  }
}

function heightOf<T extends Piece>(part: Node<T> | T): number {
  return part instanceof Node ? part.height : -1;
}

function open<T extends Piece>(waiting: (Node<T> | T)[], node: Node<T>, from: 'first' | 'last'): void {
  const parts: readonly (Node<T> | T)[] = node.children ?? node.pieces;
  if (from === 'last') waiting.push(...parts);
  else for (let at = parts.length - 1; at >= 0; at--) waiting.push(parts[at] as Node<T> | T);
}
