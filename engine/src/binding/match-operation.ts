import type { Operation } from '../catalogue/operation';
import type { Service } from '../catalogue/service';
import type { PathSegment } from '../syntax/model';
import { editDistance } from '../text/edit-distance';
import type { OperationMatch } from './model';
import { operationsNear } from './operations-near';

/** A match and the segments that stand for the path parameters, by name. */
export interface MatchedPath {
  readonly match: OperationMatch;
  readonly service?: Service;
  readonly parameters: ReadonlyMap<string, PathSegment>;
}

const noParameters: ReadonlyMap<string, PathSegment> = new Map();

/** Finds the operation for a method and the segments of a path; a variable can stand for a parameter, never for a literal word. */
export function matchOperation(
  method: string,
  segments: readonly PathSegment[],
  services: readonly Service[],
  { isOwn }: { readonly isOwn: boolean } = { isOwn: true },
): MatchedPath {
  const path = withoutTrailingSlash(segments);
  const others: Operation[] = [];
  let otherService: Service | undefined;
  let otherParameters = noParameters;
  let former: MatchedPath | undefined;
  for (const service of services) {
    for (const operation of operationsNear(service, path.length, path[0]?.text ?? '')) {
      const parameters = matchTemplate(operation.path, path);
      if (parameters && (isOwn || !isNameless(operation.path)) && !isCommand(operation, parameters)) {
        if (operation.methods.includes(method)) return { match: { kind: 'operation', operation }, service, parameters };
        // A path of parameters alone matches everything, so another method is not evidence of a mistake.
        if (isNameless(operation.path)) continue;
        others.push(operation);
        otherService = service;
        otherParameters = parameters;
      }
      for (const form of operation.formerPaths ?? []) {
        const formerParameters = matchTemplate(form.template, path);
        if (formerParameters && operation.methods.includes(method))
          former ??= { match: { kind: 'former-path', operation, former: form }, service, parameters: formerParameters };
      }
    }
  }
  if (former) return former;
  if (others.length > 0 && otherService)
    return { match: { kind: 'other-method', operations: others }, service: otherService, parameters: otherParameters };
  return nearOperation(method, path, services) ?? { match: { kind: 'none' }, parameters: noParameters };
}

/** Returns whether a parameter looks like a command: `/_snapshot/backup/_verfy` is a misspelling, not a snapshot. */
function isCommand({ isOutline }: Operation, parameters: ReadonlyMap<string, PathSegment>): boolean {
  if (isOutline !== true) return false;
  // A path without any word is the service itself.
  return [...parameters.values()].some(
    ({ text, hasPlaceholder }) =>
      !hasPlaceholder && (/^_(?!all$|current$)[a-z]/.test(text) || (text === '' && parameters.size === 1)),
  );
}

/** Returns the words of a template; `{name}` stands for a parameter. */
export function templateSegments(template: string): readonly string[] {
  let known = splitTemplates.get(template);
  if (!known) {
    known = template.slice(1).split('/');
    splitTemplates.set(template, known);
  }
  return known;
}
const splitTemplates = new Map<string, readonly string[]>();

/** Returns whether a template's word is a parameter. */
export function isParameter(word: string): boolean {
  return word.startsWith('{');
}

function isNameless(template: string): boolean {
  return templateSegments(template).every(isParameter);
}

function withoutTrailingSlash(segments: readonly PathSegment[]): readonly PathSegment[] {
  return segments.length > 1 && segments[segments.length - 1]?.text === '' ? segments.slice(0, -1) : segments;
}

function matchTemplate(
  template: string,
  segments: readonly PathSegment[],
): ReadonlyMap<string, PathSegment> | undefined {
  const words = templateSegments(template);
  if (words.length !== segments.length) return undefined;
  let parameters: Map<string, PathSegment> | undefined;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const segment = segments[index];
    if (!segment) return undefined;
    // Names of users' objects do not begin with an underscore; such words belong to the service.
    if (isParameter(word) && words.length === 1 && segment.text.startsWith('_')) return undefined;
    if (isParameter(word)) (parameters ??= new Map()).set(word.slice(1, -1), segment);
    else if (word !== segment.text) return undefined;
  }
  return parameters ?? noParameters;
}

/** Finds a documented path from which exactly one literal word differs by a small misspelling. */
function nearOperation(
  method: string,
  segments: readonly PathSegment[],
  services: readonly Service[],
): MatchedPath | undefined {
  let best: (MatchedPath & { distance: number }) | undefined;
  for (const service of services) {
    for (const operation of service.operations) {
      const words = templateSegments(operation.path);
      if (words.length !== segments.length) continue;
      const candidate = differingSegment(words, segments);
      if (!candidate || !isDecisive(operation, words, candidate)) continue;
      const distance = candidate.distance * 2 + (operation.methods.includes(method) ? 0 : 1);
      if (best && best.distance <= distance) continue;
      const { segment, expected } = candidate;
      best = { match: { kind: 'near', operation, segment, expected }, service, parameters: noParameters, distance };
    }
  }
  return best;
}

/** Returns whether a near match is convincing. A path of parameters and one word matches almost everything, unless that word nearly is a command. */
function isDecisive(
  { provenance }: Operation,
  words: readonly string[],
  { segment, expected, distance }: NonNullable<ReturnType<typeof differingSegment>>,
): boolean {
  if (words.filter((word) => !isParameter(word)).length >= 2) return true;
  // There are undocumented commands, too, and some differ by one letter only.
  const areCommands = expected.startsWith('_') && segment.text.startsWith('_');
  return areCommands && distance === 1 && provenance.kind === 'documented' && words.length > 1;
}

function differingSegment(words: readonly string[], segments: readonly PathSegment[]) {
  let found: { segment: PathSegment; expected: string; distance: number } | undefined;
  for (let index = 0; index < words.length; index++) {
    const expected = words[index] ?? '';
    const segment = segments[index];
    if (!segment || segment.text === expected) continue;
    if (isParameter(expected)) {
      if (segment.text === '') return undefined;
      continue;
    }
    if (found || segment.hasPlaceholder || segment.text === '') return undefined;
    const distance = editDistance(segment.text, expected, 2);
    if (distance > 2 || distance * 3 > expected.length) return undefined;
    found = { segment, expected, distance };
  }
  return found;
}
