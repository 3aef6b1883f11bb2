import type { Hole } from '../syntax/model';
import { someOverlaps } from '../text/search';
import { type Span } from '../text/span';
import { memberTextsOf, type JsonPath } from './json-place';
import type { ReadText } from './resolve-shape';

/** The texts on which a resolved place depends; `null`: the member is missing. By path, as `textKey` writes it. */
export type DecidingTexts = Readonly<Record<string, string | null>>;

/** Returns a reader of the members of a half-typed JSON body; the body is read when the first switch asks. */
export function readerOf(masked: string, body: Span, end: number, holes: readonly Hole[]): ReadText {
  let texts: ReadonlyMap<string, string | undefined> | undefined;
  const collect = (): ReadonlyMap<string, string | undefined> => {
    const found = new Map<string, string | undefined>();
    for (const { object, name, text, span } of memberTextsOf(masked, body.start, end)) {
      const isHole = span !== undefined && someOverlaps(holes, span);
      found.set(textKey(object, name), isHole ? undefined : text);
    }
    return found;
  };
  return (object, name) => {
    texts ??= collect();
    const key = textKey(object, name);
    return texts.has(key) ? texts.get(key) : null;
  };
}

/** Returns a reader of recorded texts; what is not recorded is not known. */
export function recordedReader(texts: DecidingTexts | undefined): ReadText {
  return (object, name) => texts?.[textKey(object, name)];
}

/** Returns the texts that a resolution asks for, with `prefix` before their paths. */
export function recordTexts(read: ReadText, prefix: JsonPath, resolve: (read: ReadText) => unknown): DecidingTexts {
  const texts: Record<string, string | null> = {};
  resolve((object, name) => {
    const text = read(object, name);
    if (text !== undefined) texts[textKey([...prefix, ...object], name)] = text;
    return text;
  });
  return texts;
}

function textKey(object: JsonPath, name: string): string {
  return JSON.stringify([...object.map(String), name]);
}
