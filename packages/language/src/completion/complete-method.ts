import type { Binding } from '@rulebook/checker/binding/model';
import { templateSegments } from '@rulebook/paths/match-operation';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import { placeInSource } from '@rulebook/catalogue/source-names';
import type { CursorOf } from '../cursor/cursor-at';
import { isForeign, titleOf } from '@rulebook/catalogue/markdown/foreign-markdown';
import { inOrder, isDescribed, isInTarget, ofUnlikely, rankOf, type LineContext } from './offered-operations';
import type { Offer } from './offer';
import { plainShapesOf } from '@rulebook/checker/binding/resolve-shape';
import { addedText, requiredParts } from './request-skeleton';
import { joinSnippets } from './snippet';

/** Offers the methods and, where nothing follows, whole requests with a minimal valid body. */
export function completeMethod(cursor: CursorOf<'method'>, context: LineContext): readonly Offer[] {
  const { binding, services, use, target, own } = context;
  const operations = services.flatMap((service) => service.operations.map((operation) => ({ operation, service })));
  const names = new Set([...usualMethods, ...operations.flatMap(({ operation }) => operation.methods)]);
  const documented = documentedMethods(binding, services);
  const methods: Offer[] = [...names].map((name) => ({
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
  const isSmallAndOwn = ({ id, operations: all }: Service): boolean => own.has(id) && all.length <= maxRequests;
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
  }).slice(0, maxRequests);
  const others = best.flatMap(({ operation, service }) =>
    operation.methods.slice(0, 1).map((method) => wholeRequest(cursor, method, operation, service, context)),
  );
  return [...methods, ...requests, ...others];
}

/** Of the operations of a description, those who look for one read no more. */
const maxRequests = 40;

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

/** Returns how many words a title has in addition to those that are typed. Of a title that lacks a typed word it is more than of any other. */
function restOfTitle(title: string, typed: string): number {
  if (!hasWords(title, typed)) return noTitle;
  const words = wordsIn(title).filter((word) => !/^(?:an?|the|of|for|to|in|on|by)$/.test(word));
  return Math.min(noTitle - 1, Math.max(0, words.length - wordsIn(typed).length));
}

const noTitle = 100;

/** The order in which methods are offered. */
const usualMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

function documentedMethods(binding: Binding | undefined, services: readonly Service[]): readonly string[] {
  const { match, operation } = binding ?? {};
  const operations = services.flatMap((service) => service.operations);
  const documented =
    match?.kind === 'other-method' ? match.operations : operations.filter(({ path }) => path === operation?.path);
  return documented.flatMap(({ methods }) => methods);
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
  const { text, adds } = requiredParts(operation, service, method);
  // The title says best what a request does, and a request with a body is the hardest one to write.
  const isTitled = hasWords(operation.title, typed);
  return {
    label,
    kind: 'path',
    reference: { of: 'operation', operation: operation.id },
    span,
    newText: `${method} /${joinSnippets([path, text])}`,
    isSnippet: true,
    adds,
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
    body === undefined || isForeign(provenance)
      ? []
      : plainShapesOf(body.shape).flatMap((shape) =>
          shape.type === 'object' ? shape.fields.map(({ name }) => name) : [],
        );
  const words = [title, isForeign(provenance) ? '' : (placeInSource(provenance) ?? ''), path, ...members].join(' ');
  if (typed === '') return `${label} ${words}`;
  return wordsFrom(words, typed) ?? (hasWords(words, typed) ? `${typed} ${label}` : `${label} ${words}`);
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
