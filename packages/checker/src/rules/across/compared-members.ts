import type { Operation } from '@rulebook/catalogue/operation';
import type { ComparedMember, ResourceEffect, StorageMembers } from '@rulebook/catalogue/resource-life';
import type { Block, Placeholder } from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import { someOverlaps } from '@rulebook/text/search';
import { span } from '@rulebook/text/span';
import type { MemberFact, ComparedMembers } from './summary';
import { expressionOf } from '@rulebook/text/expressions';

/** Returns what the body of the block contains for the members that rules may compare. */
export function comparedMembersOf(block: Block, operation: Operation, effect: ResourceEffect): ComparedMembers {
  const body = block.request?.body;
  const root = body?.kind === 'json' ? body.values[0] : undefined;
  if (root === undefined || (effect.members === undefined && effect.storage === undefined)) return noMembers;
  const members: Record<string, MemberFact> = {};
  for (const member of effect.members ?? []) {
    const fact = factOf(root, member, block.placeholders) ?? defaultOf(root, member, operation, block.placeholders);
    if (fact !== undefined) members[member.meaning] = fact;
  }
  const location = effect.storage && locationOf(root, effect.storage, block.placeholders);
  if (location !== undefined) members.location = location;
  return members;
}

const noMembers: ComparedMembers = {};

function factOf(
  root: JsonNode,
  { path, keeps, except }: ComparedMember,
  placeholders: readonly Placeholder[],
): MemberFact | undefined {
  let key: JsonNode | undefined;
  let node: JsonNode | undefined = root;
  for (const name of path) {
    const object: JsonNode = node;
    const property: JsonNode | undefined = object.type === 'object' ? propertyNamed(object, name) : undefined;
    key = property?.children?.[0];
    node = property?.children?.[1];
    if (node === undefined) return hasOpenKey(object, placeholders) ? unknownMember : undefined;
  }
  const fact: Mutable<MemberFact> = { type: node.type, isGiven: node.value !== '' };
  if (key !== undefined) fact.span = span(key.offset, key.offset + key.length);
  const texts = comparedTexts(node, keeps, except ?? none, placeholders);
  if (texts !== undefined) fact.texts = texts;
  return fact;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const none: readonly string[] = [];

/** A key with a placeholder may be the name of the member, but its span is not reported. */
const unknownMember: MemberFact = { type: 'null', isGiven: true };

function hasOpenKey({ type, children = [] }: JsonNode, placeholders: readonly Placeholder[]): boolean {
  if (type !== 'object' || placeholders.length === 0) return false;
  return children.some(({ children: [key] = [] }) => key !== undefined && holdsPlaceholder(key, placeholders));
}

/** Returns where the resource is stored, if it is writable and completely known. */
function locationOf(
  root: JsonNode,
  storage: StorageMembers,
  placeholders: readonly Placeholder[],
): MemberFact | undefined {
  const { delegating, settings: parent } = storage;
  const [named] = textAt(root, [storage.type], placeholders)?.texts ?? none;
  const [type] =
    named === delegating.type ? (textAt(root, [parent, delegating.setting], placeholders)?.texts ?? none) : [named];
  if (type === undefined || !Object.hasOwn(storage.types, type)) return undefined;
  const { settings = [], everywhere } = storage.types[type] ?? {};
  const texts: string[] = [type];
  let first: MemberFact['span'];
  let decisive = '';
  for (const { name, fallback = '' } of settings) {
    const fact = textAt(root, [parent, name], placeholders);
    // A placeholder may name any location.
    if (fact !== undefined && fact.texts === undefined) return undefined;
    const text = fact?.texts?.[0] ?? fallback;
    if (texts.length === 1) first = fact?.span;
    if (name === everywhere?.setting) decisive = text;
    texts.push(text);
  }
  // Without a name nothing is known.
  if (texts[1] === '') return undefined;
  const location: Mutable<MemberFact> = {
    type: 'string',
    isGiven: true,
    texts: [JSON.stringify(texts)],
    isEverywhere: everywhere !== undefined && expressionOf(everywhere.pattern).test(decisive),
  };
  if (first !== undefined) location.span = first;
  return location;
}

function textAt(root: JsonNode, path: readonly string[], placeholders: readonly Placeholder[]): MemberFact | undefined {
  return factOf(root, { meaning: 'location', path, keeps: 'text' }, placeholders);
}

function comparedTexts(
  node: JsonNode,
  keeps: ComparedMember['keeps'],
  except: readonly string[],
  placeholders: readonly Placeholder[],
): readonly string[] | undefined {
  if (keeps === 'presence') return undefined;
  if (keeps === 'members') return fingerprintOf(node, except, placeholders);
  if (holdsPlaceholder(node, placeholders)) return undefined;
  if (keeps === 'list' && node.type === 'array')
    return (node.children ?? []).flatMap(({ type, value }) => (type === 'string' ? [String(value)] : []));
  return node.type === 'array' || node.type === 'object' ? undefined : [String(node.value)];
}

function fingerprintOf(
  node: JsonNode,
  except: readonly string[],
  placeholders: readonly Placeholder[],
): readonly string[] | undefined {
  if (node.type !== 'object') return undefined;
  const words: string[] = [];
  for (const { children } of node.children ?? []) {
    const [key, value] = children ?? [];
    if (key === undefined || value === undefined || value.type === 'object' || value.type === 'array') return undefined;
    const isCompared = !except.includes(String(key.value));
    if (holdsPlaceholder(key, placeholders) || (isCompared && holdsPlaceholder(value, placeholders))) return undefined;
    if (isCompared) words.push(`${String(key.value)}=${String(value.value)}`);
  }
  return words.length === 0 ? undefined : words.sort();
}

/** Returns what holds if the body omits the member, as far as the catalogue knows. */
function defaultOf(
  root: JsonNode,
  { path, keeps }: ComparedMember,
  { body }: Operation,
  placeholders: readonly Placeholder[],
): MemberFact | undefined {
  const [name, ...deeper] = path;
  if (deeper.length > 0 || body?.shape.type !== 'object' || keeps === 'presence' || root.type !== 'object')
    return undefined;
  if (hasOpenKey(root, placeholders)) return undefined;
  const text = body.shape.fields.find((field) => field.name === name)?.default;
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  return { type: 'string', isGiven: false, texts: Array.isArray(value) ? value.map(String) : [String(value)] };
}

function propertyNamed(node: JsonNode, name: string): JsonNode | undefined {
  // The last of two equal keys counts.
  const { children = [] } = node;
  for (let index = children.length - 1; index >= 0; index--) {
    const child = children[index];
    if (child?.children?.[0]?.value === name) return child;
  }
  return undefined;
}

function holdsPlaceholder({ offset, length }: JsonNode, placeholders: readonly Placeholder[]): boolean {
  return someOverlaps(placeholders, offset, offset + length);
}
