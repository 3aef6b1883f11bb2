import type { Service } from '@rulebook/catalogue/service';
import type { PathSegment } from '@rulebook/request-file/syntax/model';
import { perObject } from '@rulebook/text/structures/memo';
import { KnownMatches } from './known-matches';
import { withoutAlias } from './path-alias';
import { nearOperation, wordsOfService } from './near-operation';
import { fitOfSegment, lacksFormat } from './path-value';
import { formsOfPath, type FormMatch } from './path-index';
import { isReservedWord } from './reserved-word';
import type { MatchedPath } from './operation-match';

const noParameters: ReadonlyMap<string, PathSegment> = new Map();
const nothing: MatchedPath = { match: { kind: 'none' }, parameters: noParameters };

/** What is known of a request next to its method and its path. */
export interface Matching {
  /** Not set at a host that may belong to any service: a path of parameters alone identifies nothing there. */
  readonly isOwn: boolean;
  /** The request surely goes to one of the services. */
  readonly isSure?: boolean;
  /** Misspelt words are not looked for in a path that no operation has with this method: another service may have it. */
  readonly withoutSlips?: boolean;
}

/**
 * Finds the operation for a method and the segments of a path; a variable can stand for a parameter, never for a literal word. Of several
 * services the first one with an operation counts, and in a service the most specific path.
 */
export function matchOperation(
  method: string,
  segments: readonly PathSegment[],
  services: readonly Service[],
  { isOwn, isSure = false, withoutSlips = false }: Matching = { isOwn: true },
): MatchedPath {
  const path = withoutTrailingSlash(segments);
  const isSlashed = path !== segments;
  let other: MatchedPath | undefined;
  let former: MatchedPath | undefined;
  for (const service of services) {
    const found = matchInService(method, path, service, { isOwn, isSlashed });
    const { kind } = found.match;
    if (kind === 'operation') {
      if (!isDoubtful(found, service)) return found;
      return nearOperation(method, path, [service], { isSure, above: found.literals ?? 0 }) ?? found;
    }
    if (kind === 'former-path') former ??= found;
    if (kind === 'other-method' && (found.literals ?? 0) > (other?.literals ?? -1)) other = found;
  }
  if (former) return former;
  if (withoutSlips) return other ?? nothing;
  // A word that only nearly is that of an operation with this method is more likely a slip than the name of something with another method.
  const slip = other?.service && nearOperation(method, path, [other.service], { isSure, above: other.literals ?? 0 });
  return slip ?? other ?? nearOperation(method, path, services, { isSure }) ?? nothing;
}

/** Returns whether something of a path is not what a value of its parameter looks like. */
function isDoubtful({ match, parameters }: MatchedPath, service: Service): boolean {
  if (match.kind !== 'operation') return false;
  const { operation } = match;
  for (const [name, segment] of parameters) {
    if (segment.text.includes('/') || isReservedWord(segment, service)) return true;
    if (fitOfSegment(operation, name, segment) < 0 || lacksFormat(operation, name, segment)) return true;
  }
  return false;
}

const knownMatchesOf = perObject((service: Service) => new KnownMatches(service));

interface PlaceOfPath {
  readonly isOwn: boolean;
  readonly isSlashed: boolean;
}

function matchInService(
  method: string,
  path: readonly PathSegment[],
  service: Service,
  place: PlaceOfPath,
): MatchedPath {
  const kind = knownMatchesOf(service).kindOf(method, place, path, (segment) => isReservedWord(segment, service));
  const kept = kind.of(path);
  if (kept !== undefined) return kept;
  const { found, isByValue } = findInService(method, path, service, place);
  if (!isByValue) kind.keep(path, found);
  return found;
}

/** A match, and whether the values of the parameters decided it: then it says nothing of others of its kind. */
interface FoundInService {
  readonly found: MatchedPath;
  readonly isByValue: boolean;
}

function findInService(
  method: string,
  path: readonly PathSegment[],
  service: Service,
  { isOwn, isSlashed }: PlaceOfPath,
): FoundInService {
  let isTied = false;
  let best: FormMatch | undefined;
  let former: FormMatch | undefined;
  const others: FormMatch[] = [];
  let hasOthers = false;
  for (const found of formsOfPath(service, path.length === 0 ? root : withoutAlias(path, service))) {
    const { form } = found;
    const hasMethod = form.operation.methods.includes(method);
    if (form.former) {
      if (hasMethod && (former === undefined || form.order < former.form.order)) former = found;
      continue;
    }
    const { isNameless } = form.template;
    if ((isNameless && (!isOwn || path.length === 0)) || isCommand(found, service, method)) continue;
    if (hasMethod) {
      isTied ||= best !== undefined && compareByPath(found, best, isSlashed) === 0;
      if (best === undefined || compareForms(found, best, isSlashed) < 0) best = found;
      // A path of parameters alone matches everything, so another method is not evidence of a mistake.
    } else if (!isNameless && !found.lacksEnd && !found.isLoose) {
      hasOthers = true;
      if (!isRefuted(found)) others.push(found);
    }
  }
  // What a value contradicts is left out of the others; next to a form that is not only described, these say nothing.
  const areOthersAsked = best === undefined || best.form.operation.provenance.kind === 'described';
  const isByValue = isTied || (hasOthers && areOthersAsked);
  return { found: matchOf({ best, former, others, isSlashed }, service), isByValue };
}

/** The forms of a path: the best one with the method, the first former one, and those with other methods. */
interface Forms {
  readonly best: FormMatch | undefined;
  readonly former: FormMatch | undefined;
  readonly others: FormMatch[];
  readonly isSlashed: boolean;
}

function matchOf({ best, former, others, isSlashed }: Forms, service: Service): MatchedPath {
  if (best && !isCommandOf(others, best, service))
    return {
      match: { kind: 'operation', operation: best.form.operation },
      service,
      parameters: best.parameters,
      literals: best.form.template.literals,
    };
  if (former?.form.former) {
    const { operation, former: form, template } = former.form;
    return {
      match: { kind: 'former-path', operation, former: form },
      service,
      parameters: former.parameters,
      literals: template.literals,
    };
  }
  const [first, ...more] = others.sort((a, b) => compareForms(a, b, isSlashed));
  if (first === undefined) return { match: { kind: 'none' }, parameters: noParameters };
  const equal = [first, ...more.filter((form) => compareSpecificity(form, first) === 0)];
  return {
    match: { kind: 'other-method', operations: equal.map(({ form }) => form.operation) },
    service,
    parameters: first.parameters,
    literals: first.form.template.literals,
  };
}

/** Returns whether a value contradicts a described parameter: its other methods say nothing then. */
function isRefuted({ form: { operation }, parameters }: FormMatch): boolean {
  if (operation.provenance.kind !== 'described') return false;
  for (const [name, segment] of parameters) if (fitOfSegment(operation, name, segment) < 0) return true;
  return false;
}

/** Returns whether a word that the form takes for a name is a command that takes other methods. */
function isCommandOf(others: readonly FormMatch[], { form, parameters }: FormMatch, service: Service): boolean {
  if (form.operation.provenance.kind !== 'described') return false;
  return (
    others.some((other) => other.form.template.literals > form.template.literals) &&
    [...parameters.values()].some((segment) => isReservedWord(segment, service))
  );
}

/** The path of the service itself, which has no segment behind a base URL. */
const root: readonly PathSegment[] = [{ text: '', span: { start: 0, end: 0 }, hasPlaceholder: false }];

/** Compares two forms of one path: the more specific first, and of equal ones the first in the catalogue. */
function compareForms(a: FormMatch, b: FormMatch, isSlashed: boolean): number {
  return compareByPath(a, b, isSlashed) || fitOfMatch(b) - fitOfMatch(a) || a.form.order - b.form.order;
}

/** Compares two forms of one path whatever the values of their parameters are. */
function compareByPath(a: FormMatch, b: FormMatch, isSlashed: boolean): number {
  return compareSpecificity(a, b) || slashDifference(a, isSlashed) - slashDifference(b, isSlashed);
}

/** A word says more than parameters with text around them, those more than a parameter, and that more than one that takes everything. */
function compareSpecificity(a: FormMatch, b: FormMatch): number {
  const [one, other] = [a.form.template, b.form.template];
  return (
    Number(a.lacksEnd) - Number(b.lacksEnd) ||
    other.literals - one.literals ||
    other.mixed - b.unknown - (one.mixed - a.unknown) ||
    Number(one.holdsSlashes) - Number(other.holdsSlashes) ||
    a.unknown - b.unknown
  );
}

/** Returns how well the values of the parameters fit. */
function fitOfMatch({ form, parameters }: FormMatch): number {
  let fit = 0;
  for (const [name, segment] of parameters) fit += fitOfSegment(form.operation, name, segment);
  return fit;
}

function slashDifference({ form }: FormMatch, isSlashed: boolean): number {
  return form.template.endsWithSlash === isSlashed ? 0 : 1;
}

/**
 * Returns whether a parameter looks like a command: `/_snapshot/backup/_verfy` is a misspelling, not a snapshot. Operations whose
 * parameters are documented are the better source, unless nothing but the parameter is there.
 */
function isCommand(found: FormMatch, service: Service, method: string): boolean {
  const { operation, template } = found.form;
  // What a request creates under a name has no name that belongs to the service, so that the path is one that is not described.
  if (method === 'PUT' && operation.provenance.kind === 'described') {
    const last = template.segments[template.segments.length - 1];
    const created = last?.kind === 'parameter' ? found.parameters.get(last.name) : undefined;
    if (created !== undefined && isReservedWord(created, service)) return true;
  }
  // What only a reference states has no value that is a word of another path, such as `_bulk_update` in place of an id.
  const isReference = operation.provenance.kind === 'reference';
  if (isReference && [...found.parameters.values()].some((segment) => isWordOf(service, segment))) return true;
  if (template.segments.length > 1 && operation.isOutline !== true) return false;
  const { parameters } = found;
  for (const segment of parameters.values()) {
    if (isReservedWord(segment, service)) return true;
    // A path without any word is the service itself.
    if (
      segment.text === '' &&
      !segment.hasPlaceholder &&
      parameters.size === 1 &&
      operation.provenance.kind !== 'documented'
    )
      return true;
  }
  return false;
}

function isWordOf(service: Service, segment: PathSegment): boolean {
  return isReservedWord(segment, service) && wordsOfService(service).has(segment.text);
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

function withoutTrailingSlash(segments: readonly PathSegment[]): readonly PathSegment[] {
  return segments.length > 1 && segments[segments.length - 1]?.text === '' ? segments.slice(0, -1) : segments;
}
