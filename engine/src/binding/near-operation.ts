import type { Service } from '../catalogue/service';
import type { PathSegment } from '../syntax/model';
import { mostEdits, nearWordsOf } from '../text/near-words';
import { pathTreeOf, type PathForm, type PathNode } from './path-index';
import { withoutAlias } from './path-alias';
import { decodedSegment, matchMixed } from './path-template';
import { fitOfSegment } from './path-value';
import { isReservedWord } from './reserved-word';
import type { MatchedPath } from './model';
import { perObject } from '../structures/memo';

/** The misspelt segment of a path, and what it should be. */
interface Misspelling {
  readonly segment: PathSegment;
  readonly expected: string;
  readonly distance: number;
}

/** Finds a present path from which exactly one literal word differs by a small misspelling. */
export function nearOperation(
  method: string,
  path: readonly PathSegment[],
  services: readonly Service[],
): MatchedPath | undefined {
  let best: { form: PathForm; service: Service; found: Misspelling; cost: number } | undefined;
  for (const service of services) {
    let inService: typeof best;
    for (const { form, found } of nearForms(service, withoutAlias(path, service))) {
      if (!isDecisive(form, found) || !isPlausible(form, withoutAlias(path, service), service)) continue;
      const cost = found.distance * 2 + (form.operation.methods.includes(method) ? 0 : 1);
      if (
        inService === undefined ||
        cost < inService.cost ||
        (cost === inService.cost && form.order < inService.form.order)
      )
        inService = { form, service, found, cost };
    }
    if (inService && (best === undefined || inService.cost < best.cost)) best = inService;
  }
  if (best === undefined) return undefined;
  const { form, service, found } = best;
  const match = { kind: 'near', operation: form.operation, segment: found.segment, expected: found.expected } as const;
  return { match, service, parameters: new Map() };
}

/** Returns the forms of as many segments of which one word, and only one, is misspelt. */
function nearForms(
  service: Service,
  path: readonly PathSegment[],
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
    if (found === undefined && !segment.hasPlaceholder) {
      for (const misspelling of wordsNear(node, segment)) {
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
  walk(pathTreeOf(service), 0, undefined);
  return near;
}

/** What finds the words behind a node that a segment nearly is. */
const nearWords = perObject(({ words }: PathNode) => nearWordsOf(words.keys()));

function wordsNear(node: PathNode, segment: PathSegment): readonly Misspelling[] {
  if (node.words.size === 0) return none;
  const { text } = segment;
  const found: Misspelling[] = [];
  for (const { word, distance } of nearWords(node)(text)) {
    const most = Math.min(mostEdits, Math.floor(word.length / 3));
    // `projects` and `projectsV2` are different things.
    if (distance > 0 && distance <= most && digitsOf(text) === digitsOf(word))
      found.push({ segment, expected: word, distance });
  }
  return found;
}

const none: readonly Misspelling[] = [];

function digitsOf(word: string): string {
  return word.replace(/\D/g, '');
}

/** Returns whether a near match is convincing. A path of parameters and one word matches almost everything, unless that word nearly is a command. */
function isDecisive({ operation, template }: PathForm, { segment, expected, distance }: Misspelling): boolean {
  if (template.literals >= 2) return true;
  // A description names all words with which a path can begin.
  if (operation.provenance.kind === 'described' && template.segments.length === 1 && distance === 1)
    return expected.length > 3;
  // There are undocumented commands, too, and some differ by one letter only.
  const areCommands = expected.startsWith('_') && segment.text.startsWith('_');
  return areCommands && distance === 1 && operation.provenance.kind === 'documented' && template.segments.length > 1;
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
