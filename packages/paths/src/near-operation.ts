import type { Service } from '@rulebook/catalogue/service';
import type { PathSegment } from '@rulebook/request-file/syntax/model';
import { editDistance } from '@rulebook/text/edit-distance';
import { maxEdits, nearWordsOf } from '@rulebook/text/near-words';
import { pathTreeOf, type PathForm, type PathNode } from './path-index';
import { withoutAlias } from './path-alias';
import { decodedSegment, matchMixed } from './path-template';
import { fitOfSegment } from './path-value';
import { isReservedWord } from './reserved-word';
import type { MatchedPath } from './operation-match';
import { perObject } from '@rulebook/text/structures/memo';

/** The misspelt segment of a path, and what it should be. */
interface Misspelling {
  readonly segment: PathSegment;
  readonly expected: string;
  /** How many letters differ; 0 where other words follow it. */
  readonly distance: number;
}

/** What is known of a path that may be misspelt. */
interface NearSearch {
  /** The request surely goes to the services, so that a path which none of them has is a mistake. */
  readonly isSure: boolean;
  /**
   * Another operation has the path, with so many words: a word is misspelt only if it is one letter away from that of an operation with this
   * method and with more words.
   */
  readonly above?: number;
}

/** Finds a present path from which exactly one literal word differs by a small misspelling. */
export function nearOperation(
  method: string,
  path: readonly PathSegment[],
  services: readonly Service[],
  search: NearSearch,
): MatchedPath | undefined {
  // A word that is one letter away is nearer than any other, whatever its method is, and such words are few.
  for (let edits = 1; edits <= (search.above === undefined ? maxEdits : 1); edits++) {
    const best = bestOf(services.flatMap((service) => nearest(method, path, service, { ...search, edits }) ?? []));
    if (best === undefined) continue;
    const { form, service, found } = best;
    const { segment, expected } = found;
    return { match: { kind: 'near', operation: form.operation, segment, expected }, service, parameters: new Map() };
  }
  return search.above === undefined && search.isSure ? nearAlias(method, path, services) : undefined;
}

/** Finds a path whose first word is nearly that of another form of known paths, such as `/repositories/{number}`. */
function nearAlias(
  method: string,
  path: readonly PathSegment[],
  services: readonly Service[],
): MatchedPath | undefined {
  const [segment, ...rest] = path;
  if (segment === undefined || segment.hasPlaceholder || segment.text.length < shortest) return undefined;
  for (const service of services) {
    for (const expected of firstWordsOf(service.pathAliases)) {
      const distance = editDistance(segment.text, expected, 1);
      if (distance !== 1 || wordsOfService(service).has(segment.text)) continue;
      const meant = [{ ...segment, text: expected }, ...rest];
      const known = withoutAlias(meant, service);
      if (known === meant) continue;
      const found = { segment, expected, distance };
      const forms = nearForms(service, known, { isSure: true, edits: 1 }, found).map(({ form }) => form);
      const form = forms.find(({ operation }) => operation.methods.includes(method)) ?? forms[0];
      if (form !== undefined)
        return {
          match: { kind: 'near', operation: form.operation, segment, expected },
          service,
          parameters: new Map(),
        };
    }
  }
  return undefined;
}

/** Returns the words with which the other forms of paths begin, if they are long enough not to resemble others. */
function firstWordsOf(aliases: Service['pathAliases'] = []): ReadonlySet<string> {
  return new Set(aliases.map(({ from }) => from.split('/')[1] ?? '').filter((word) => word.length >= 2 * shortest));
}

interface Candidate {
  readonly form: PathForm;
  readonly service: Service;
  readonly found: Misspelling;
  /** Less is nearer. */
  readonly cost: number;
}

/** Returns the nearest operation of a service. */
function nearest(
  method: string,
  path: readonly PathSegment[],
  service: Service,
  search: NearSearch & { readonly edits: number },
): Candidate | undefined {
  const { above } = search;
  const known = withoutAlias(path, service);
  let best: Candidate | undefined;
  for (const { form, found } of nearForms(service, known, search)) {
    const hasMethod = form.operation.methods.includes(method);
    if (above !== undefined && !(hasMethod && form.template.literals > above)) continue;
    if (!isDecisive(form, found, service, search) || !isPlausible(form, known, service)) continue;
    const cost = found.distance * 2 + (hasMethod ? 0 : 1);
    if (best === undefined || cost < best.cost || (cost === best.cost && form.order < best.form.order))
      best = { form, service, found, cost };
  }
  return best;
}

/** Returns the first of the nearest ones. */
function bestOf([first, ...others]: readonly Candidate[]): Candidate | undefined {
  return others.reduce((best, other) => (best !== undefined && best.cost <= other.cost ? best : other), first);
}

/** Returns the forms of as many segments of which one word, and only one, is misspelt by at most so many letters; `before` is one that is corrected. */
function nearForms(
  service: Service,
  path: readonly PathSegment[],
  { above, edits }: NearSearch & { readonly edits: number },
  before?: Misspelling,
): readonly { readonly form: PathForm; readonly found: Misspelling }[] {
  const near: { form: PathForm; found: Misspelling }[] = [];
  const walk = (node: PathNode, at: number, found: Misspelling | undefined): void => {
    const segment = path[at];
    if (segment === undefined) {
      if (found === undefined) return;
      for (const form of node.forms) if (form.former === undefined) near.push({ form, found });
      return;
    }
    const word = node.words.get(decodedSegment(segment.text));
    if (word) walk(word, at + 1, found);
    if (segment.text === '') return;
    // Where another operation has the path, a known word is what it says.
    if (found === undefined && !segment.hasPlaceholder && !(above !== undefined && word)) {
      for (const misspelling of wordsNear(node, segment, edits)) {
        const next = node.words.get(misspelling.expected);
        if (next) walk(next, at + 1, misspelling);
      }
    }
    for (const { segment: mixed, node: next } of node.mixed) {
      if (matchMixed(mixed, segment.text) !== undefined) walk(next, at + 1, found);
    }
    if (node.parameter) walk(node.parameter, at + 1, found);
    if (node.several) walk(node.several, at + 1, found);
  };
  walk(pathTreeOf(service), 0, before);
  return near;
}

/** What finds the words behind a node that a segment nearly is. */
const nearWords = perObject(({ words }: PathNode) => nearWordsOf(words.keys()));

function wordsNear(node: PathNode, segment: PathSegment, edits: number): readonly Misspelling[] {
  if (node.words.size === 0) return none;
  const { text } = segment;
  const found: Misspelling[] = [];
  for (const { word, distance } of nearWords(node)(text, edits)) {
    if (distance > 0 && distance <= Math.floor(word.length / 3)) found.push({ segment, expected: word, distance });
  }
  // Something was written behind the path, and a blank does not end it.
  const [first = text] = text.split(' ', 1);
  if (edits === 1 && first !== text && node.words.has(first)) found.push({ segment, expected: first, distance: 0 });
  return found;
}

const none: readonly Misspelling[] = [];

/** Returns whether a near match is convincing. A path of parameters and one word matches almost everything. */
function isDecisive(
  { operation, template }: PathForm,
  { segment, expected, distance }: Misspelling,
  service: Service,
  { isSure }: NearSearch,
): boolean {
  if (template.literals >= 2) return true;
  // Of words behind a path, the first one is right.
  if (distance === 0) return isSure || isReservedWord({ ...segment, text: expected }, service);
  if (distance !== 1) return false;
  // What the documents alone describe are a few of the commands, and others differ by one letter only.
  if (isReservedWord(segment, service) && isReservedWord({ ...segment, text: expected }, service)) {
    if (isDescribed(service)) return expected.length >= shortest && !wordsOfService(service).has(segment.text);
    return operation.provenance.kind === 'documented' && template.segments.length > 1;
  }
  if (expected.length < shortest) return false;
  // What a reference adds to a described service is one word more with which a path can begin.
  if (operation.provenance.kind === 'reference')
    return isSure && template.segments.length === 1 && isDescribed(service);
  if (operation.provenance.kind !== 'described') return false;
  // A description names all words with which a path can begin.
  if (template.segments.length === 1) return true;
  return isSure && !isOtherNumber(segment.text, expected, service);
}

/** Shorter words resemble others by chance. */
const shortest = 4;

/** Returns whether a description says more of a service than its documents do. */
const isDescribed = perObject(({ operations }: Service) =>
  operations.some(({ provenance }) => provenance.kind === 'described'),
);

/** All literal words of the present and former paths of a service. */
export const wordsOfService = perObject((service: Service): ReadonlySet<string> => {
  const words = new Set<string>();
  const open = [pathTreeOf(service)];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const [word, next] of node.words) {
      words.add(word);
      open.push(next);
    }
    open.push(...node.mixed.map(({ node: next }) => next));
    if (node.parameter) open.push(node.parameter);
    if (node.several) open.push(node.several);
  }
  return words;
});

/**
 * Returns whether the words are singular and plural of one another. Editions of a product that is published in several ones have both, and one
 * description names those of its own edition only.
 */
function isOtherNumber(text: string, expected: string, { fallbackDescriptions = [] }: Service): boolean {
  return fallbackDescriptions.length > 0 && (text === `${expected}s` || expected === `${text}s`);
}

/**
 * Returns whether the other segments can be what the template has there. A service has had paths that its description no longer names,
 * and those differ from present ones by a word, too.
 */
function isPlausible({ operation, template }: PathForm, path: readonly PathSegment[], service: Service): boolean {
  if (operation.provenance.kind !== 'described') return true;
  return template.segments.every((segment, index) => {
    const present = path[index];
    if (present === undefined || segment.kind !== 'parameter') return true;
    return !isReservedWord(present, service) && fitOfSegment(operation, segment.name, present) >= 0;
  });
}
