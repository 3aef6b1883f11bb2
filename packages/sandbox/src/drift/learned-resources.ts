import { isRecord } from '@rulebook/json/is-record';
import type { Service } from '@rulebook/catalogue/service';
import { pathWords } from '@rulebook/checker/resource-model/path-words';
import { itemFormOf, itemPlaceOf, listPlaceOf } from '@rulebook/checker/resource-model/places';
import { resourceModelOf } from '@rulebook/checker/resource-model/resource-model';
import { valueAt } from '@rulebook/checker/resource-model/shapes-in';
import { responseWith } from '@rulebook/checker/resource-model/successes';
import { decodePart } from '@rulebook/text/decode';
import { nodeAt, withItem, withNode, type PlayedNode, type Words } from '../played/played-state';
import { jsonIn } from './judge-answer';
import type { KnownExchange } from './model';

/**
 * Returns a state with the resources that were seen in it, as they were at first: what the exchanges themselves have created, changed or removed is
 * theirs to do again.
 */
export function withSeenResources(root: PlayedNode, service: Service, exchanges: readonly KnownExchange[]): PlayedNode {
  const { roleOf } = resourceModelOf(service);
  const touched = new Set<string>();
  let next = root;
  const isTouched = (words: Words): boolean =>
    words.some((_, index) => touched.has(keyOfWords(words.slice(0, index + 1))));
  const put = (words: Words, item: unknown): void => {
    if (isTouched(words)) return;
    const former = nodeAt(next, words)?.item;
    // What an item shows by itself is more than what a list shows of it.
    const whole = isRecord(former) && isRecord(item) ? { ...former, ...item } : item;
    next = withItem(next, words, whole);
  };
  for (const { operation, request, response } of exchanges) {
    const words = wordsOfTarget(request.target);
    const { status } = response;
    const role = roleOf(operation);
    const value = jsonIn(response.body);
    if (request.method !== 'GET') {
      if (status >= 300) continue;
      const made = role.kind === 'create' ? idOf(value, role.of, operation, status) : undefined;
      touched.add(keyOfWords(made === undefined ? words : [...words, made]));
    } else if (role.kind === 'list' && 'of' in role && status < 300) {
      const list = valueAt(value, listPlaceOf(operation) ?? []);
      const { member } = itemFormOf(role.of).id;
      for (const [index, item] of (Array.isArray(list) ? (list as readonly unknown[]) : []).entries()) {
        const own = member !== undefined && isRecord(item) ? item[member] : undefined;
        const id = typeof own === 'string' || typeof own === 'number' ? String(own) : `${index + 1}`;
        put([...words, id], item);
      }
    } else if (role.kind === 'read' && 'of' in role) {
      if (status === 404 && !isTouched(words) && nodeAt(next, words)?.item === undefined)
        next = withNode(next, words, (node) => ({ ...node, isRemoved: true }));
      const place = itemPlaceOf(responseWith(operation, status)?.shape, role.of.parameter) ?? [];
      const item = valueAt(value, place);
      if (status < 300 && item !== undefined) put(words, item);
    } else if (role.kind === 'read' && status < 300 && value !== undefined && !isTouched(words))
      next = withNode(next, words, (node) => ({ ...node, item: value, isSingle: true as const }));
  }
  return next;
}

function idOf(
  value: unknown,
  of: Parameters<typeof itemFormOf>[0],
  operation: KnownExchange['operation'],
  status: number,
): string | undefined {
  const { member } = itemFormOf(of).id;
  const item = valueAt(value, itemPlaceOf(responseWith(operation, status)?.shape, of.parameter) ?? []);
  const id = member !== undefined && isRecord(item) ? item[member] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

function wordsOfTarget(target: string): Words {
  return pathWords(target.split(/[?#]/)[0] ?? '').map((word) => decodePart(word));
}

function keyOfWords(words: Words): string {
  return JSON.stringify(words);
}
