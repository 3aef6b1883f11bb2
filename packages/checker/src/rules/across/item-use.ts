import type { Binding, BoundParameter } from '../../binding/model';
import type { Provenance } from '@rulebook/catalogue/facts';
import type { CollectionFacts } from '@rulebook/catalogue/resource-model';
import { itemAccessIn, type ItemAccess, type ItemPath } from '../../resource-model/item-paths';
import type { Block } from '@rulebook/request-file/syntax/model';
import { decodePart } from '@rulebook/text/decode';
import { expressionOf } from '@rulebook/text/expressions';
import type { Span } from '@rulebook/text/span';
import { perObject } from '@rulebook/text/structures/memo';
import { isUnfilled } from '../support/bound-values';
import { requestDestinationOf } from './resource-use';
import { serviceSummary } from './service-summary';
import type { BlockSummary, RequestDestination } from './summary';

/** An item that a request names in its path. */
export interface NamedItem {
  readonly form: string;
  /** The path of its list. */
  readonly list: string;
  /** Its name with those of what it is in; absent where one of them stands for several, or for an unknown one. */
  readonly address?: string;
  /** The variables in the address. */
  readonly variables: readonly string[];
  readonly span: Span;
  readonly facts?: Omit<CollectionFacts, 'itemPath'>;
}

/** What a request does to the items that its path names. */
export interface ItemUse {
  readonly step: ItemAccess['step'];
  readonly service: string;
  readonly endpoint: RequestDestination;
  /** From the outside to the inside. */
  readonly items: readonly NamedItem[];
  /** For `adds`: the form of the items. */
  readonly to?: string;
  /** The outermost collection with the names of what it is in: requests with the same may be about the same items. */
  readonly group: string;
  readonly provenance: Provenance;
  /** The file says that the request fails, as a check that an item no longer exists does. Not known of one that needs no item. */
  readonly mayFail?: true;
}

/** What is remembered of requests that name items. */
export const itemUses = serviceSummary('items', itemUseOf, {
  concerns: (operation, service) => {
    const access = itemAccessIn(service)(operation);
    return access !== undefined && (access.items.length > 0 || access.to !== undefined);
  },
});

/** Returns the group of a request that names items. */
export function itemGroupOf(summary: BlockSummary): string | undefined {
  return itemUses.in(summary)?.group;
}

function itemUseOf(block: Block, binding: Binding): ItemUse | undefined {
  const { operation, service, path } = binding;
  if (operation === undefined || service === undefined || block.association !== undefined) return undefined;
  const access = itemAccessIn(service)(operation);
  const outer = access?.items[0] ?? access?.to;
  if (access === undefined || outer === undefined) return undefined;
  const names = path.map((one) => (isSingle(one, service.severalNames) ? decodePart(one.text) : undefined));
  const owner = namesOf(ownersOf(outer, access), path, names);
  // What is in an unknown place may be anywhere.
  if (owner === undefined) return undefined;
  const items: NamedItem[] = [];
  for (const item of access.items) {
    const named = namedItem(item, path, names);
    if (named !== undefined) items.push(named);
  }
  const use: Mutable<ItemUse> = {
    step: access.step,
    service: service.id,
    endpoint: requestDestinationOf(binding),
    items,
    group: `items ${service.id} ${outer.form} ${owner.join('/').toLowerCase()}`,
    provenance: operation.provenance,
  };
  if (access.to !== undefined) use.to = access.to.form;
  // What is stored may be stored anew: only what it is in can be missing.
  if (items.length > (access.step === 'stores' ? 1 : 0) && isExpectedToFail(block)) use.mayFail = true;
  return use;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Returns the parameters in front of the name of the outermost item. */
function ownersOf(outer: ItemPath, { items }: ItemAccess): readonly string[] {
  return items.length === 0 ? outer.parameters : outer.parameters.slice(0, -1);
}

/** Returns the names that parameters stand for; undefined where one of them stands for several, or for an unknown one. */
function namesOf(
  parameters: readonly string[],
  path: readonly BoundParameter[],
  names: readonly (string | undefined)[],
): readonly string[] | undefined {
  const found: string[] = [];
  for (const parameter of parameters) {
    const name = names[indexIn(path, parameter)];
    if (name === undefined) return undefined;
    found.push(name);
  }
  return found;
}

function indexIn(path: readonly BoundParameter[], name: string | undefined): number {
  for (let index = 0; index < path.length; index++) if (path[index]?.field.name === name) return index;
  return -1;
}

function namedItem(
  { form, list, parameters, facts }: ItemPath,
  path: readonly BoundParameter[],
  names: readonly (string | undefined)[],
): NamedItem | undefined {
  const own = path[indexIn(path, parameters.at(-1))];
  if (own === undefined) return undefined;
  const texts = namesOf(parameters, path, names);
  const address = texts?.join('/');
  const item: Mutable<NamedItem> = {
    form,
    list,
    span: own.span,
    variables: address?.includes('{{') === true ? variablesIn(address) : none,
  };
  if (texts !== undefined && address !== undefined) item.address = facts === undefined ? address : withoutCase(texts);
  if (facts !== undefined) item.facts = withoutPath(facts);
  return item;
}

const none: readonly string[] = [];

function variablesIn(address: string): readonly string[] {
  return [...address.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, name = '']) => name.trim());
}

const withoutPath = perObject(({ itemPath: _, ...known }: CollectionFacts): Omit<CollectionFacts, 'itemPath'> => known);

/** The documented services compare owners without case. */
function withoutCase(texts: readonly string[]): string {
  return [...texts.slice(0, -1).map((text) => text.toLowerCase()), texts.at(-1)].join('/');
}

/** Returns whether the text is the name of one item: written, or a variable with the same value in the whole file. */
function isSingle(parameter: BoundParameter, several: string | undefined): boolean {
  const { text } = parameter;
  if (text === '' || isUnfilled(parameter)) return false;
  if (several !== undefined && expressionOf(several).test(decodePart(text))) return false;
  if (!text.includes('{{')) return true;
  // A function such as `{{$uuid}}` gives another value each time.
  return !/\{\{\s*\$/.test(text) && /^\{\{[^{}]+\}\}$/.test(text);
}

/** Returns whether a request is expected to find nothing: whoever writes the status, or says it in words, expects it. */
export function isExpectedToFail({ text }: Block): boolean {
  return /\b(?:404|410|4xx)\b|\b(?:go(?:ne)|not[ _-]?found|no longer|(?:is|was) (?:deleted|removed))\b/i.test(text);
}
