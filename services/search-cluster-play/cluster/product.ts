import { isRecord } from '@rulebook/json/is-record';
import { typeOfError, type ProductResponses } from '@rulebook/catalogue/product-responses';
import type { WireResponse } from '@rulebook/sandbox/model';
import { ownValue, readJson } from '@rulebook/sandbox/wire';
import type { ShownObject } from '@rulebook/search-cluster/facts/shown-objects';
import type { ClusterInput } from './call';
import { editionOf, type Edition } from './edition';

/** Returns an object of a response with the members that the played product shows. */
export function shownAs(
  input: Pick<ClusterInput, 'nodeSettings'>,
  name: ShownObject,
  object: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { adds, lacks } = editionOf(input).product?.responses?.objects?.[name] ?? {};
  if (adds === undefined && lacks === undefined) return object;
  const added = Object.entries(adds ?? {}).filter(
    ([key]) => lacks?.includes(key) !== true || Object.hasOwn(object, key),
  );
  return {
    ...Object.fromEntries(added),
    ...Object.fromEntries(Object.entries(object).filter(([key]) => lacks?.includes(key) !== true)),
  };
}

/** Returns a response with the types of errors of the played product. */
export function withOwnErrors(
  { product }: Edition,
  operation: string | undefined,
  response: WireResponse,
): WireResponse {
  const { responses } = product ?? {};
  // What succeeds may still have failed in parts, each with the reason.
  if (responses?.errors === undefined || !response.body.includes('"reason"')) return response;
  const read = readJson(response.body);
  if (read === undefined) return response;
  const rule = isRecord(read.value) && isRecord(read.value.error) ? read.value.error.rule : undefined;
  return {
    ...response,
    body: JSON.stringify(renamed(read.value, responses, { ...(typeof rule === 'string' && { rule }), operation })),
  };
}

type About = Parameters<typeof typeOfError>[2];

function renamed(value: unknown, responses: ProductResponses, about: About): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, responses, about));
  if (!isRecord(value)) return value;
  const own = { ...about, ...(typeof value.rule === 'string' && { rule: value.rule }) };
  const members = Object.entries(value).map(([name, member]) => {
    const isType = name === 'type' && typeof member === 'string' && typeof value.reason === 'string';
    const named =
      typeof member === 'string' ? ownValue(ownValue(valuesIn(responses, about), name) ?? {}, member) : undefined;
    return [name, named ?? (isType ? typeOfError(responses, member, own) : renamed(member, responses, own))];
  });
  return Object.fromEntries(members);
}

function valuesIn({ values }: ProductResponses, { operation = '' }: About) {
  return values?.operations.includes(operation) === true ? values.members : {};
}
