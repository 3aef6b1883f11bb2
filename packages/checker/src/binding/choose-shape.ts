import type { ObjectShape, Shape, SwitchShape } from '@rulebook/catalogue/shape';
import type { Placeholder } from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import { holdsVariable } from '@rulebook/request-file/syntax/parse-target';
import { someOverlaps } from '@rulebook/text/search';

/** The text of a member on which a switch depends: `null` when it is missing, undefined when it is unknown. */
export type DecidingText = string | null | undefined;

/** Reads a member of the value itself, or of its parent. */
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

/** Returns the cases of a switch: each value and the shape that it leads to. */
export function casesOf(shape: SwitchShape): readonly (readonly [string, ObjectShape | SwitchShape])[] {
  return [
    ['otherwise', shape.otherwise],
    ...(shape.absent === undefined ? [] : [['absent', shape.absent] as const]),
    ...Object.entries(shape.cases),
  ];
}

/** Returns the text of a member of a JSON object; of two with the same name the last one counts, as servers do. */
export function readMemberText(
  node: JsonNode | undefined,
  name: string,
  placeholders: readonly Placeholder[],
): DecidingText {
  if (node?.type !== 'object') return undefined;
  const isUnknown = (part: JsonNode): boolean =>
    (typeof part.value === 'string' && holdsVariable(part.value)) ||
    someOverlaps(placeholders, part.offset, part.offset + part.length);
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

/** Looks up own properties only: a text such as `constructor` must not match an inherited one. */
function ownCase(shape: SwitchShape, text: string): ObjectShape | SwitchShape | undefined {
  return Object.hasOwn(shape.cases, text) ? shape.cases[text] : undefined;
}
