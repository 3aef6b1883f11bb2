import { itemGroupOf, itemUses, type ItemUse, type NamedItem } from './across/item-use';
import type { BlockGroup } from './across/summary';
import type { FileRule, Report } from './rule';
import { code } from './support/wording';

/** Reports a request on an item that an earlier request of the file deletes, or that is in such an item. */
export const deletedResource: FileRule = {
  id: 'deleted-resource',
  scope: 'file',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a request that uses an item of a collection, such as a webhook, a snapshot repository or a book of a described service, after an earlier request of the file deletes it or what it is in.',
    why: 'When the requests are sent in order, the item no longer exists.',
    remedy:
      'Move the request above the deletion. If it checks that the item no longer exists, say so: with an assert such as `?? status == 404`, or in its title.',
  },
  summary: itemUses,
  groupOf: itemGroupOf,
  check: (group, report) => {
    const uses = group.summaries.map((summary) => itemUses.in(summary));
    // Most files delete nothing, and an edit checks the whole group again.
    if (!uses.some((use) => use?.step === 'removes')) return;
    const removed = new Map<string, Removed>();
    uses.forEach((use, block) => {
      // Where comments name several instances, a request without a host may go to any of them.
      if (use === undefined || (group.hasSeveralInstances && !use.endpoint.isCertain)) return;
      const found = follow(use, block, removed, group);
      if (found !== undefined && use.mayFail !== true) report(block, reportOf(use, found, block));
    });
  },
};

/** An item that a request has removed, and the request. */
interface Removed {
  readonly item: NamedItem;
  readonly block: number;
  readonly use: ItemUse;
}

/** A request on a removed item: the item as the request names it, and its removal. */
interface Found {
  readonly item: NamedItem;
  readonly removal: Removed;
}

/** Notes what a request does to the removed items, and returns the one that it needs. */
function follow(use: ItemUse, block: number, removed: Map<string, Removed>, group: BlockGroup): Found | undefined {
  const isCertain = ({ variables }: NamedItem): boolean =>
    [...use.endpoint.variables, ...variables].every((name) => (group.definitions.get(name) ?? 0) < 2);
  const keyOf = ({ form, address }: NamedItem): string => `${use.endpoint.text} ${form} ${address ?? ''}`;
  const { step, items, to } = use;
  const inner = step === 'adds' ? undefined : items.at(-1);
  for (const item of items) {
    const removal =
      removed.size === 0 || item.address === undefined || !isCertain(item) ? undefined : removed.get(keyOf(item));
    const isAnew = item === inner && (step === 'stores' || (step === 'removes' && !isFinal(item)));
    if (removal !== undefined && !isAnew) return { item, removal };
  }
  if (to !== undefined) forget(removed, ({ item }) => isIn(item, to) && !isFinal(item));
  if (inner === undefined) return undefined;
  if (step === 'stores') forget(removed, ({ item }) => isIn(item, inner.form) && mayBeIn(item, inner));
  if (step === 'removes' && inner.address !== undefined && isCertain(inner))
    removed.set(keyOf(inner), { item: inner, block, use });
  return undefined;
}

/** No request gives another item the id that the service has made for this one. */
function isFinal({ facts, variables }: NamedItem): boolean {
  return facts?.id.origin === 'server' && variables.length === 0;
}

function isIn({ form }: NamedItem, outer: string): boolean {
  return form === outer || form.startsWith(`${outer}/`);
}

/** Returns whether two items may be the same, or the first in the second, as far as their names say; variables may have any value. */
function mayBeIn({ address = '', variables }: NamedItem, outer: NamedItem): boolean {
  if (outer.address === undefined || variables.length + outer.variables.length > 0) return true;
  return address === outer.address || address.startsWith(`${outer.address}/`);
}

function forget(removed: Map<string, Removed>, isMeant: (one: Removed) => boolean): void {
  for (const [key, one] of removed) if (isMeant(one)) removed.delete(key);
}

function reportOf(use: ItemUse, { item, removal }: Found, block: number): Report {
  const { facts, list } = item;
  const { does, done } = facts?.removal ?? { does: 'deletes', done: 'deleted' };
  const noun = facts === undefined ? `item of ${code(list)}` : facts.noun;
  const isOuter = item !== use.items.at(-1) || (use.step === 'adds' && use.to !== item.form);
  return {
    message: `An earlier request in this file ${does} the ${noun}${isOuter ? ' that this is in' : ''}.`,
    span: item.span,
    // Files that list the operations of a described service are in the order of the description.
    severity: facts === undefined ? 'information' : 'warning',
    provenance: facts?.provenance ?? removal.use.provenance,
    related: [{ message: `The ${noun} is ${done} here.`, span: removal.item.span, block: removal.block - block }],
  };
}
