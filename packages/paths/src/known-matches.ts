import type { PathAlias, Service } from '@rulebook/catalogue/service';
import type { PathSegment } from '@rulebook/request-file/syntax/model';
import type { MatchedPath } from './operation-match';

/** So many kinds of paths are remembered of a service at a time; files have a few dozen. */
const most = 500;

/** Longer ones are not remembered, in UTF-16 code units. */
const longest = 500;

/** A number that is all of a segment or its end: that of `17`, `logs-17`, `logs_17`. */
const lastNumber = /(?<=^|[-_.])\d+$/;

/** A number in a template where names have one. */
const numberInTemplate = /[-_./}]\d|\d\{/;

/** What was found for a kind of path. */
interface Known {
  readonly found: MatchedPath;
  /** The segments that stand for the parameters, by their names. */
  readonly places: readonly (readonly [string, number])[];
}

/** What of a service has templates. */
interface WithTemplates extends Pick<Service, 'operations'> {
  readonly pathAliases?: readonly Pick<PathAlias, 'from' | 'to'>[];
}

/**
 * Remembers which paths of a service match which operation. Files name hundreds of things by numbers, so paths that differ only in the numbers at
 * the ends of their segments are of one kind, unless a template of the service has such a number itself.
 */
export class KnownMatches {
  readonly #known = new Map<string, Known>();
  readonly #service: WithTemplates;
  #hasNumbers: boolean | undefined;

  constructor(service: WithTemplates) {
    this.#service = service;
  }

  /** Returns the kind of a path; `isWord` says which segments are more than names. */
  kindOf(prefix: string, path: readonly PathSegment[], isWord: (segment: PathSegment) => boolean): string {
    let kind = prefix;
    for (const segment of path) {
      const { text, hasPlaceholder } = segment;
      const number = hasPlaceholder ? -1 : text.search(lastNumber);
      const isItself = number < 0 || isWord(segment) || (this.#hasNumbers ??= hasNumbers(this.#service));
      const alike = isItself ? text : `${text.slice(0, number)}\0`;
      // What separates the segments is in none of them.
      kind += (hasPlaceholder ? '\n' : '\t') + alike;
    }
    return kind;
  }

  /** Returns what was found for this kind of path, with the segments of this path. */
  of(kind: string, path: readonly PathSegment[]): MatchedPath | undefined {
    const known = this.#known.get(kind);
    if (known === undefined || known.places.length === 0) return known?.found;
    const parameters = new Map<string, PathSegment>();
    for (const [name, place] of known.places) {
      const segment = path[place];
      if (segment === undefined) return undefined;
      parameters.set(name, segment);
    }
    const { match, service, literals } = known.found;
    return { match, service, parameters, literals };
  }

  /** Remembers a match, unless a parameter stands for a part of a segment, or for several. */
  keep(kind: string, path: readonly PathSegment[], found: MatchedPath): void {
    if (kind.length > longest) return;
    const places: (readonly [string, number])[] = [];
    for (const [name, segment] of found.parameters) {
      const place = path.indexOf(segment);
      if (place < 0) return;
      places.push([name, place]);
    }
    if (this.#known.size >= most) this.#known.clear();
    // Without the segments, which would keep the text of their file.
    this.#known.set(kind, { found: places.length === 0 ? found : { ...found, parameters: noParameters }, places });
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
