import { defaultEndpointOf } from '@rulebook/checker/binding/path-services';
import { directiveOf, type Binding, type CheckContext, type Endpoint } from '@rulebook/checker/binding/model';
import { isParameter } from '@rulebook/paths/match-operation';
import { isReservedWord } from '@rulebook/paths/reserved-word';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import { namesPlaceOf } from '@rulebook/checker/live-names/asked-names';
import { mayAskNames } from '@rulebook/checker/live-names/may-ask';
import { nameKindsOf, type NameKind } from '@rulebook/checker/live-names/name-lists';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { Span } from '@rulebook/text/span';
import { count } from '@rulebook/text/count';
import { hasLetters } from '@rulebook/text/search';
import type { CursorOf } from '../cursor/cursor-at';
import { namesInPath } from '../cursor/names-at';
import { firstSentenceOf } from '../hover/describe';
import { allowedValuesOf, valueShapesOf } from '../cursor/element';
import { inCode, titleOf } from '@rulebook/catalogue/markdown/foreign-markdown';
import {
  candidatesBelow,
  beginsWith,
  inOrder,
  isDeprecatedIn,
  isDescribed,
  isInTarget,
  rankOf,
  type Candidate,
  type LineContext,
} from './offered-operations';
import type { Offer } from './offer';
import { stepsBelow, type PathStep } from './path-steps';
import { offersOfNames } from './complete-names';
import { addedText, requiredParts } from './request-skeleton';
import { escapeSnippet, joinSnippets } from './snippet';

/** What the offers of one position in a path have in common. */
interface PathPosition extends LineContext {
  readonly cursor: CursorOf<'path'>;
  /** The typed part of the path. */
  readonly span: Span;
  readonly slash: string;
  /** The words of the typed part: the complete ones, and the one that is typed, which may be empty. */
  readonly done: readonly string[];
  readonly last: string;
}

/** Offers the paths that begin as typed, and inside a path the possible words of this segment. */
export function completePath(cursor: CursorOf<'path'>, context: LineContext, offset: number): readonly Offer[] {
  const { block, binding, services, target } = context;
  const start = startOfPath(cursor, binding);
  if (offset < start) return [];
  const typed = block.text.slice(start, offset);
  const words = wordsOfPath(typed);
  const done = words.slice(0, -1);
  const candidates = candidatesBelow(done, services, (operation) => rankOf(operation, context)).filter(
    ({ operation }) => !isDescribed(operation) || isInTarget(operation, target),
  );
  const slash = typed.startsWith('/') ? '/' : '';
  const place = { ...context, cursor, span: { start, end: offset }, slash, done, last: words.at(-1) ?? '' };
  const method = binding?.method;
  const isMeant = ({ operation }: Candidate): boolean => method === undefined || operation.methods.includes(method);
  const isAtEnd = block.text.slice(offset, cursor.span.end) === '';
  const build = (some: readonly Candidate[]): readonly Offer[] =>
    isAtEnd ? pathOffers(some, place, isMeant) : some.flatMap((candidate) => segmentOffer(candidate, place));
  const meant = build(candidates.filter(isMeant));
  const offers = new Map<string, Offer>();
  for (const offer of meant.length > 0 ? meant : build(candidates)) {
    if (!offers.has(offer.label)) offers.set(offer.label, offer);
  }
  return [
    ...namesOffers(candidates, place, offset),
    ...parameterOffers(candidates, place),
    ...offers.values(),
    ...variableOffers(candidates, place),
  ];
}

/** Offers the names that the endpoint of the request lists, where the path has one of them. */
function namesOffers(candidates: readonly Candidate[], place: PathPosition, offset: number): readonly Offer[] {
  const { binding, block, cursor, done, names } = place;
  if (names.context.liveNames === undefined) return [];
  const kinds = new Map<string, { readonly kind: NameKind; readonly candidate: Candidate; count: number }>();
  for (const candidate of meantCandidates(candidates, place)) {
    const { operation, service, template } = candidate;
    const parameter = /^\{([^{}]+)\}$/.exec(template[done.length] ?? '')?.[1];
    const kind = parameter === undefined ? undefined : nameKindsOf(service).inParameter(operation, parameter, 'path');
    if (kind === undefined) continue;
    const known = kinds.get(`${service.id} ${kind.list.id}`);
    if (known) known.count++;
    else kinds.set(`${service.id} ${kind.list.id}`, { kind, candidate, count: 1 });
  }
  // Where several kinds of names can follow, it is most likely the one of which most operations are.
  const [likeliest] = [...kinds.values()].sort((one, other) => other.count - one.count);
  if (likeliest === undefined) return [];
  const { kind, candidate } = likeliest;
  const { service, operation } = candidate;
  const endpoint = endpointFor(service, binding, block, names.context);
  if (endpoint === undefined) return [];
  const meant = { kind, path: operation.path, words: done };
  const found = namesInPath(cursor.segment, offset, meant, { endpoint, service, text: block.text }, names);
  return found ? offersOfNames(found, block.text, offset) : [];
}

/** Of a path that is whole, only its own operation is meant. */
function meantCandidates(candidates: readonly Candidate[], { binding, cursor, block }: PathPosition) {
  const isWhole = block.text.slice(cursor.segment.end, cursor.span.end) !== '';
  const own = isWhole ? candidates.filter(({ operation }) => operation.id === binding?.operation?.id) : [];
  return own.length > 0 ? own : candidates;
}

/** Returns the endpoint that a request to a service goes to, if it may be asked for names; an unfinished path may not say it yet. */
function endpointFor(
  service: Service,
  binding: Binding | undefined,
  block: Block,
  context: CheckContext,
): Endpoint | undefined {
  if (binding?.endpoint !== undefined) {
    const endpoint = namesPlaceOf({ ...binding, service })?.endpoint;
    return endpoint?.service === service.id ? endpoint : undefined;
  }
  const isOpen = binding !== undefined && binding.destination.kind !== 'path';
  if (isOpen || binding?.namedEndpoint !== undefined || directiveOf(block, 'endpoint') !== undefined) return undefined;
  const endpoint = defaultEndpointOf(service, context);
  return endpoint && mayAskNames(endpoint, service) ? endpoint : undefined;
}

/** Offers what other requests of the file have at this position, and the values that a description lists. */
function parameterOffers(candidates: readonly Candidate[], place: PathPosition): readonly Offer[] {
  const { cursor, use, done, last } = place;
  if (!candidates.some(({ operation }) => isDescribed(operation))) return [];
  const offers = new Map<string, Offer>();
  for (const { operation, template } of candidates.slice(0, maxAsked)) {
    const field = operation.parameters.path.find(({ name }) => template[done.length] === `{${name}}`);
    if (field === undefined) continue;
    const add = (label: string, rank: number, detail: string): void => {
      const reference = { of: 'path', operation: operation.id, name: field.name, value: label } as const;
      // Another value is behind what begins as typed.
      const further = label.toLowerCase().startsWith(last.toLowerCase()) ? 0 : 2 * rankOfFit;
      const offer: Offer = { label, kind: 'value', reference, span: cursor.segment, detail, rank: rank + further };
      if (!offers.has(label)) offers.set(label, offer);
    };
    for (const word of use.words.get(field.name) ?? []) add(word, 0, 'used in this file');
    if (!isDescribed(operation)) continue;
    for (const { value, summary = '' } of allowedValuesOf(valueShapesOf(field))) {
      add(String(value), 1, firstSentenceOf(summary, field.provenance));
    }
  }
  return [...offers.values()];
}

/** The parameters at one position have the same values in most operations. */
const maxAsked = 60;

/** How well a template goes on where a word is typed: it has a word that begins so, a parameter that can be it, or neither. */
function fitOf(template: readonly string[], { done, last }: PathPosition, service?: Service): number {
  const expected = template[done.length] ?? '';
  if (last === '') return 0;
  if (isParameter(expected)) return service !== undefined && isReserved(last, service) ? 2 : 1;
  return expected.toLowerCase().startsWith(last.toLowerCase()) ? 0 : 2;
}

/** A word such as `_cluster` is not the name of an object of the user. */
function isReserved(text: string, service: Service): boolean {
  return isReservedWord({ text, span: { start: 0, end: 0 }, hasPlaceholder: text.includes('{{') }, service);
}

/** What each step of `fitOf` adds to the rank of an offer; ranks of operations are below it. */
const rankOfFit = 20;

/** Documented paths are offered whole; of published descriptions, which have hundreds, the next steps. */
function pathOffers(
  candidates: readonly Candidate[],
  place: PathPosition,
  isMeant: (candidate: Candidate) => boolean,
): readonly Offer[] {
  const { block, cursor, done, last } = place;
  const isBare = block.text.slice(cursor.span.end).trim() === '';
  const ofDocuments = candidates.filter(({ operation }) => !isDescribed(operation));
  const all = candidates.filter(({ operation }) => isDescribed(operation));
  const fitOfCandidate = ({ template, service }: Candidate): number => fitOf(template, place, service);
  // Where no word begins as typed, one may be misspelt.
  const isMisspelt = !all.some((one) => fitOfCandidate(one) === 0);
  const ofDescriptions = all.filter((one) => {
    return fitOfCandidate(one) < 2 || (isMisspelt && hasLetters(one.template[done.length] ?? '', last));
  });
  const { whole, steps, isComplete } = stepsBelow(inOrder(ofDescriptions, fitOfCandidate), done.length);
  const offer = (candidate: Candidate): Offer => templateOffer(candidate, place, isBare && isMeant(candidate));
  const described = [...whole.map(offer), ...steps.map((step) => stepOffer(step, place))].sort(byRankAndLabel);
  return [...ofDocuments.map(offer), ...described.map((each) => ({ ...each, isPartial: !isComplete }))];
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

/** Returns what an offer says of a template: how it goes on behind the typed words, and with a method what follows the path. */
function offerOfTemplate(
  template: readonly string[],
  { span, slash, done, last, use }: PathPosition,
  operation?: Operation,
  rest = '',
) {
  // A typed parameter stays as it is, and may mean anything. For a literal word, the filter of the editor decides.
  const isGuess = last !== '' && isParameter(template[done.length] ?? '');
  const kept = isGuess ? [...done, last] : done;
  const open = template.slice(kept.length);
  const path = [...kept, ...open].join('/');
  // An editor compares plain text with the typed text, to see whether accepting it changes anything.
  const isSnippet = open.some(isParameter) || rest !== '';
  const words = [...kept.map(escapeSnippet), ...(open.length > 0 ? [addedText(open, use, operation)] : [])];
  return {
    span,
    newText: `/${isSnippet ? joinSnippets([joinSnippets(words, '/'), rest]) : path}`,
    isSnippet,
    filterText: slash + path,
    whole: slash + [...kept, ...open.slice(0, 1)].join('/'),
    automatic: isGuess ? ('never' as const) : undefined,
  };
}

/** Offers the path, and if a body can follow, also the header fields and the body. */
function templateOffer(
  { operation, service, template, rank }: Candidate,
  place: PathPosition,
  isWhole: boolean,
): Offer {
  const method = place.binding?.method ?? operation.methods[0] ?? 'GET';
  const { text = '', adds } = isWhole ? requiredParts(operation, service, method) : {};
  return {
    ...offerOfTemplate(template, place, operation, text),
    adds,
    label: operation.path,
    kind: 'path',
    reference: { of: 'operation', operation: operation.id },
    detail: titleOf(operation),
    rank: rank + rankOfFit * fitOf(template, place, service),
    isDeprecated: isDeprecatedIn(operation, place.target),
  };
}

/** Offers the beginning of several paths. */
function stepOffer({ segments, candidates, rank }: PathStep, place: PathPosition): Offer {
  const label = `/${segments.join('/')}/`;
  const detail = count(candidates.length, 'operation');
  const titles = candidates.slice(0, maxTitles).map(({ operation }) => {
    return `- \`${operation.methods.join('` or `')}\` ${inCode(operation.path)}: ${titleOf(operation)}`;
  });
  const more = candidates.length - titles.length;
  const lines = more > 0 ? [...titles, `- and ${more} more`] : titles;
  return {
    ...offerOfTemplate([...segments, ''], place),
    label,
    kind: 'path',
    reference: { of: 'text', text: `**${inCode(label)}** · ${detail}\n\n${lines.join('\n')}` },
    detail,
    rank: rank + rankOfFit * fitOf(segments, place),
    triggersNext: true,
  };
}

/** The text about a step names only some of its operations. */
const maxTitles = 12;

function segmentOffer(
  { operation, template, rank }: Candidate,
  { cursor, done, block }: PathPosition,
): readonly Offer[] {
  const label = template[done.length];
  if (label === undefined || isParameter(label)) return [];
  const behind = block.text.slice(cursor.segment.end, cursor.span.end);
  const following = behind === '' ? [] : wordsOfPath(behind);
  const rest = template.slice(done.length + 1);
  if (following.length !== rest.length || !beginsWith(rest, following)) return [];
  const reference = { of: 'operation', operation: operation.id } as const;
  const detail = titleOf(operation);
  return [{ label, kind: 'path', reference, span: cursor.segment, detail, rank: isDescribed(operation) ? rank : 0 }];
}

/** Offers variables of the block as path parameters. */
function variableOffers(candidates: readonly Candidate[], { block, cursor, done }: PathPosition): readonly Offer[] {
  if (!candidates.some(({ template }) => isParameter(template[done.length] ?? ''))) return [];
  return block.variables.map(({ name }) => ({
    label: `{{${name.text}}}`,
    kind: 'variable',
    reference: { of: 'text', text: `Variable \`${name.text}\` of this block` },
    span: cursor.segment,
    rank: 5,
  }));
}
