import { readMemberText } from '@rulebook/checker/binding/choose-shape';
import type { Shape } from '@rulebook/catalogue/shape';
import type { Placeholder } from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import type { JsonPath } from '@rulebook/json/json-position';
import { resolvePath, type ReadText } from '@rulebook/checker/binding/resolve-shape';

/** The strings on which a resolved position depends, by path as `textKey` writes it. `null`: the member is missing. */
export type DecidingTexts = Readonly<Record<string, string | null>>;

/** A JSON text of a documented shape, and a reader of its members. */
export interface ReadBody {
  readonly root: Shape;
  /** The steps to the part of the body in the file, if the file has only a part. */
  readonly prefix: JsonPath;
  /** Reads members of the body, wherever they are. Paths start at `root`. */
  readonly read: ReadText;
}

/** Returns a reader of the members below a JSON value. */
export function readerOf(root: JsonNode | undefined, placeholders: readonly Placeholder[]): ReadText {
  return (path, name) => {
    const object = path.reduce(childOf, root);
    return object?.type === 'object' ? readMemberText(object, name, placeholders) : null;
  };
}

function childOf(node: JsonNode | undefined, step: string | number): JsonNode | undefined {
  if (typeof step === 'number') return node?.children?.[step];
  const members = node?.type === 'object' ? node.children : [];
  return members?.find(({ children }) => children?.[0]?.value === step)?.children?.[1];
}

/** Returns a reader of recorded strings. Other members are unknown. */
export function recordedReader(texts: DecidingTexts | undefined): ReadText {
  return (object, name) => texts?.[textKey(object, name)];
}

/** Returns the strings on which the element at a path of the body depends, or undefined if it depends on none. */
export function decidingTexts({ root, prefix, read }: ReadBody, path: JsonPath): DecidingTexts | undefined {
  const texts: Record<string, string | null> = {};
  resolvePath(root, path, (object, name) => {
    const text = read(object, name);
    if (text !== undefined) texts[textKey([...prefix, ...object], name)] = text;
    return text;
  });
  return Object.keys(texts).length === 0 ? undefined : texts;
}

function textKey(object: JsonPath, name: string): string {
  return JSON.stringify([...object.map(String), name]);
}
