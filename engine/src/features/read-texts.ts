import type { Placeholder } from '../syntax/model';
import { someOverlaps } from '../text/search';
import { type Span } from '../text/span';
import { memberTextsOf, type JsonPath } from './json-position';
import type { ReadText } from './resolve-shape';

/** The strings on which a resolved position depends, by path as `textKey` writes it. `null`: the member is missing. */
export type DecidingTexts = Readonly<Record<string, string | null>>;

/** Returns a reader of the members of an unfinished JSON body. It reads the body on the first request of a switch. */
export function readerOf(source: string, body: Span, placeholders: readonly Placeholder[]): ReadText {
  let texts: ReadonlyMap<string, string | undefined> | undefined;
  const collect = (): ReadonlyMap<string, string | undefined> => {
    const found = new Map<string, string | undefined>();
    for (const { object, name, text, span } of memberTextsOf(source, body)) {
      const isPlaceholder = span !== undefined && someOverlaps(placeholders, span);
      found.set(textKey(object, name), isPlaceholder ? undefined : text);
    }
    return found;
  };
  return (object, name) => {
    texts ??= collect();
    const key = textKey(object, name);
    return texts.has(key) ? texts.get(key) : null;
  };
}

/** Returns a reader of recorded strings. Other members are unknown. */
export function recordedReader(texts: DecidingTexts | undefined): ReadText {
  return (object, name) => texts?.[textKey(object, name)];
}

/** Returns the strings that a resolution reads, with `prefix` before their paths. */
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
