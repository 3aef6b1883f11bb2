import type { RetiredApi, RetiredPath } from '@rulebook/catalogue/retired';
import type { Service } from '@rulebook/catalogue/service';
import type { PathSegment } from '@rulebook/request-file/syntax/model';
import { perObject } from '@rulebook/text/structures/memo';
import { withoutAlias } from './path-alias';
import { decodedSegment, pathTemplateOf, type PathTemplate } from './path-template';
import { isReservedWord } from './reserved-word';

/** A removed part of a service, and the path by which a request asks for it. */
export interface RetiredMatch {
  readonly api: RetiredApi;
  readonly path: RetiredPath;
  /** The segments that stand for the parameters, by name. */
  readonly parameters: ReadonlyMap<string, PathSegment>;
}

interface Entry {
  readonly api: RetiredApi;
  readonly path: RetiredPath;
  readonly template: PathTemplate;
}

/** The parameter that stands for all that follows. */
const rest = 'rest';

/** Whether a request goes to a service: it says so; it does not say, and the service has an endpoint; or nothing is known. */
type Certainty = 'sure' | 'likely' | 'open';

/**
 * Returns the removed part of the service that had the path. A path of parameters alone needs a request that surely goes there, and one without
 * a word that belongs to the service alone needs an endpoint of it.
 */
export function retiredPathAt(
  method: string,
  segments: readonly PathSegment[],
  service: Service,
  certainty: Certainty,
): RetiredMatch | undefined {
  if (service.retired === undefined) return undefined;
  const path = withoutAlias(segments, service);
  if (certainty === 'open' && !path.some((segment) => isReservedWord(segment, service))) return undefined;
  for (const { api, path: known, template } of entriesOf(service.retired)) {
    if (known.methods?.includes(method) === false || (template.isNameless && certainty !== 'sure')) continue;
    const parameters = parametersIn(template, path, service);
    if (parameters) return { api, path: known, parameters };
  }
  return undefined;
}

/** Returns when it was removed and what to use now, as sentences. */
export function fateOf({ api: { removed, instead }, path: { newPath } }: RetiredMatch): string {
  const when = 'version' in removed ? `removed in version ${removed.version}` : `removed on ${removed.date}`;
  const use = newPath === undefined ? instead : `Use \`${newPath}\`.`;
  return use === undefined ? `${when}.` : `${when}. ${use}`;
}

const entriesOf = perObject((retired: readonly RetiredApi[]): readonly Entry[] =>
  retired.flatMap((api) => api.paths.map((path) => ({ api, path, template: pathTemplateOf(path.path, [rest]) }))),
);

function parametersIn(
  { segments, holdsSlashes, isNameless }: PathTemplate,
  path: readonly PathSegment[],
  service: Service,
): ReadonlyMap<string, PathSegment> | undefined {
  const exact = holdsSlashes ? segments.length - 1 : segments.length;
  if (holdsSlashes ? path.length < exact : path.length !== exact) return undefined;
  const found = new Map<string, PathSegment>();
  for (const [index, segment] of segments.slice(0, exact).entries()) {
    const present = path[index];
    if (present === undefined) return undefined;
    if (segment.kind === 'literal') {
      if (present.hasPlaceholder || decodedSegment(present.text) !== segment.word) return undefined;
      continue;
    }
    // A slash in date math, as in `<logs-{now/d}>`, separates nothing.
    if (/[<>]/.test(present.text)) return undefined;
    // Of a path of parameters alone, a variable may stand for a word.
    const isOpen = isNameless && present.hasPlaceholder && index > 0 && index < exact - 1;
    // Newer versions have this word in the place of a type.
    const isType = !isNameless && segment.kind === 'parameter' && segment.name === 'type' && present.text === '_doc';
    if (present.text === '' || isOpen || (isReservedWord(present, service) && !isType)) return undefined;
    if (segment.kind === 'parameter') found.set(segment.name, present);
  }
  return found;
}
