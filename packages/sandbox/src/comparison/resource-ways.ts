import type { Operation } from '@rulebook/catalogue/operation';
import type { PartChange, ReadBack } from '@rulebook/catalogue/read-back';
import type { MemberNames } from '@rulebook/catalogue/resource-model';
import type { Service } from '@rulebook/catalogue/service';
import { parameterIn, pathForm, pathWords } from '@rulebook/checker/resource-model/path-words';
import { itemFormOf } from '@rulebook/checker/resource-model/places';
import { resourceModelOf } from '@rulebook/checker/resource-model/resource-model';
import { derivedReadBack } from './derived-read-back';

/** How a resource is stored as it was. */
export interface StoringWay {
  readonly readBack: ReadBack;
  readonly method: string;
  readonly operation: Operation | undefined;
}

/** By which requests a resource is stored, changed and removed. */
export interface ResourceWays {
  readonly store?: StoringWay;
  /** How one that is there is changed, where the request that creates it makes another one. */
  readonly changes?: readonly PartChange[];
  /** The path that removes one by the id that the service gives it, and where a response has the id. */
  readonly byId?: { readonly path: string; readonly id: MemberNames };
  /** The service gives each a new id. */
  readonly hasNewId: boolean;
}

/** Returns by which requests the resource is stored, changed and removed that an operation is about. */
export function waysOf(readBack: ReadBack, operation: Operation, service: Service): ResourceWays {
  const stated = (service.readBacks ?? []).filter((one) => isOfSame(one, readBack));
  return stated.length > 0 ? statedWays(stated, service) : derivedWays(operation, service);
}

/** Resources are known by the same path; those in a list, by a path below that of the list. */
function isOfSame(one: ReadBack, other: ReadBack): boolean {
  const [form, wanted] = [pathForm(one.resource), pathForm(other.resource)];
  return form === wanted || (one.listed !== undefined && listForm(other) === form) || listForm(one) === wanted;
}

function listForm({ removedAt, isChange }: ReadBack): string | undefined {
  return isChange === true && removedAt !== undefined
    ? pathForm(removedAt.slice(0, removedAt.lastIndexOf('/')))
    : undefined;
}

function statedWays(stated: readonly ReadBack[], service: Service): ResourceWays {
  const readBack = stated.find(({ isChange }) => isChange !== true);
  if (readBack === undefined) return { hasNewId: false };
  const { methods, path } = readBack.declares;
  const method = methods.includes('PUT') ? 'PUT' : (methods[0] ?? 'PUT');
  const removedAt = stated.find((one) => one.isChange === true && one.removedAt !== undefined)?.removedAt;
  const hasNewId = readBack.listed !== undefined && readBack.listed.by.length > 0;
  return {
    store: { readBack, method, operation: operationAt(method, path, service) },
    ...(readBack.changedBy && { changes: readBack.changedBy }),
    ...(hasNewId &&
      removedAt !== undefined && { byId: { path: removedAt, id: readBack.changedBy?.[0]?.id ?? ['id'] } }),
    hasNewId,
  };
}

/** Returns the operation of a service with the method and the path. */
export function operationAt(method: string, path: string, { operations }: Service): Operation | undefined {
  const form = pathForm(path);
  return operations.find(({ methods, path: own }) => methods.some((one) => one === method) && pathForm(own) === form);
}

function derivedWays({ id: operationId }: Operation, service: Service): ResourceWays {
  const operation = service.operations.find((one) => one.id === operationId);
  if (operation === undefined) return { hasNewId: false };
  const role = resourceModelOf(service).roleOf(operation);
  if ('single' in role) {
    const { replace, change } = role.single;
    return { ...storeBy(replace ?? change, service), hasNewId: false };
  }
  if (role.of === undefined) return { hasNewId: false };
  const { create, replace, change, remove, itemPath, parameter } = role.of;
  const { member, origin } = itemFormOf(role.of).id;
  const changing = change ?? replace;
  const isMade = create !== undefined && origin === 'server';
  const [method] = changing?.methods ?? [];
  return {
    ...storeBy(create ?? replace, service),
    ...(create !== undefined &&
      member !== undefined &&
      isChanging(method) && {
        changes: [
          {
            ...{ of: [], method, path: withId(itemPath, parameter), sends: 'whole' as const, id: [member] },
            ...(changing !== undefined && mediaTypeOf(changing)),
          },
        ],
      }),
    ...(isMade && remove !== undefined && member !== undefined && { byId: { path: itemPath, id: [member] } }),
    hasNewId: isMade,
  };
}

/** Returns the type of the JSON that an operation takes, if it is a type of its own. */
export function mediaTypeOf({ body }: Operation): { readonly mediaType?: string } {
  const types = body?.mediaTypes ?? [];
  if (types.length === 0 || types.includes('application/json')) return {};
  const own = types.find((type) => type.endsWith('merge-patch+json')) ?? types.find((type) => /\+json$/.test(type));
  return own === undefined ? {} : { mediaType: own };
}

function isChanging(method: string | undefined): method is PartChange['method'] {
  return method === 'PUT' || method === 'PATCH' || method === 'POST';
}

function withId(path: string, parameter: string): string {
  return pathWords(path)
    .map((word) => `/${parameterIn(word) === parameter ? '{id}' : word}`)
    .join('');
}

function storeBy(operation: Operation | undefined, service: Service): Pick<ResourceWays, 'store'> {
  if (operation === undefined) return {};
  const readBack = derivedReadBack(operation, service);
  const [method = 'PUT'] = operation.methods;
  return readBack === undefined || 'problem' in readBack ? {} : { store: { readBack, method, operation } };
}
