import type { ObjectShape, Shape, SwitchShape } from '../catalogue/model';
import type { Hole, JsonNode } from '../syntax/model';
import { holdsVariable } from '../syntax/parse-target';
import { someOverlaps } from '../text/search';

/** What is known of a member: its text, `null` when it is missing, undefined when nothing is known. */
export type DecidingText = string | null | undefined;

/** Reads a member of the value itself, or of the object that holds it. */
export type ReadDecider = (of: SwitchShape['of'], name: string) => DecidingText;

/** Returns the object shape that a switch leads to. */
export function chooseShape(shape: SwitchShape, read: ReadDecider): ObjectShape {
  let current: ObjectShape | SwitchShape = shape;
  while (current.type === 'switch') {
    const text = read(current.of, current.on);
    if (text === null) current = current.absent ?? current.otherwise;
    else current = (text !== undefined && ownCase(current, text)) || current.otherwise;
  }
  return current;
}

/** Returns the shape itself, or the object shape that it leads to. */
export function chosenShape(shape: Shape, read: ReadDecider): Exclude<Shape, SwitchShape> {
  return shape.type === 'switch' ? chooseShape(shape, read) : shape;
}

/** Returns every shape that a switch can lead to directly, with the value that leads there. */
export function casesOf(shape: SwitchShape): readonly (readonly [string, ObjectShape | SwitchShape])[] {
  return [
    ['otherwise', shape.otherwise],
    ...(shape.absent === undefined ? [] : [['absent', shape.absent] as const]),
    ...Object.entries(shape.cases),
  ];
}

/** Returns what is known of a member of a JSON object; of two with the same name the last counts, as for servers. */
export function readMemberText(node: JsonNode | undefined, name: string, holes: readonly Hole[]): DecidingText {
  if (node?.type !== 'object') return undefined;
  const isUnknown = (part: JsonNode): boolean =>
    (typeof part.value === 'string' && holdsVariable(part.value)) ||
    someOverlaps(holes, { start: part.offset, end: part.offset + part.length });
  let found: DecidingText = null;
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? [];
    if (key === undefined) continue;
    if (isUnknown(key)) found ??= undefined;
    else if (key.value === name) {
      found = value?.type === 'string' && !isUnknown(value) ? String(value.value) : undefined;
    }
  }
  return found;
}

/** A text such as `constructor` is no case. */
function ownCase(shape: SwitchShape, text: string): ObjectShape | SwitchShape | undefined {
  return Object.hasOwn(shape.cases, text) ? shape.cases[text] : undefined;
}
