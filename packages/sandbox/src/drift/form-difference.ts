import { isRecord } from '@rulebook/json/is-record';
import type { Shape } from '@rulebook/catalogue/shape';
import { shapeOfKey } from '@rulebook/checker/binding/field-of';
import { objectIn } from '@rulebook/checker/resource-model/shapes-in';
import { plainType } from '../played/media-types';
import type { WireResponse } from '../model';
import { fieldOf, jsonIn } from './judge-answer';
import { kindOf } from './shape-differences';

/** More parts of a body are not compared. */
const maxParts = 5000;
const maxDepth = 40;

/** How two responses are compared. */
export interface FormOptions {
  /** Neither has a body. */
  readonly isHead?: boolean;
  /** Its maps have keys that are data, so that all of one map have one place. Absent: each member has its own. */
  readonly shape?: Shape | undefined;
  /** What an empty list or map would hold does not differ. */
  readonly isByItems?: boolean;
}

/** More differences of two responses say little that is new. */
const maxShown = 20;

/** Returns how the forms of two responses differ, in sentences; none where they are alike. */
export function formDifferences(
  recorded: WireResponse,
  played: WireResponse,
  { isHead = false, shape, isByItems = false }: FormOptions = {},
): readonly string[] {
  if (recorded.status !== played.status)
    return [`The status ${recorded.status} was recorded, and the sandbox answers ${played.status}.`];
  if (isHead) return [];
  const [type, other] = [recorded, played].map((one) => plainType(fieldOf(one, 'content-type') ?? ''));
  if (type !== other && (type ?? '') !== '' && recorded.body !== '')
    return [`The media type ${type} was recorded, and the sandbox answers with ${other === '' ? 'none' : other}.`];
  const [before, after] = [jsonIn(recorded.body), jsonIn(played.body)];
  if (before === undefined || after === undefined)
    return (before === undefined) === (after === undefined) ? [] : ['One of the bodies is JSON, the other is not.'];
  const [one, two] = [kindsIn(before, shape), kindsIn(after, shape)];
  const isLeft = (path: string, own: Kinds, others: Kinds): boolean =>
    isByItems && (isInEmpty(path, others) || isOfSome(path, own));
  const lacking = [...one].flatMap(([path, { kinds, parent }]): readonly string[] => {
    const others = two.get(path)?.kinds;
    if (others === undefined)
      return isLeft(path, one, two) || (parent !== '' && !two.has(parent))
        ? []
        : [`\`${path}\` was recorded, and is not in the response of the sandbox.`];
    return [...kinds].some((kind) => others.has(kind))
      ? []
      : [`\`${path}\` was recorded as ${[...kinds].join(' or ')}, and is ${[...others].join(' or ')} in the sandbox.`];
  });
  const surplus = [...two].flatMap(([path, { parent }]): readonly string[] =>
    one.has(path) || isLeft(path, two, one) || (parent !== '' && !one.has(parent))
      ? []
      : [`\`${path}\` is in the response of the sandbox, and was not recorded.`],
  );
  return [...lacking, ...surplus].slice(0, maxShown);
}

/** The types at each place of a value, how often something is there, and how many objects could have it. */
type Kinds = ReadonlyMap<string, Readonly<Place>>;

interface Place {
  readonly kinds: Set<string>;
  count: number;
  readonly parent: string;
}

/** Returns whether a place is in a list or a map that has nothing in it on the other side. */
function isInEmpty(path: string, others: Kinds): boolean {
  for (const { index, 0: mark } of path.matchAll(/\[\]|\.\*/g)) {
    const item = path.slice(0, index + mark.length);
    if (!others.has(item)) return others.has(path.slice(0, index));
  }
  return false;
}

/** Returns whether only some of several items have a member, or what it is in. */
function isOfSome(path: string, own: Kinds): boolean {
  for (let at = own.get(path); at !== undefined && at.parent !== ''; at = own.get(at.parent)) {
    const around = own.get(at.parent);
    if (around !== undefined && around.kinds.has('object') && at.count < around.count) return true;
  }
  return false;
}

/** Returns the types at each place of a value; all items of a list have one place, and so have all values of a map of the shape. */
export function kindsIn(value: unknown, shape: Shape | undefined): Kinds {
  const found = new Map<string, Place>();
  const visit = (part: unknown, path: string, parent: string, of: Shape | undefined, depth: number): void => {
    if (found.size >= maxParts || depth > maxDepth) return;
    const kind = kindOf(part) === 'integer' ? 'number' : kindOf(part);
    const place = found.get(path) ?? { kinds: new Set(), count: 0, parent };
    found.set(path, place);
    place.kinds.add(kind);
    place.count++;
    for (const { value: inner, step, shape: own } of valueParts(part, of))
      visit(inner, `${path}${step}`, path, own, depth + 1);
  };
  visit(value, '$', '', shape, 0);
  return found;
}

/** A member or an item of a value: its name, how its place follows, and its shape. */
export interface ValuePart {
  readonly name: string;
  readonly value: unknown;
  readonly step: string;
  readonly shape: Shape | undefined;
}

/** Returns the members or items of a value. */
export function valueParts(value: unknown, shape: Shape | undefined): readonly ValuePart[] {
  if (Array.isArray(value)) {
    const items = shape === undefined ? undefined : itemsOf(shape);
    return (value as readonly unknown[]).map((item, at) => ({
      name: String(at),
      value: item,
      step: '[]',
      shape: items,
    }));
  }
  if (!isRecord(value)) return [];
  const object = shape === undefined ? undefined : objectIn(shape, value);
  return Object.entries(value).map(([name, inner]) => {
    const field = object?.fields.find((one) => one.name === name || one.aliases?.includes(name) === true);
    const entry = object === undefined || field !== undefined ? undefined : shapeOfKey(object, name);
    return { name, value: inner, step: entry === undefined ? `.${name}` : '.*', shape: entry ?? field?.shape };
  });
}

function itemsOf(shape: Shape): Shape | undefined {
  if (shape.type === 'array') return shape.items;
  const list = shape.type === 'choice' ? shape.options.find(({ type }) => type === 'array') : undefined;
  return list?.type === 'array' ? list.items : undefined;
}
