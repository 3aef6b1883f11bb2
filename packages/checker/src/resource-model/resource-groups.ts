import type { Operation } from '@rulebook/catalogue/operation';
import type { Collection, ResourceModel } from '@rulebook/catalogue/resource-model';
import type { ResourceAction, ResourceGroup, ResourceText } from '@rulebook/catalogue/resources';
import type { Service } from '@rulebook/catalogue/service';
import { smallestValue } from './make-value';
import { itemFormOf, listPlaceOf } from './places';
import { resourceModelOf } from './resource-model';
import { isScalar, objectIn } from './shapes-in';
import { statedGroupsOf } from './stated-groups';

/** Times in offered bodies. */
const exampleTime = '2030-01-31T12:00:00Z';
/** Members that say to people what an item is. */
const titleNames = /^(?:name|title|label|display_?name|full_?name)$/i;
const plainNames = /^(?:name|title|label|description|status|state|email|type|kind)$/i;

/**
 * Returns the lists of a service that a view can show: those that its catalogue states, or those of its resource model that can be read with the
 * names of what they are in.
 */
export function resourceGroupsOf(service: Service): readonly ResourceGroup[] {
  const stated = statedGroupsOf(service);
  if (stated !== undefined) return stated;
  const model = resourceModelOf(service);
  return model.collections.filter(({ parent }) => parent === undefined).flatMap((one) => groupOf(one, model) ?? []);
}

function groupOf(collection: Collection, model: ResourceModel): ResourceGroup | undefined {
  const { list, read, create, change, replace, remove, parameter, path, itemPath } = collection;
  const { id } = itemFormOf(collection);
  const at = list && listPlaceOf(list);
  if (list === undefined || at === undefined || id.member === undefined || !isReadable(list)) return undefined;
  const { title, notes } = shownMembersOf(collection);
  const groups = model.collections
    .filter(({ parent }) => parent === itemPath)
    .flatMap((one) => groupOf(one, model) ?? []);
  return {
    id: path,
    label: collectionTitle(collection),
    icon: 'list-unordered',
    source: { request: { method: 'GET', path }, at },
    item: {
      icon: 'symbol-object',
      // Without its title, an item has its names as the label.
      label: `{${title ?? id.member}}`,
      description: [...(title === undefined ? [] : [id.member]), ...notes].map((name): ResourceText => ({
        text: `{${name}}`,
      })),
      names: { [parameter]: id.member },
      ...(read !== undefined && { opens: { method: 'GET', path: itemPath } }),
      actions: [change, replace, remove].flatMap((one) => (one === undefined ? [] : [actionOf(one, itemPath)])),
      ...(groups.length > 0 && { groups }),
    },
    ...(create !== undefined && { actions: [actionOf(create, path)] }),
  };
}

/** Returns the names of the members of an item that say to people which one it is: what it is called, and what else is short. */
export function shownMembersOf(collection: Collection): { readonly title?: string; readonly notes: readonly string[] } {
  const { id, shape } = itemFormOf(collection);
  const fields = objectIn(shape)?.fields.filter((field) => isScalar(field.shape)) ?? [];
  const names = fields.flatMap(({ name }) => (name === id.member ? [] : [name]));
  const title = names.find((name) => titleNames.test(name));
  const notes = names.filter((name) => name !== title && plainNames.test(name)).slice(0, 2);
  return { ...(title !== undefined && { title }), notes };
}

/** Returns the name of a collection as people write it: `Shopping carts` for `shopping-carts`. */
export function collectionTitle({ name }: Collection): string {
  const words = name.replace(/[_-]+/g, ' ').trim();
  return words === '' ? name : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Returns whether a list can be read: one with a required parameter is not known well enough. */
export function isReadable({ parameters }: Operation): boolean {
  return parameters.query.every(({ required, default: standard }) => required !== true || standard !== undefined);
}

/** Returns a request of an operation, at the path with the names that the view knows. */
function actionOf({ title, methods: [method = ''], body }: Operation, path: string): ResourceAction {
  const value = body === undefined ? undefined : smallestValue(body.shape, exampleTime);
  const text = value === undefined ? undefined : JSON.stringify(value, null, 2);
  return { title, method, path, ...(text !== undefined && { body: text }) };
}
