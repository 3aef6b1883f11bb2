import type { PathAlias, Service } from '@rulebook/catalogue/service';
import type { PathSegment } from '@rulebook/request-file/syntax/model';
import type { MatchedPath } from './operation-match';

/** So many kinds of paths, and of their beginnings, are remembered of a service at a time; files have a few dozen. */
const most = 1000;

/** Longer ones are not remembered, in UTF-16 code units. */
const longest = 500;

/** A number that is all of a segment or its end: that of `17`, `logs-17`, `logs_17`. */
const lastNumber = /(?<=^|[-_.])\d+$/;

/** A number in a template where names have one. */
const numberInTemplate = /[-_./}]\d|\d\{/;

/** What of a service has templates. */
interface WithTemplates extends Pick<Service, 'operations'> {
  readonly pathAliases?: readonly Pick<PathAlias, 'from' | 'to'>[];
}

/** How far a segment says of which kind its path is. */
type Alike = 'itself' | 'name' | 'variable';

/** A kind of path, by its segments, and what was found for it. */
class KindOfPath {
  #found: MatchedPath | undefined;
  /** The segments that stand for the parameters, by their names. */
  #places: readonly (readonly [string, number])[] = [];
  /** The kinds with one segment more. */
  readonly #next: Record<Alike, Map<string, KindOfPath> | undefined> = {
    itself: undefined,
    name: undefined,
    variable: undefined,
  };

  /** Returns the kind with one segment more; `made` is called when there was none. */
  next(alike: Alike, text: string, made: () => void): KindOfPath {
    const all = (this.#next[alike] ??= new Map<string, KindOfPath>());
    let next = all.get(text);
    if (next === undefined) {
      made();
      // A part of a text keeps all of it, which may be that of a file.
      all.set(` ${text}`.slice(1), (next = new KindOfPath()));
    }
    return next;
  }

  /** Returns what was found for this kind, with the segments of a path of it. */
  of(path: readonly PathSegment[]): MatchedPath | undefined {
    const found = this.#found;
    if (found === undefined || this.#places.length === 0) return found;
    const parameters = new Map<string, PathSegment>();
    for (const [name, place] of this.#places) {
      const segment = path[place];
      if (segment === undefined) return undefined;
      parameters.set(name, segment);
    }
    const { match, service, literals } = found;
    return { match, service, parameters, literals };
  }

  /** Remembers a match, unless a parameter stands for a part of a segment, or for several. */
  keep(path: readonly PathSegment[], found: MatchedPath): void {
    const places: (readonly [string, number])[] = [];
    for (const [name, segment] of found.parameters) {
      const place = path.indexOf(segment);
      if (place < 0) return;
      places.push([name, place]);
    }
    this.#places = places;
    // Without the segments, which would keep the text of their file.
    this.#found = places.length === 0 ? found : { ...found, parameters: noParameters };
  }
}

/** What is asked of a path besides its segments. */
interface Asked {
  readonly isOwn: boolean;
  readonly isSlashed: boolean;
}

/**
 * Remembers which paths of a service match which operation. Files name hundreds of things by numbers, so paths that differ only in the numbers at
 * the ends of their segments are of one kind, unless a template of the service has such a number itself.
 */
export class KnownMatches {
  #first = new KindOfPath();
  #count = 0;
  readonly #made = (): void => {
    this.#count++;
  };
  readonly #service: WithTemplates;
  #hasNumbers: boolean | undefined;

  constructor(service: WithTemplates) {
    this.#service = service;
  }

  /** Returns the kind of a path; `isWord` says which segments are more than names. */
  kindOf(
    method: string,
    { isOwn, isSlashed }: Asked,
    path: readonly PathSegment[],
    isWord: (segment: PathSegment) => boolean,
  ): KindOfPath {
    let length = 0;
    for (const { text } of path) length += text.length;
    if (length > longest) return new KindOfPath();
    if (this.#count >= most) {
      this.#first = new KindOfPath();
      this.#count = 0;
    }
    const made = this.#made;
    let kind = this.#first.next(isOwn ? 'itself' : 'name', method, made).next(isSlashed ? 'itself' : 'name', '', made);
    for (const segment of path) {
      const { text, hasPlaceholder } = segment;
      const number = hasPlaceholder ? -1 : text.search(lastNumber);
      if (hasPlaceholder) kind = kind.next('variable', text, made);
      else if (number < 0 || isWord(segment) || (this.#hasNumbers ??= hasNumbers(this.#service)))
        kind = kind.next('itself', text, made);
      else kind = kind.next('name', text.slice(0, number), made);
    }
    return kind;
  }
}

/** Returns whether a template of a service has a number where names have one. */
function hasNumbers({ operations, pathAliases = [] }: WithTemplates): boolean {
  const hasNumber = (template: string): boolean => numberInTemplate.test(template);
  return (
    operations.some(
      ({ path, formerPaths }) => hasNumber(path) || formerPaths?.some((one) => hasNumber(one.template)),
    ) || pathAliases.some(({ from, to }) => hasNumber(from) || hasNumber(to))
  );
}

const noParameters: MatchedPath['parameters'] = new Map();
