import { perObject } from '@rulebook/text/structures/memo';
import type { PathAlias, Service } from '@rulebook/catalogue/service';
import type { PathSegment } from '@rulebook/request-file/syntax/model';

/** Returns the path by which the service describes what it also answers at the given one; the same object where there is none. */
export function withoutAlias(path: readonly PathSegment[], { pathAliases = [] }: Service): readonly PathSegment[] {
  for (const alias of pathAliases) {
    const { from, to } = wordsOfAlias(alias);
    if (path.length < (alias.least ?? from.length)) continue;
    const numbers: PathSegment[] = [];
    const fits = from.every((word, at) => {
      const segment = path[at];
      if (segment === undefined) return false;
      if (word !== '{number}') return segment.text === word && !segment.hasPlaceholder;
      numbers.push(segment);
      return segment.hasPlaceholder || /^\d+$/.test(segment.text);
    });
    const [first] = path;
    if (!fits || first === undefined) continue;
    const known = to.map((word) => numbers[Number(/^\{(\d)\}$/.exec(word)?.[1]) - 1] ?? { ...first, text: word });
    return [...known, ...path.slice(from.length)];
  }
  return path;
}

const wordsOfAlias = perObject(({ from, to }: PathAlias) => ({
  from: from.split('/').slice(1),
  to: to.split('/').slice(1),
}));
