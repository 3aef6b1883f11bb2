import type { Binding } from '../binding/model';
import { isParameter, templateSegments } from '../binding/match-operation';
import { isReservedWord } from '../binding/reserved-word';
import type { Operation } from '../catalogue/operation';
import type { Service } from '../catalogue/service';
import { placeInSource } from '../catalogue/source-names';
import type { Block } from '../syntax/model';
import type { Span } from '../text/span';
import { count } from '../text/count';
import type { CursorOf } from './cursor-at';
import { firstSentenceOf } from './describe';
import { allowedValuesOf, valueShapesOf } from './element';
import type { LineContext } from './line-context';
import { inCode, isForeign, titleOf } from './foreign-markdown';
import {
  candidatesBelow,
  fits,
  inOrder,
  isDeprecatedIn,
  isDescribed,
  isInTarget,
  ofUnlikely,
  rankOf,
  type Candidate,
} from './offered-operations';
import type { Offer } from './offer';
import { stepsBelow, type PathStep } from './path-steps';
import { plainShapesOf, type PlainShape } from './resolve-shape';
import { addedText, requiredParts } from './request-skeleton';
import { escapeSnippet, joinSnippets } from './snippet';

/** Offers the methods and, where nothing follows, whole requests with a minimal valid body. */
export function completeMethod(cursor: CursorOf<'method'>, context: LineContext): readonly Offer[] {
  const { binding, services, use, target, own } = context;
  const operations = services.flatMap((service) => service.operations.map((operation) => ({ operation, service })));
  const documented = documentedMethods(
    binding,
    operations.map(({ operation }) => operation),
  );
  const names = [...new Set(operations.flatMap(({ operation }) => operation.methods))].sort(byUse);
  const methods: Offer[] = names.map((name) => ({
    label: name,
    kind: 'method',
    reference: { of: 'text', text: `HTTP method \`${name}\`` },
    span: cursor.span,
    newText: cursor.hasTarget ? name : `${name} `,
    rank: documented.includes(name) ? 0 : 1,
    triggersNext: !cursor.hasTarget,
  }));
  if (cursor.hasTarget) return methods;
  const requests = operations
    .filter(({ operation }) => operation.isOutline !== true && !isDescribed(operation))
    .flatMap(({ operation, service }) =>
      operation.methods.map((method) => wholeRequest(cursor, method, operation, service, context)),
    );
  const isSmallAndOwn = ({ id, operations: all }: Service): boolean => own.has(id) && all.length <= mostRequests;
  const found = operations
    .filter(({ operation }) => isDescribed(operation) && isInTarget(operation, target))
    .filter(({ operation, service }) => isSmallAndOwn(service) || isFound(operation, cursor.typed));
  const used = [...use.operations.values()].filter(
    ({ operation }) => isDescribed(operation) && !found.some((one) => one.operation === operation),
  );
  const described = [...used, ...found].map((one) => ({ ...one, template: [], rank: rankOf(one.operation, context) }));
  const best = inOrder(described, ({ operation, rank }) => {
    if (rank === 0) return -1;
    // Of equal titles, the shorter path is the more common one.
    return restOfTitle(operation.title, cursor.typed) * 100 + templateSegments(operation.path).length;
  }).slice(0, mostRequests);
  const others = best.flatMap(({ operation, service }) =>
    operation.methods.slice(0, 1).map((method) => wholeRequest(cursor, method, operation, service, context)),
  );
  return [...methods, ...requests, ...others];
}

/** Of the operations of a description, those who look for one read no more. */
const mostRequests = 40;

/** Returns whether a word is typed that is not the beginning of a method, so that operations are looked for. */
export function isSearch({ typed }: CursorOf<'method'>): boolean {
  const wanted = typed.trim().toUpperCase();
  return wanted.length >= 2 && !usualMethods.some((name) => name.startsWith(wanted));
}

/** Returns whether words of the title, the path or the groups begin as typed. Of a method there are too many. */
function isFound({ title, path, tags = [], methods }: Operation, typed: string): boolean {
  const wanted = typed.trim();
  if (wanted.length < 2) return false;
  const label = `${methods[0] ?? ''} ${path}`.toLowerCase();
  if (wanted.includes(' ') && label.startsWith(wanted.toLowerCase())) return true;
  return hasWords([title, path, ...tags].join(' '), wanted);
}

/** Returns whether each of the typed words begins a word of the text, in any order. */
function hasWords(text: string, typed: string): boolean {
  const words = wordsIn(text);
  return wordsIn(typed).every((wanted) => words.some((word) => word.startsWith(wanted)));
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns how many words a title has beside those that are typed. Of a title that lacks a typed word it is more than of any other. */
function restOfTitle(title: string, typed: string): number {
  if (!hasWords(title, typed)) return noTitle;
  const words = wordsIn(title).filter((word) => !/^(?:an?|the|of|for|to|in|on|by)$/.test(word));
  return Math.min(noTitle - 1, Math.max(0, words.length - wordsIn(typed).length));
}

const noTitle = 100;

/** The order in which methods are offered. */
const usualMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

function byUse(a: string, b: string): number {
  return orderOfMethod(a) - orderOfMethod(b);
}

function orderOfMethod(name: string): number {
  const index = usualMethods.indexOf(name);
  return index < 0 ? usualMethods.length : index;
}

/** Offers the paths that begin as typed, and inside a path the possible words of this segment. */
export function completePath(cursor: CursorOf<'path'>, context: LineContext, offset: number): readonly Offer[] {
  const { block, binding, services, target } = context;
  const start = startOfPath(cursor, binding);
  if (offset < start) return [];
  const typed = block.text.slice(start, offset);
  const words = wordsOfPath(typed);
  const candidates = candidatesBelow(words.slice(0, -1), services, (operation) => rankOf(operation, context)).filter(
    ({ operation }) => !isDescribed(operation) || isInTarget(operation, target),
  );
  const place: PathPosition = { ...context, typed, span: { start, end: offset }, cursor };
  const method = binding?.method;
  const isMeant = ({ operation }: Candidate): boolean => method === undefined || operation.methods.includes(method);
  const isAtEnd = block.text.slice(offset, cursor.span.end) === '';
  const build = (some: readonly Candidate[]): readonly Offer[] =>
    isAtEnd ? pathOffers(some, place, isMeant) : some.flatMap((candidate) => segmentOffer(candidate, place));
  const meant = build(candidates.filter(isMeant));
  const offers = meant.length > 0 ? meant : build(candidates);
  const labels = new Set<string>();
  const unique = offers.filter(({ label }) => !labels.has(label) && labels.add(label));
  return [
    ...parameterOffers(candidates, words.length - 1, place),
    ...unique,
    ...variableOffers(block, cursor.segment, candidates, words.length - 1),
  ];
}

/** Offers what other requests of the file have at this position, and the values that a description lists. */
function parameterOffers(
  candidates: readonly Candidate[],
  done: number,
  { cursor: { segment }, use, typed }: PathPosition,
): readonly Offer[] {
  if (!candidates.some(({ operation }) => isDescribed(operation))) return [];
  const offers = new Map<string, Offer>();
  const last = (wordsOfPath(typed).at(-1) ?? '').toLowerCase();
  // Another value stands behind what begins as typed.
  const rankOfWord = (word: string, rank: number): number =>
    word.toLowerCase().startsWith(last) ? rank : rank + 2 * rankOfFit;
  const add = (text: string, rank: number, detail: string, operation: Operation, name: string): void => {
    const reference = { of: 'path', operation: operation.id, name, value: text } as const;
    const offer: Offer = { label: text, kind: 'value', reference, span: segment, detail, rank };
    if (!offers.has(text)) offers.set(text, offer);
  };
  for (const { operation, template } of candidates.slice(0, mostAsked)) {
    const name = /^\{([^{}]+)\}$/.exec(template[done] ?? '')?.[1];
    const field = name === undefined ? undefined : operation.parameters.path.find((one) => one.name === name);
    if (name === undefined || field === undefined) continue;
    for (const word of use.words.get(name) ?? []) add(word, rankOfWord(word, 0), 'used in this file', operation, name);
    if (!isDescribed(operation)) continue;
    for (const { value, summary = '' } of allowedValuesOf(valueShapesOf(field))) {
      add(String(value), rankOfWord(String(value), 1), firstSentenceOf(summary, field.provenance), operation, name);
    }
  }
  return [...offers.values()];
}

/** The parameters at one position have the same values in most operations. */
const mostAsked = 60;

/** What the offers of one position in a path have in common. */
interface PathPosition extends LineContext {
  readonly cursor: CursorOf<'path'>;
  readonly typed: string;
  /** The typed part of the path. */
  readonly span: Span;
}

/** How well a template goes on where a word is typed: it has a word that begins so, a parameter that can be it, or neither. */
function fitOfTemplate(template: readonly string[], words: readonly string[], service?: Service): number {
  const last = words[words.length - 1] ?? '';
  const expected = template[words.length - 1] ?? '';
  if (last === '') return 0;
  if (isParameter(expected)) return service !== undefined && isReserved(last, service) ? 2 : 1;
  return expected.toLowerCase().startsWith(last.toLowerCase()) ? 0 : 2;
}

/** A word such as `_cluster` is not the name of an object of the user. */
function isReserved(text: string, service: Service): boolean {
  return isReservedWord({ text, span: { start: 0, end: 0 }, hasPlaceholder: text.includes('{{') }, service);
}

/** What each step of `fitOfTemplate` adds to the rank of an offer; ranks of operations are below it. */
const rankOfFit = 20;

/** Returns whether the letters of a word are in another one in this order, as when one of them was left out. */
function hasLetters(word: string, letters: string): boolean {
  let at = 0;
  for (const letter of word.toLowerCase()) if (letter === letters[at]) at++;
  return at === letters.length;
}

/** Documented paths are offered whole; of published descriptions, which have hundreds, the next steps. */
function pathOffers(
  candidates: readonly Candidate[],
  place: PathPosition,
  isMeant: (candidate: Candidate) => boolean,
): readonly Offer[] {
  const { block, cursor, typed } = place;
  const isBare = block.text.slice(cursor.span.end).trim() === '';
  const words = wordsOfPath(typed);
  const last = (words[words.length - 1] ?? '').toLowerCase();
  const ofDocuments = candidates.filter(({ operation }) => !isDescribed(operation));
  const all = candidates.filter(({ operation }) => isDescribed(operation));
  const begun = all.filter(({ template, service }) => fitOfTemplate(template, words, service) < 2);
  // Where no word begins as typed, one may be misspelt.
  const isMisspelt = !begun.some(({ template, service }) => fitOfTemplate(template, words, service) === 0);
  const ofDescriptions = isMisspelt
    ? all.filter((one) => begun.includes(one) || hasLetters(one.template[words.length - 1] ?? '', last))
    : begun;
  const ordered = inOrder(ofDescriptions, ({ template, service }) => fitOfTemplate(template, words, service));
  const { whole, steps, isComplete } = stepsBelow(ordered, words.length - 1);
  const offer = (candidate: Candidate): Offer => templateOffer(candidate, place, isBare && isMeant(candidate));
  const described = [...whole.map(offer), ...steps.map((step) => stepOffer(step, place))].sort(byRankAndLabel);
  return [
    ...ofDocuments.map(offer),
    ...(isComplete ? described : described.map((each) => ({ ...each, isPartial: true }))),
  ];
}

function documentedMethods(binding: Binding | undefined, operations: readonly Operation[]): readonly string[] {
  if (binding?.match.kind === 'other-method') return binding.match.operations.flatMap(({ methods }) => methods);
  const path = binding?.operation?.path;
  return operations.filter((operation) => operation.path === path).flatMap(({ methods }) => methods);
}

function wholeRequest(
  { span, typed }: CursorOf<'method'>,
  method: string,
  operation: Operation,
  service: Service,
  { likely, use }: LineContext,
): Offer {
  const path = addedText(templateSegments(operation.path), use, operation);
  const label = `${method} ${operation.path}`;
  // The title says best what a request does, and a request with a body is the hardest one to write.
  const isTitled = hasWords(operation.title, typed);
  return {
    label,
    kind: 'path',
    reference: { of: 'operation', operation: operation.id },
    span,
    newText: `${method} /${joinSnippets([path, requiredParts(operation, service, method)])}`,
    isSnippet: true,
    filterText: filterOfRequest(label, typed, operation),
    detail: titleOf(operation),
    rank:
      (likely.has(operation.service) ? 0 : ofUnlikely) +
      (operation.deprecated === undefined ? 2 : 6) +
      (isTitled ? 0 : 2) +
      (operation.body || isDescribed(operation) ? 0 : 1),
    isDeprecated: operation.deprecated !== undefined,
  };
}

/** A request is found by its method, and by the words of its title, its section and its parts. */
function filterOfRequest(label: string, typed: string, { title, provenance, path, body }: Operation): string {
  if (label.toLowerCase().startsWith(typed.toLowerCase()) && typed !== '') return label;
  // The members of hundreds of described bodies would all have to be resolved.
  const members =
    body === undefined || isForeign(provenance) ? [] : plainShapesOf(body.shape).flatMap((shape) => namesIn(shape));
  const words = [title, isForeign(provenance) ? '' : (placeInSource(provenance) ?? ''), path, ...members].join(' ');
  if (typed === '') return `${label} ${words}`;
  return wordsFrom(words, typed) ?? (hasWords(words, typed) ? `${typed} ${label}` : `${label} ${words}`);
}

function namesIn(shape: PlainShape): readonly string[] {
  return shape.type === 'object' ? shape.fields.map(({ name }) => name) : [];
}

/** Returns the text from the first word that begins as typed. */
function wordsFrom(text: string, typed: string): string | undefined {
  const wanted = typed.trim().toLowerCase();
  const all = text.toLowerCase();
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1)) {
    if (at === 0 || !/[a-z]/.test(all[at - 1] ?? '')) return text.slice(at);
  }
  return undefined;
}

/** The path of the base URL does not belong to a documented path. */
function startOfPath(cursor: CursorOf<'path'>, binding: Binding | undefined): number {
  const first = binding?.segments[0];
  const isShorter = (binding?.segments.length ?? 0) < (binding?.request.target.segments.length ?? 0);
  return isShorter && first ? Math.max(cursor.span.start, first.span.start - 1) : cursor.span.start;
}

function wordsOfPath(path: string): readonly string[] {
  return path.replace(/^\//, '').split('/');
}

function byRankAndLabel(a: Offer, b: Offer): number {
  return a.rank - b.rank || (a.label < b.label ? -1 : 1);
}

/** What is typed of a path, and where a template goes on. */
function openPart({ typed }: PathPosition, template: readonly string[]) {
  const words = wordsOfPath(typed);
  const done = words.slice(0, -1);
  const last = words[words.length - 1] ?? '';
  const expected = template[done.length] ?? '';
  // A typed parameter stays as it is. For a literal word, the filter of the editor decides.
  const kept = isParameter(expected) && last !== '' ? [...done, last] : done;
  return {
    kept,
    open: template.slice(kept.length),
    slash: typed.startsWith('/') ? '/' : '',
    // A typed parameter may mean anything.
    isGuess: last !== '' && isParameter(expected),
  };
}

/** Offers the path, and if a body can follow, also the header fields and the body. */
function templateOffer(
  { operation, service, template, rank }: Candidate,
  place: PathPosition,
  isWhole: boolean,
): Offer {
  const { kept, open, slash, isGuess } = openPart(place, template);
  const added = addedText(open, place.use, operation);
  const method = place.binding?.method ?? operation.methods[0] ?? 'GET';
  const rest = isWhole ? requiredParts(operation, service, method) : '';
  const path = [...kept.map(escapeSnippet), ...(open.length > 0 ? [added] : [])].join('/');
  const newText = `/${joinSnippets([path, rest])}`;
  return {
    label: operation.path,
    kind: 'path',
    reference: { of: 'operation', operation: operation.id },
    span: place.span,
    // An editor compares plain text with the typed text, to see whether accepting it changes anything.
    ...(open.some(isParameter) || rest !== ''
      ? { newText, isSnippet: true }
      : { newText: `/${[...kept, ...open].join('/')}` }),
    filterText: slash + [...kept, ...open].join('/'),
    whole: slash + [...kept, ...open.slice(0, 1)].join('/'),
    detail: titleOf(operation),
    rank: rank + rankOfFit * fitOfTemplate(template, wordsOfPath(place.typed), service),
    isDeprecated: isDeprecatedIn(operation, place.target),
    ...(isGuess ? { automatic: 'never' as const } : {}),
  };
}

/** Offers the beginning of several paths. */
function stepOffer({ segments, candidates, rank }: PathStep, place: PathPosition): Offer {
  const { kept, open, slash, isGuess } = openPart(place, segments);
  const label = `/${segments.join('/')}/`;
  const detail = count(candidates.length, 'operation');
  const titles = candidates.slice(0, mostTitles).map(({ operation }) => {
    return `- \`${operation.methods.join('` or `')}\` ${inCode(operation.path)}: ${titleOf(operation)}`;
  });
  const more = candidates.length - titles.length;
  const lines = more > 0 ? [...titles, `- and ${more} more`] : titles;
  return {
    label,
    kind: 'path',
    reference: { of: 'text', text: `**${inCode(label)}** · ${detail}\n\n${lines.join('\n')}` },
    span: place.span,
    newText: `/${[...kept.map(escapeSnippet), ...(open.length > 0 ? [addedText(open, place.use)] : [])].join('/')}/`,
    isSnippet: true,
    filterText: `${slash}${[...kept, ...open].join('/')}/`,
    whole: slash + [...kept, ...open.slice(0, 1)].join('/'),
    detail,
    rank: rank + rankOfFit * fitOfTemplate(segments, wordsOfPath(place.typed)),
    triggersNext: true,
    ...(isGuess ? { automatic: 'never' as const } : {}),
  };
}

/** The text about a step names only some of its operations. */
const mostTitles = 12;

function segmentOffer(
  { operation, template, rank }: Candidate,
  { cursor, typed, block }: PathPosition,
): readonly Offer[] {
  const done = wordsOfPath(typed).length - 1;
  const expected = template[done];
  if (expected === undefined || isParameter(expected)) return [];
  const behind = block.text.slice(cursor.segment.end, cursor.span.end);
  const following = behind === '' ? [] : wordsOfPath(behind);
  if (done + 1 + following.length !== template.length || !fits(template.slice(done + 1), following)) return [];
  return [
    {
      label: expected,
      kind: 'path',
      reference: { of: 'operation', operation: operation.id },
      span: cursor.segment,
      detail: titleOf(operation),
      rank: isDescribed(operation) ? rank : 0,
    },
  ];
}

/** Offers variables of the block as path parameters. */
function variableOffers(block: Block, segment: Span, candidates: readonly Candidate[], done: number): readonly Offer[] {
  if (!candidates.some(({ template }) => isParameter(template[done] ?? ''))) return [];
  return block.variables.map(({ name }) => ({
    label: `{{${name.text}}}`,
    kind: 'variable',
    reference: { of: 'text', text: `Variable \`${name.text}\` of this block` },
    span: segment,
    rank: 5,
  }));
}
