import type { Operation } from '@rulebook/catalogue/operation';
import type { Collection } from '@rulebook/catalogue/resource-model';
import type { Service } from '@rulebook/catalogue/service';
import { pathForm } from './path-words';
import { itemFormOf, listPlaceOf } from './places';
import { resourceModelOf } from './resource-model';
import { webhooksOf } from './webhooks';

/** A collection as it is shown to people and programs. */
interface DescribedCollection {
  readonly name: string;
  readonly path: string;
  readonly itemPath: string;
  /** What the catalogue of a documented service calls an item. */
  readonly noun?: string;
  readonly parent?: string;
  readonly id: { readonly parameter: string; readonly member?: string; readonly origin: string };
  /** The operations by what they do. */
  readonly operations: Readonly<Record<string, string>>;
  /** Where the items of the list are in its response; absent for no list. */
  readonly listAt?: readonly string[];
  /** What could not be derived, as sentences. */
  readonly unknown: readonly string[];
}

/** A webhook as it is shown to people and programs. */
export interface DescribedWebhook {
  readonly name: string;
  /** The path of the items that it is about. */
  readonly itemPath?: string;
  readonly sent?: readonly string[];
  /** It is sent when a member becomes this. */
  readonly becomes?: string;
  /** Why it is not sent, as a sentence. */
  readonly unknown?: string;
}

/** The resources of a service, for `rulebook describe --resources`. */
export interface DescribedResources {
  readonly collections: readonly DescribedCollection[];
  readonly singles: readonly { readonly path: string; readonly operations: Readonly<Record<string, string>> }[];
  /** Operations that are about no resource; they are answered with an example. */
  readonly others: readonly { readonly operation: string; readonly below?: string }[];
  /** What the service sends of its own accord: when the sandbox sends it, or why it is only sent by hand. */
  readonly webhooks: readonly DescribedWebhook[];
}

/** Returns what was derived of the resources of a service, and what was not. */
export function describeResources(service: Service): DescribedResources {
  const { collections, singles, roleOf } = resourceModelOf(service);
  return {
    collections: collections.map((one) => describeCollection(one, service)),
    singles: singles.map(({ path, parent: _, ...operations }) => ({ path, operations: namesOf(operations) })),
    others: service.operations.flatMap((operation) => {
      const role = roleOf(operation);
      if (role.kind !== 'action') return [];
      return [{ operation: nameOfOperation(operation), ...(role.of !== undefined && { below: role.of.itemPath }) }];
    }),
    webhooks: describeWebhooks(service),
  };
}

function describeWebhooks(service: Service): readonly DescribedWebhook[] {
  const { tied, others } = webhooksOf(service);
  return (service.webhooks ?? []).map((webhook) => {
    const { name } = webhook;
    const found = tied.find((one) => one.webhook === webhook);
    if (found === undefined) return { name, unknown: others.find((one) => one.webhook === webhook)?.reason ?? '' };
    const { of, on, becomes } = found;
    return { name, itemPath: of.itemPath, sent: on, ...(becomes !== undefined && { becomes }) };
  });
}

function describeCollection(collection: Collection, { collections: stated = [] }: Service): DescribedCollection {
  const { name, path, itemPath, parent, parameter, ...operations } = collection;
  const facts = stated.find((one) => pathForm(one.itemPath) === pathForm(itemPath));
  const id = facts?.id ?? itemFormOf(collection).id;
  const { list } = collection;
  const listAt = list && listPlaceOf(list);
  return {
    ...{ name, path, itemPath },
    ...(facts !== undefined && { noun: facts.noun }),
    ...(parent !== undefined && { parent }),
    id: { parameter, ...id },
    operations: namesOf(operations),
    ...(listAt !== undefined && { listAt }),
    unknown: unknownOf(collection, id.member),
  };
}

function unknownOf(
  { create, replace, read, list, parameter }: Collection,
  member: string | undefined,
): readonly string[] {
  const found: string[] = [];
  if (member === undefined && (create ?? read ?? replace) !== undefined)
    found.push(`No member of an item was found that is its {${parameter}}: its id is in the path only.`);
  if (create === undefined && replace === undefined)
    found.push('No operation creates an item: items are shown as the description shows them.');
  if (list === undefined) found.push('No operation lists the items.');
  else if (read === undefined && create !== undefined) found.push('No operation reads a single item.');
  return found;
}

function namesOf(operations: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(operations).flatMap(([kind, operation]) =>
      isOperation(operation) ? [[kind, nameOfOperation(operation)] as const] : [],
    ),
  );
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'methods' in value && 'path' in value;
}

function nameOfOperation({ methods, path }: Operation): string {
  return `${methods.join(', ')} ${path}`;
}
