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

/** Returns the first difference of the forms of two responses, as a sentence; undefined where they are alike. */
export function formDifference(
  recorded: WireResponse,
  played: WireResponse,
  { isHead = false, shape, isByItems = false }: FormOptions = {},
): string | undefined {
  if (recorded.status !== played.status)
    return `The status ${recorded.status} was recorded, and the sandbox answers ${played.status}.`;
  if (isHead) return undefined;
  const [type, other] = [recorded, played].map((one) => plainType(fieldOf(one, 'content-type') ?? ''));
  if (type !== other && (type ?? '') !== '' && recorded.body !== '')
    return `The media type ${type} was recorded, and the sandbox answers with ${other === '' ? 'none' : other}.`;
  const [before, after] = [jsonIn(recorded.body), jsonIn(played.body)];
  if (before === undefined || after === undefined)
    return (before === undefined) === (after === undefined)
      ? undefined
      : 'One of the bodies is JSON, the other is not.';
  const [one, two] = [kindsIn(before, shape), kindsIn(after, shape)];
  const isLeft = (path: string, others: Kinds): boolean => isByItems && isInEmpty(path, others);
  for (const [path, kinds] of one) {
    const others = two.get(path);
    if (others === undefined && isLeft(path, two)) continue;
    if (others === undefined) return `\`${path}\` was recorded, and is not in the response of the sandbox.`;
    if (![...kinds].some((kind) => others.has(kind)))
      return `\`${path}\` was recorded as ${[...kinds].join(' or ')}, and is ${[...others].join(' or ')} in the sandbox.`;
  }
  const surplus = [...two.keys()].find((path) => !one.has(path) && !isLeft(path, one));
  return surplus === undefined ? undefined : `\`${surplus}\` is in the response of the sandbox, and was not recorded.`;
}

/** The types at each place of a value. */
type Kinds = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns whether a place is in a list or a map that has nothing in it on the other side. */
function isInEmpty(path: string, others: Kinds): boolean {
  for (const { index, 0: mark } of path.matchAll(/\[\]|\.\*/g)) {
    const item = path.slice(0, index + mark.length);
    if (!others.has(item)) return others.has(path.slice(0, index));
  }
  return false;
}

/** Returns the types at each place of a value; all items of a list have one place, and so have all values of a map of the shape. */
function kindsIn(value: unknown, shape: Shape | undefined): Kinds {
  const found = new Map<string, Set<string>>();
  const visit = (part: unknown, path: string, of: Shape | undefined, depth: number): void => {
    if (found.size >= maxParts || depth > maxDepth) return;
    const kind = kindOf(part) === 'integer' ? 'number' : kindOf(part);
    const kinds = found.get(path);
    if (kinds === undefined) found.set(path, new Set([kind]));
    else kinds.add(kind);
    if (Array.isArray(part)) {
      const items = of === undefined ? undefined : itemsOf(of);
      for (const item of part as readonly unknown[]) visit(item, `${path}[]`, items, depth + 1);
    } else if (isRecord(part)) {
      const object = of === undefined ? undefined : objectIn(of, part);
      for (const [name, inner] of Object.entries(part)) {
        const field = object?.fields.find((one) => one.name === name || one.aliases?.includes(name) === true);
        const entry = object === undefined || field !== undefined ? undefined : shapeOfKey(object, name);
        visit(inner, entry === undefined ? `${path}.${name}` : `${path}.*`, entry ?? field?.shape, depth + 1);
      }
    }
  };
  visit(value, '$', shape, 0);
  return found;
}

function itemsOf(shape: Shape): Shape | undefined {
  if (shape.type === 'array') return shape.items;
  const list = shape.type === 'choice' ? shape.options.find(({ type }) => type === 'array') : undefined;
  return list?.type === 'array' ? list.items : undefined;
}
