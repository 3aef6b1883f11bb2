import { isRecord } from '@rulebook/json/is-record';
import type { Operation, ResponseSpec } from '@rulebook/catalogue/operation';
import type { Collection, OperationRole, SingleResource } from '@rulebook/catalogue/resource-model';
import { fitsShape } from '@rulebook/checker/resource-model/fits-shape';
import { smallestValue } from '@rulebook/checker/resource-model/make-value';
import { itemFormOf } from '@rulebook/checker/resource-model/places';
import { responseWith } from '@rulebook/checker/resource-model/successes';
import { changedItem, chosenId, isShownId, itemOf, keptMembers, madeId, sentItem, successExamples } from './items';
import { patched } from './json-patch';
import { overlaid } from './overlay';
import { pageOf } from './pages';
import { itemsAt, nodeAt, withItem, withNode, withoutNode, type PlayedNode, type Words } from './played-state';
import type { Refused } from './refuse';
import { begun, ended } from './running';
import type { ItemChange } from './webhooks';
import { bodyAbout, itemBody, listBody, shownBody, type ResponseParts } from './respond';

/** A request to an operation that is described, and may be carried out. */
interface PlayedCall {
  readonly operation: Operation;
  /** The response that it gets where nothing is in its way. */
  readonly spec: ResponseSpec;
  readonly words: Words;
  readonly query: ReadonlyMap<string, string>;
  readonly sent: unknown;
  readonly contentType: string;
  /** In the form of ISO 8601. */
  readonly now: string;
  readonly baseUrl: string;
}

/** What becomes of a request: the next state and the value of the body, or why it is refused. */
export type Played =
  | {
      readonly root: PlayedNode;
      readonly body: unknown;
      readonly parts?: Partial<ResponseParts>;
      /** Where the item is that it created; absent: at the path of the request. */
      readonly place?: Words;
      /** What it did to items. */
      readonly changes?: readonly ItemChange[];
    }
  | { readonly refused: Refused };

/** Carries out what an operation does to the resources of its service. */
export function playResource(root: PlayedNode, role: OperationRole, call: PlayedCall): Played {
  if (role.kind === 'action') return act(root, role.of, call);
  return 'single' in role ? playSingle(root, role.single, role.kind, call) : playItem(root, role.of, role.kind, call);
}

function playItem(root: PlayedNode, of: Collection, kind: string, call: PlayedCall): Played {
  switch (kind) {
    case 'list':
      return list(root, of, call);
    case 'create':
      return create(root, of, call);
    case 'clear':
      return clear(root, of, call);
    case 'read':
      return read(root, of, call);
    case 'replace':
      return replace(root, of, call);
    case 'change':
      return change(root, of, call);
    default:
      return remove(root, of, call);
  }
}

/** Items that no request can create are there as the description shows them. */
function isCreatable({ create, replace }: Collection): boolean {
  return create !== undefined || replace !== undefined;
}

/** Returns whether an item that was not stored is there nevertheless: as the description shows it, until it is removed. */
function isThere(root: PlayedNode, of: Collection, words: Words, operation: Operation): boolean {
  const node = nodeAt(root, words);
  if (node?.isRemoved) return false;
  return node?.item !== undefined || !isCreatable(of) || isShownId(of, words.at(-1) ?? '', operation);
}

function absent({ name }: Collection, words: Words): Played {
  return { refused: { status: 404, message: `There is no ${JSON.stringify(words.at(-1) ?? '')} in ${name}.` } };
}

function list(root: PlayedNode, of: Collection, { operation, spec, words, query, now }: PlayedCall): Played {
  const all = itemsAt(root, words).map(([, item]) => item);
  if (all.length === 0 && !isCreatable(of)) return { root, body: shownBody(operation, spec, undefined, now) };
  const { items, total } = pageOf(all, query, operation);
  return { root, body: listBody(operation, spec, items, { total, now }) };
}

function create(root: PlayedNode, of: Collection, call: PlayedCall): Played {
  const { operation, spec, words, sent, now } = call;
  const several = Array.isArray(sent) ? (sent as readonly unknown[]) : [sent];
  let next = root;
  const made: unknown[] = [];
  const changes: ItemChange[] = [];
  let last: string | undefined;
  for (const one of several) {
    const written = sentItem(one, operation, of);
    const chosen = chosenId(written, of);
    const count = (nodeAt(next, words)?.made ?? 0) + 1;
    const id = chosen ?? freeId(next, of, words, count);
    const place = [...words, String(id)];
    if (nodeAt(next, place)?.item !== undefined && describesConflict(operation)) {
      const message = `${of.name} has ${JSON.stringify(String(id))} already.`;
      return { refused: { status: 409, message } };
    }
    const item = begun(itemOf(written, of, { id, now }), of);
    changes.push({ of, before: nodeAt(next, place)?.item, after: item });
    next = withItem(withoutNode(next, place), place, item);
    if (chosen === undefined) next = withNode(next, words, (node) => ({ ...node, made: count }));
    made.push(item);
    last = String(id);
  }
  const location = last === undefined ? [] : [['Location', pathOf([...words, last])] as const];
  const body =
    Array.isArray(sent) && spec.shape?.type === 'array' ? made : itemBody(spec, made.at(-1), of.parameter, now);
  const place = last === undefined ? words : [...words, last];
  return { root: next, body, parts: { headers: location }, changes, place };
}

/** Where a description has no such error, an item with a taken id takes the place of the former one. */
function describesConflict({ responses }: Operation): boolean {
  return responses.some(({ status, lastStatus }) => status === 409 || (status === 400 && lastStatus === 499));
}

/** Returns an id that the service makes. Ids that callers have chosen are left out. */
export function freeId(root: PlayedNode, of: Collection, words: Words, first: number): string | number {
  for (let number = first; ; number++) {
    const id = madeId(of, number);
    if (nodeAt(root, [...words, String(id)])?.item === undefined || number > first + 1000) return id;
  }
}

function pathOf(words: Words): string {
  return `/${words.map(encodeURIComponent).join('/')}`;
}

function clear(root: PlayedNode, of: Collection, { operation, spec, words, query, sent, now }: PlayedCall): Played {
  const all = itemsAt(root, words);
  const selected = new Set(
    pageOf(
      all.map(([, item]) => item),
      query,
      operation,
    ).items,
  );
  const removed = all.filter(([, item]) => selected.has(item));
  const next = removed.reduce((tree, [id]) => withoutNode(tree, [...words, id]), root);
  const changes = removed.map(([, before]) => ({ of, before }));
  return { root: next, body: shownBody(operation, spec, sent, now), changes };
}

function read(root: PlayedNode, of: Collection, { operation, spec, words, now }: PlayedCall): Played {
  const item = nodeAt(root, words)?.item;
  const done = ended(item, of);
  if (done !== undefined) {
    const changes = [{ of, before: item, after: done }];
    return { root: withItem(root, words, done), body: itemBody(spec, done, of.parameter, now), changes };
  }
  if (item !== undefined) return { root, body: itemBody(spec, item, of.parameter, now) };
  if (!isThere(root, of, words, operation)) return absent(of, words);
  return { root, body: shownItem(operation, spec, of, words, now) };
}

/** Returns the item of a description under the id that was asked for. */
function shownItem(operation: Operation, spec: ResponseSpec, of: Collection, words: Words, now: string): unknown {
  const body = shownBody(operation, spec, undefined, now);
  const id = pathId(of, words);
  const { member } = itemFormOf(of).id;
  return member === undefined || id === undefined ? body : bodyAbout(body, spec, { [member]: id }, of.parameter);
}

/** Returns the id in the path in the type that items have. */
export function pathId(of: Collection, words: Words): string | number | undefined {
  const { idShape } = itemFormOf(of);
  const text = (words.at(-1) ?? '').replace(/\.(?:json|xml)$/, (end) => (of.itemPath.endsWith(end) ? '' : end));
  if (idShape === undefined) return text;
  return [text, Number(text)].find((id) => (id === text || !Number.isNaN(id) ? fitsShape(id, idShape) : false));
}

function replace(root: PlayedNode, of: Collection, call: PlayedCall): Played {
  const { operation, spec, words, sent, now } = call;
  const former = nodeAt(root, words)?.item;
  if (of.create !== undefined && !isThere(root, of, words, operation)) return absent(of, words);
  const written = sentItem(sent, operation, of);
  const id = idIn(former, of) ?? pathId(of, words) ?? words.at(-1) ?? '';
  const item = itemOf(written, of, { id, now, ...(former !== undefined && { kept: keptMembers(former, of) }) });
  const next = withItem(root, words, item);
  const created = former === undefined ? responseWith(operation, 201) : undefined;
  const status = created?.status === 201 ? { status: 201 } : {};
  return {
    root: next,
    body: itemBody(created?.status === 201 ? created : spec, item, of.parameter, now),
    parts: status,
    changes: [{ of, before: former, after: item }],
  };
}

function idIn(item: unknown, of: Collection): string | number | undefined {
  const { member } = itemFormOf(of).id;
  const id = isRecord(item) && member !== undefined ? item[member] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

function change(root: PlayedNode, of: Collection, call: PlayedCall): Played {
  const { operation, spec, words, sent, now } = call;
  if (!isThere(root, of, words, operation)) return absent(of, words);
  const former = nodeAt(root, words)?.item ?? shownFirst(of, words, now);
  const changes = sentItem(sent, operation, of);
  const changed = changedBy(former, call, (item) => changedItem(item, changes, of, now), changes);
  if ('refused' in changed) return changed;
  const { item } = changed;
  return {
    root: withItem(root, words, item),
    body: itemBody(spec, item, of.parameter, now),
    changes: [{ of, before: former, after: item }],
  };
}

function shownFirst(of: Collection, words: Words, now: string): unknown {
  return itemOf({}, of, { id: pathId(of, words) ?? words.at(-1) ?? '', now });
}

/** A list of operations is a JSON Patch; `application/merge-patch+json` removes members by null; anything else replaces members. */
function changedBy(
  former: unknown,
  { sent, contentType }: PlayedCall,
  usual: (item: unknown) => unknown,
  changes: unknown = sent,
): { readonly item: unknown } | { readonly refused: Refused } {
  const isPatch = /json-patch\+json/i.test(contentType) || (Array.isArray(sent) && sent.every(isPatchOperation));
  if (isPatch && Array.isArray(sent)) {
    const result = patched(former, sent as readonly unknown[]);
    const message = 'An operation of the JSON Patch cannot be carried out.';
    return result === undefined ? { refused: { status: 409, message } } : { item: result.value };
  }
  if (/merge-patch\+json/i.test(contentType)) return { item: merged(former, changes) };
  return { item: usual(former) };
}

function isPatchOperation(one: unknown): boolean {
  return isRecord(one) && typeof one.op === 'string' && typeof one.path === 'string';
}

/** Merges as RFC 7396 says. */
function merged(former: unknown, sent: unknown): unknown {
  if (!isRecord(sent)) return sent;
  const members = new Map(isRecord(former) ? Object.entries(former) : []);
  for (const [name, value] of Object.entries(sent)) {
    if (value === null) members.delete(name);
    else members.set(name, merged(members.get(name), value));
  }
  return Object.fromEntries(members);
}

function remove(root: PlayedNode, of: Collection, { operation, spec, words, now }: PlayedCall): Played {
  const item = nodeAt(root, words)?.item;
  if (!isThere(root, of, words, operation)) return absent(of, words);
  const body = bodyAbout(shownBody(operation, spec, undefined, now), spec, item, of.parameter);
  const isShown = item === undefined || isShownId(of, words.at(-1) ?? '', operation);
  const before = item ?? shownFirst(of, words, now);
  const next = isShown ? withNode(root, words, () => ({ isRemoved: true })) : withoutNode(root, words);
  return { root: next, body, changes: [{ of, before }] };
}

/** What is done with an item needs the item. */
function act(root: PlayedNode, of: Collection | undefined, call: PlayedCall): Played {
  const { operation, spec, words, sent, now } = call;
  const length = of === undefined ? 0 : of.itemPath.split('/').filter(Boolean).length;
  const place = words.slice(0, length);
  const item = of === undefined ? undefined : nodeAt(root, place)?.item;
  if (of?.create !== undefined && !isThere(root, of, place, operation)) return absent(of, place);
  const body = shownBody(operation, spec, sent, now);
  return { root, body: item === undefined || of === undefined ? body : bodyAbout(body, spec, item, of.parameter) };
}

function playSingle(root: PlayedNode, { read }: SingleResource, kind: string, call: PlayedCall): Played {
  const { operation, spec, words, sent, now } = call;
  const stored = nodeAt(root, words)?.item;
  const shown = (one: Operation, its: ResponseSpec): unknown =>
    its.shape === undefined ? undefined : overlaid(shownBody(one, its, undefined, now), stored, its.shape);
  if (kind === 'read')
    return { root, body: stored === undefined ? shownBody(operation, spec, undefined, now) : shown(operation, spec) };
  if (kind === 'remove') return { root: withoutNode(root, words), body: shownBody(operation, spec, undefined, now) };
  const changed =
    kind === 'replace'
      ? { item: sent }
      : changedBy(stored ?? firstShown(read), call, (item) =>
          isRecord(item) && isRecord(sent) ? { ...item, ...sent } : sent,
        );
  if ('refused' in changed) return changed;
  const { item } = changed;
  const next = withNode(root, words, (node) => ({ ...node, item, isSingle: true as const }));
  const body = spec.shape === undefined ? undefined : overlaid(smallestValue(spec.shape, now), item, spec.shape);
  return { root: next, body };
}

function firstShown(read: Operation | undefined): unknown {
  return (read && successExamples(read)[0]) ?? {};
}
