import { isRecord } from '@rulebook/json/is-record';
import type { Operation, ResponseSpec } from '@rulebook/catalogue/operation';
import type { MemberNames } from '@rulebook/catalogue/resource-model';
import type { Shape } from '@rulebook/catalogue/shape';
import { shownPairs, writtenPairs } from '@rulebook/catalogue/written-parameter';
import { fitsShape } from '@rulebook/checker/resource-model/fits-shape';
import { smallestValue, valueFor } from '@rulebook/checker/resource-model/make-value';
import { itemPlaceOf, listPlaceIn, listPlaceOf, namesOfId, possibleIds } from '@rulebook/checker/resource-model/places';
import { itemsIn, objectIn, shapeAt, valueAt, withValueAt } from '@rulebook/checker/resource-model/shapes-in';
import { statusOf } from '@rulebook/checker/resource-model/successes';
import type { WireResponse } from '../model';
import { isJson } from './media-types';
import { successExamples } from './items';
import { overlaid } from './overlay';

/** Returns a response with a value, in the form of the description. A response without a described body has none. */
export function described(
  spec: ResponseSpec,
  type: string,
  value: unknown,
  { now, headers = [], status = statusOf(spec) }: ResponseParts,
): WireResponse {
  const fields = (spec.headers ?? []).flatMap((field): WireResponse['headers'] => {
    const isSet = headers.some(([name]) => name.toLowerCase() === field.name.toLowerCase());
    if (isSet || (field.required !== true && field.example === undefined)) return [];
    const { name, shape } = field;
    const pairs = shownPairs({ ...field, default: undefined }, 'header');
    return [[name, headerText((pairs ?? writtenPairs(name, valueFor(shape, now), { place: 'header' }))[0]?.[1] ?? '')]];
  });
  const content = [['Content-Type', writtenType(type)] as const];
  if (status === 204 || status === 304) return { status, headers: [...headers, ...fields], body: '' };
  if (value === undefined)
    return { status, headers: [...(spec.mediaTypes ? content : []), ...headers, ...fields], body: '' };
  const body = isJson(type) || typeof value !== 'string' ? JSON.stringify(value) : value;
  return { status, headers: [...content, ...headers, ...fields], body };
}

/** Returns a media type with what text needs; of a range, one in it. */
function writtenType(described: string): string {
  const [kind = ''] = described.split('/*');
  const ofRange = isJson(described) ? 'application/json' : kind === 'text' ? 'text/plain' : 'application/octet-stream';
  const type = described.includes('*') ? ofRange : described;
  return /charset/i.test(type) || !/json|text|xml/i.test(type) ? type : `${type}; charset=utf-8`;
}

/** What a response has in addition to its body. */
export interface ResponseParts {
  readonly now: string;
  readonly headers?: WireResponse['headers'];
  readonly status?: number;
}

function headerText(text: string): string {
  return text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 1000);
}

/** Returns the body of a response that shows an item. */
export function itemBody(spec: ResponseSpec, item: unknown, parameter: string, now: string): unknown {
  const { shape } = spec;
  if (shape === undefined) return undefined;
  const list = itemsIn(shape);
  if (list !== undefined && objectIn(shape) === undefined) return [itemIn(item, list, now)];
  const place = itemPlaceOf(shape, parameter);
  const ofList = place?.length === 0 && possibleIds(shape, [], parameter).length === 0 ? listPlaceIn(shape) : undefined;
  if (ofList !== undefined && possibleIds(itemsIn(shapeAt(shape, ofList)), [], parameter).length > 0) {
    return filled(smallestValue(shape, now), ofList, shape, (inner) => [itemIn(item, itemsIn(inner) ?? inner, now)]);
  }
  if (place === undefined) return fitsShape(item, shape) ? item : smallestValue(shape, now);
  return filled(smallestValue(shape, now), place, shape, (inner) => itemIn(item, inner, now));
}

/** Returns the body of a response that lists items: `total` in all, of which these are shown. */
export function listBody(
  operation: Operation,
  spec: ResponseSpec,
  items: readonly unknown[],
  { total, now }: { readonly total: number; readonly now: string },
): unknown {
  const { shape } = spec;
  if (shape === undefined) return undefined;
  const place = listPlaceOf(operation) ?? [];
  const whole = withCounts(smallestValue(shape, now), shape, total, 0);
  return filled(whole, place, shape, (inner) => {
    const ofItems = itemsIn(inner);
    return ofItems === undefined ? [] : items.map((item) => itemIn(item, ofItems, now));
  });
}

/** Returns the body of a response to what is not about a resource: the published example, otherwise a value that has the form, with what was sent. */
export function shownBody(operation: Operation, spec: ResponseSpec, sent: unknown, now: string): unknown {
  const { shape } = spec;
  const examples = successExamples(operation);
  if (shape === undefined) return examples[0];
  const value = valueFor(shape, now, examples);
  return isRecord(sent) ? fittingOr(overlaid(value, sent, shape), value, shape) : value;
}

/** Returns the body with the members of a stored item where it shows one. */
export function bodyAbout(body: unknown, spec: ResponseSpec, item: unknown, parameter: string): unknown {
  const place = itemPlaceOf(spec.shape, parameter);
  const inner = place && shapeAt(spec.shape, place);
  const known = objectIn(inner)?.fields.some(({ name }) => namesOfId(parameter).slice(0, 4).includes(name));
  if (place === undefined || inner === undefined || known !== true || spec.shape === undefined) return body;
  return fittingOr(withValueAt(body, place, overlaid(valueAt(body, place), item, inner)), body, spec.shape);
}

function fittingOr(value: unknown, otherwise: unknown, shape: Shape): unknown {
  return fitsShape(value, shape) ? value : otherwise;
}

function filled(whole: unknown, place: MemberNames, shape: Shape, make: (inner: Shape) => unknown): unknown {
  const inner = shapeAt(shape, place);
  return inner === undefined ? whole : withValueAt(whole, place, make(inner));
}

function itemIn(item: unknown, shape: Shape, now: string): unknown {
  if (fitsShape(item, shape)) return item;
  const base = smallestValue(shape, now);
  return overlaid(base, item, shape);
}

const countNames =
  /^(?:total|count|total_?count|total_?items|total_?results|total_?elements|total_?size|size|length|number_?of_?results)$/i;
const maxCountDepth = 2;

/** Sets the numbers that say how many items there are. */
function withCounts(value: unknown, shape: Shape, total: number, depth: number): unknown {
  const object = objectIn(shape, value);
  if (!isRecord(value) || object === undefined || depth > maxCountDepth) return value;
  const members = object.fields.flatMap((field): readonly (readonly [string, unknown])[] => {
    if (countNames.test(field.name) && fitsShape(total, field.shape)) return [[field.name, total]];
    if (!Object.hasOwn(value, field.name)) return [];
    return [[field.name, withCounts(value[field.name], field.shape, total, depth + 1)]];
  });
  return { ...value, ...Object.fromEntries(members) };
}
