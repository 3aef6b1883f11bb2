import type { Binding } from '../binding/model';
import { isParameter, templateSegments } from '../binding/match-operation';
import type { Operation } from '../catalogue/operation';
import type { Service } from '../catalogue/service';
import { placeInSource } from '../catalogue/source-names';
import type { Block } from '../syntax/model';
import type { Span } from '../text/span';
import type { Offer } from './offer';
import type { Cursor } from './cursor-at';
import { plainShapesOf, type PlainShape } from './resolve-shape';
import { bodySnippet, escapeSnippet, linesSnippet, placeholder } from './snippet';

type CursorOf<K extends Cursor['kind']> = Extract<Cursor, { readonly kind: K }>;

/** Offers the methods and, where nothing follows, whole requests with a minimal valid body. */
export function completeMethod(
  cursor: CursorOf<'method'>,
  binding: Binding | undefined,
  services: readonly Service[],
): readonly Offer[] {
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
    .filter(({ operation }) => operation.isOutline !== true)
    .flatMap(({ operation, service }) =>
      operation.methods.map((method) => wholeRequest(cursor, method, operation, service)),
    );
  return [...methods, ...requests];
}

/** The order in which methods are offered. */
const usualMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

function byUse(a: string, b: string): number {
  return usualMethods.indexOf(a) - usualMethods.indexOf(b);
}

/** Offers the documented paths that begin as typed, and inside a path the possible words of this segment. */
export function completePath(
  cursor: CursorOf<'path'>,
  block: Block,
  binding: Binding | undefined,
  services: readonly Service[],
  offset: number,
): readonly Offer[] {
  const all = services.flatMap(({ operations }) => operations);
  const serviceOf = ({ service }: Operation): Service | undefined => services.find(({ id }) => id === service);
  const method = binding?.method;
  const isBare = block.text.slice(cursor.span.end).trim() === '';
  const isMeant = (operation: Operation): boolean => method === undefined || operation.methods.includes(method);
  const start = startOfPath(cursor, binding);
  if (offset < start) return [];
  const typed = block.text.slice(start, offset);
  const rest = block.text.slice(offset, cursor.span.end);
  const isAtEnd = rest === '';
  const build = (operation: Operation): readonly Offer[] =>
    isAtEnd
      ? templateOffer(
          operation,
          typed,
          { start, end: offset },
          isBare && isMeant(operation) ? serviceOf(operation) : undefined,
        )
      : segmentOffer(operation, typed, block.text.slice(cursor.segment.end, cursor.span.end), cursor.segment);
  const meant = all.filter(isMeant).flatMap(build);
  const offers = meant.length > 0 ? meant : all.flatMap(build);
  const unique = offers.filter((offer, index) => offers.findIndex(({ label }) => label === offer.label) === index);
  return [...unique, ...variableOffers(block, cursor.segment, all, typed)];
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
): Offer {
  const stops = { next: 1 };
  const path = templateSegments(operation.path)
    .map((word) => (isParameter(word) ? placeholder(stops.next++, word.slice(1, -1)) : escapeSnippet(word)))
    .join('/');
  const body = bodyLines(operation, service, stops.next);
  const label = `${method} ${operation.path}`;
  // The title says best what a request does, and a request with a body is the hardest one to write.
  const isTitled = wordsFrom(operation.title, typed) !== undefined;
  return {
    label,
    kind: 'path',
    reference: { of: 'operation', operation: operation.id },
    span,
    newText: `${method} /${path}${body}`,
    isSnippet: true,
    filterText: filterOfRequest(label, typed, operation),
    detail: operation.title,
    rank: (operation.deprecated === undefined ? 2 : 6) + (isTitled ? 0 : 2) + (operation.body ? 0 : 1),
    isDeprecated: operation.deprecated !== undefined,
  };
}

/** A request is found by its method, and by the words of its title, its section and its parts. */
function filterOfRequest(label: string, typed: string, { title, provenance, path, body }: Operation): string {
  if (label.toLowerCase().startsWith(typed.toLowerCase()) && typed !== '') return label;
  const members = body === undefined ? [] : plainShapesOf(body.shape).flatMap((shape) => namesIn(shape));
  const words = [title, placeInSource(provenance), path, ...members].join(' ');
  return (typed === '' ? undefined : wordsFrom(words, typed)) ?? `${label} ${words}`;
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

function bodyLines(operation: Operation, service: Service, firstStop: number): string {
  if (!operation.body) return '';
  const header = service.headers.find(({ name }) => name === 'Content-Type');
  const line = header?.example === undefined ? '' : `\n${header.name}: ${escapeSnippet(header.example)}`;
  const { shape, actions } = operation.body;
  const body = actions ? linesSnippet(actions, firstStop) : bodySnippet(shape, '  ', firstStop);
  return `${line}\n\n${body}\n`;
}

/** The path of the base URL does not belong to a documented path. */
function startOfPath(cursor: CursorOf<'path'>, binding: Binding | undefined): number {
  const first = binding?.segments[0];
  const isShorter = (binding?.segments.length ?? 0) < (binding?.request.target.segments.length ?? 0);
  return isShorter && first ? Math.max(cursor.span.start, first.span.start - 1) : cursor.span.start;
}

function wordsOf(path: string): readonly string[] {
  return path.replace(/^\//, '').split('/');
}

/** Returns whether complete segments match the template. */
function fits(template: readonly string[], words: readonly string[]): boolean {
  return words.every((word, index) => {
    const expected = template[index];
    return expected !== undefined && (isParameter(expected) ? word !== '' : word === expected);
  });
}

/** Offers the path, and if the service is known, also the header fields and the body. */
function templateOffer(
  operation: Operation,
  typed: string,
  span: Span,
  service: Service | undefined,
): readonly Offer[] {
  const template = templateSegments(operation.path);
  const words = wordsOf(typed);
  const done = words.slice(0, -1);
  const last = words[words.length - 1] ?? '';
  const expected = template[done.length];
  if (expected === undefined || !fits(template, done)) return [];
  // A typed parameter stays as it is. For a literal word, the filter of the editor decides.
  const kept = isParameter(expected) && last !== '' ? [...done, last] : done;
  const open = template.slice(kept.length);
  let stop = 1;
  const added = open.map((word) => (isParameter(word) ? placeholder(stop++, word.slice(1, -1)) : escapeSnippet(word)));
  const slash = typed.startsWith('/') ? '/' : '';
  // A typed parameter may mean anything.
  const isGuess = last !== '' && isParameter(expected);
  const body = service === undefined ? '' : bodyLines(operation, service, stop);
  const newText = `/${[...kept.map(escapeSnippet), ...added].join('/')}${body}`;
  return [
    {
      label: operation.path,
      kind: 'path',
      reference: { of: 'operation', operation: operation.id },
      span,
      // An editor compares plain text with the typed text, to see whether accepting it changes anything.
      ...(open.some(isParameter) || body !== ''
        ? { newText, isSnippet: true }
        : { newText: `/${[...kept, ...open].join('/')}` }),
      filterText: slash + [...kept, ...open].join('/'),
      whole: slash + [...kept, ...open.slice(0, 1)].join('/'),
      detail: operation.title,
      rank: operation.deprecated !== undefined ? 2 : operation.isOutline === true ? 1 : 0,
      isDeprecated: operation.deprecated !== undefined,
      ...(isGuess ? { automatic: 'never' as const } : {}),
    },
  ];
}

function segmentOffer(operation: Operation, typed: string, behind: string, segment: Span): readonly Offer[] {
  const template = templateSegments(operation.path);
  const done = wordsOf(typed).slice(0, -1);
  const expected = template[done.length];
  if (expected === undefined || isParameter(expected) || !fits(template, done)) return [];
  const following = behind === '' ? [] : wordsOf(behind);
  if (done.length + 1 + following.length !== template.length || !fits(template.slice(done.length + 1), following))
    return [];
  return [
    {
      label: expected,
      kind: 'path',
      reference: { of: 'operation', operation: operation.id },
      span: segment,
      newText: expected,
      detail: operation.title,
      rank: 0,
    },
  ];
}

/** Offers variables of the block as path parameters. */
function variableOffers(
  block: Block,
  segment: Span,
  operations: readonly Operation[],
  typed: string,
): readonly Offer[] {
  const done = wordsOf(typed).slice(0, -1);
  const canStandHere = operations.some(({ path }) => {
    const template = templateSegments(path);
    return isParameter(template[done.length] ?? '') && fits(template, done);
  });
  if (!canStandHere) return [];
  return block.variables.map(({ name }) => ({
    label: `{{${name.text}}}`,
    kind: 'variable',
    reference: { of: 'text', text: `Variable \`${name.text}\` of this block` },
    span: segment,
    newText: `{{${name.text}}}`,
    rank: 2,
  }));
}
