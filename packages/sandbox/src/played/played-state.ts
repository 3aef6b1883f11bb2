import { isRecord } from '@rulebook/json/is-record';
import { perObject } from '@rulebook/text/structures/memo';
import { Table } from '../table';
import { problemOfContent, type Content } from './content';

/** What is at a word of a path: an item or a single resource, and what is below it. */
export interface PlayedNode {
  readonly item?: unknown;
  /** What was uploaded there. */
  readonly content?: Content;
  /** Set for a resource at a fixed place, which no list has. */
  readonly isSingle?: true;
  /** Set for an item that the description shows, and that was removed. */
  readonly isRemoved?: true;
  readonly below?: Table<PlayedNode>;
  /** How many ids were made for what is directly below. */
  readonly made?: number;
  /** How many items were added directly below, and the place of this one among them: an export does not keep the order of its members. */
  readonly added?: number;
  readonly place?: number;
}

/** The resources of a played service, by the words of their paths. */
export interface PlayedState {
  readonly root: PlayedNode;
}

/** The words of the path of a request, decoded. */
export type Words = readonly string[];

/** Returns what is at a path; undefined when nothing was stored there or below. */
export function nodeAt(root: PlayedNode, words: Words): PlayedNode | undefined {
  let node: PlayedNode | undefined = root;
  for (const word of words) node = node?.below?.get(word);
  return node;
}

/** Returns the tree with a changed node at a path. */
export function withNode(root: PlayedNode, words: Words, change: (node: PlayedNode) => PlayedNode): PlayedNode {
  const [word, ...rest] = words;
  if (word === undefined) return change(root);
  const below = root.below ?? Table.empty<PlayedNode>();
  return { ...root, below: below.with(word, withNode(below.get(word) ?? {}, rest, change)) };
}

/** Returns the tree without what is at a path and below it. */
export function withoutNode(root: PlayedNode, words: Words): PlayedNode {
  const [word, ...rest] = words;
  const node = word === undefined ? undefined : root.below?.get(word);
  if (word === undefined || root.below === undefined || node === undefined) return root;
  const below = rest.length === 0 ? root.below.without(word) : root.below.with(word, withoutNode(node, rest));
  return { ...root, below };
}

/** Returns the items that a list at a path has, in the order in which they were created. */
export function itemsAt(root: PlayedNode, words: Words): readonly (readonly [id: string, item: unknown])[] {
  const { below } = nodeAt(root, words) ?? {};
  return below === undefined ? [] : itemsIn(below);
}

/** A list is read more often than it changes. */
const itemsIn = perObject((below: Table<PlayedNode>): readonly (readonly [id: string, item: unknown])[] => {
  const nodes = [...below.entries()].filter(([, { item, isSingle }]) => item !== undefined && !isSingle);
  nodes.sort(([, { place: one = 0 }], [, { place: other = 0 }]) => one - other);
  return nodes.map(([id, { item }]) => [id, item]);
});

/** Returns the tree with an item at a path: a new one comes last in its list, and has nothing below it. */
export function withItem(root: PlayedNode, words: Words, item: unknown): PlayedNode {
  const former = nodeAt(root, words);
  if (former?.item !== undefined) return withNode(root, words, (node) => ({ ...node, item }));
  const list = words.slice(0, -1);
  const place = (nodeAt(root, list)?.added ?? 0) + 1;
  const placed = withNode(root, list, (node) => ({ ...node, added: place }));
  return withNode(placed, words, () => ({ item, place }));
}

/** Returns the tree with what was uploaded at a path. */
export function withContent(root: PlayedNode, words: Words, content: Content): PlayedNode {
  return withNode(root, words, (node) => ({ ...node, content }));
}

/**
 * Returns what was uploaded for what is read at a path: there, at the item that it is about (`/files/1` for `/files/1/content`), or next to it
 * (`/pets/1/upload` for `/pets/1/photo`).
 */
export function contentAt(root: PlayedNode, words: Words, path: string): Content | undefined {
  const own = nodeAt(root, words)?.content;
  if (own !== undefined || path.split('/').at(-1)?.includes('{') === true) return own;
  const item = nodeAt(root, words.slice(0, -1));
  if (item?.content !== undefined) return item.content;
  for (const [, { content }] of item?.below?.entries() ?? []) if (content !== undefined) return content;
  return undefined;
}

/** Checks the form of an exported node. */
export function problemOfNode(value: unknown, at: string): string | undefined {
  if (!isRecord(value)) return `${at} must be an object`;
  const { below = {}, made = 0, content } = value;
  const unfit = content === undefined ? undefined : problemOfContent(content, `${at}/content`);
  if (unfit !== undefined) return unfit;
  if (!Number.isSafeInteger(made)) return `${at}/made must be a whole number`;
  if (!isRecord(below)) return `${at}/below must be an object`;
  for (const [name, node] of Object.entries(below)) {
    const problem = problemOfNode(node, `${at}/below/${name}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Returns the node of an exported one, whose tables are objects. */
export function importedNode(value: unknown): PlayedNode {
  const { below, ...node } = value as PlayedNode & { readonly below?: Readonly<Record<string, unknown>> };
  if (below === undefined) return node;
  const nodes = Object.entries(below).map(([name, inner]) => [name, importedNode(inner)] as const);
  return { ...node, below: Table.from(nodes) };
}
