import type { Operation } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import type { Field } from '@rulebook/catalogue/shape';
import { decodedSegment } from '@rulebook/paths/path-template';
import { perObject } from '@rulebook/text/structures/memo';

/**
 * Returns the field of a query parameter by its name as written. A list whose parameter is repeated may be written as `labels[]` or
 * `labels[0]`, and a member of an object as `filter[name]`; both may
 * are below a member that is described itself, such as `filter[labels]`.
 */
export function queryFieldOf(written: string, fields: ReadonlyMap<string, Field>): Field | undefined {
  const name = decodedSegment(written);
  const exact = fields.get(name);
  if (exact !== undefined || !name.includes('[')) return exact;
  for (const bracket of bracketsOf(name)) {
    const base = name.slice(0, bracket);
    const field = fields.get(base);
    const [, inner] = /^\[([^[\]]*)\]/.exec(name.slice(bracket)) ?? [];
    if (field === undefined || inner === undefined) continue;
    const isList = field.isRepeatable === true && /^\d*$/.test(inner);
    return isList || isUnlistedMember(name, field) ? field : undefined;
  }
  return undefined;
}

/**
 * Returns whether a list is written with brackets, such as `tags[]`, where one's own description names no parameter with brackets: then `tags[]` is
 * another name than `tags`, as in OpenAPI. A service that reads brackets shows them somewhere.
 */
export function isForeignForm(written: string, field: Field, service: Service | undefined): boolean {
  if (service?.isOwn !== true || field.isRepeatable !== true || !/\[\d*\]$/.test(decodedSegment(written))) return false;
  return decodedSegment(written) !== field.name && !namesBrackets(service.operations);
}

const namesBrackets = perObject((operations: readonly Operation[]): boolean =>
  operations.some(({ parameters, body }) =>
    [...parameters.query, ...(body?.forms ?? []).flatMap(({ shape }) => shape.fields)].some(({ name }) =>
      name.includes('['),
    ),
  ),
);

/** Returns where brackets open, the last one first; of very many, the first ones. */
function bracketsOf(name: string): readonly number[] {
  const found: number[] = [];
  for (let at = name.indexOf('[', 1); at !== -1 && found.length < 8; at = name.indexOf('[', at + 1)) found.unshift(at);
  return found;
}

/** Returns whether a name such as `filter[name]` is a member of an object whose members are not listed. */
export function isUnlistedMember(written: string, field: Field): boolean {
  return field.name !== decodedSegment(written) && field.shape.type === 'object';
}
