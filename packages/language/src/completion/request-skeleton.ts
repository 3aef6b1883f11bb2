import { isParameter } from '@rulebook/paths/match-operation';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import type { Field } from '@rulebook/catalogue/shape';
import { pairsOfText } from '@rulebook/catalogue/written-parameter';
import { bodySkeleton } from './body-skeleton';
import { allowedValuesOf, valueShapesOf } from '../cursor/element';
import type { FileUse } from './file-use';
import { isDescribed } from './offered-operations';
import { choiceSnippet, escapeSnippet, joinSnippets, placeholder } from './snippet';

/** Returns the segments of a template as a snippet. Its parameters have the values that the file gives them, or one of the few that they can have. */
export function addedText(open: readonly string[], { words }: FileUse, operation?: Operation): string {
  const parameters = operation?.parameters.path ?? [];
  const parts = open.join('/').split(/(\{[^{}]*\})/);
  return joinSnippets(
    parts.map((part) => {
      if (!isParameter(part)) return escapeSnippet(part);
      const name = part.slice(1, -1);
      const field = parameters.find((one) => one.name === name);
      const [used, ...others] = words.get(name) ?? [];
      if (used !== undefined) return others.length === 0 ? placeholder(1, used) : choiceSnippet(1, [used, ...others]);
      return (field && choiceIn(field)) ?? placeholder(1, name);
    }),
  );
}

/** What follows the path of a whole request. */
interface RequiredParts {
  /** A snippet. */
  readonly text: string;
  /** What is below the request line; absent for nothing. */
  readonly adds?: 'body' | 'header fields';
}

/**
 * Returns what follows the path of a whole request: the required parts of the query and the head, and a minimal body. The first tab stop behind
 * the parts of the request line is its end, so that who has chosen a path goes on writing there.
 */
export function requiredParts(operation: Operation, service: Service, method: string): RequiredParts {
  const query = [...operation.parameters.query, ...service.commonQuery]
    .filter(({ required }) => required === true)
    .flatMap((field) => skeletonsOf(field, 'query').map((text) => `${escapeSnippet(field.name)}=${text}`))
    .map((pair, index) => `${index === 0 ? '?' : '&'}${pair}`);
  const headers = (operation.parameters.header ?? [])
    .filter(({ required }) => required === true)
    .map((field) => `\n${escapeSnippet(field.name)}: ${skeletonsOf(field, 'header').join(',')}`);
  const cookies = (operation.parameters.cookie ?? [])
    .filter(({ required }) => required === true)
    .map((field) => `${escapeSnippet(field.name)}=${skeletonsOf(field, 'cookie').join(',')}`);
  if (cookies.length > 0) headers.push(joinSnippets(['\nCookie: ', joinSnippets(cookies, '; ')]));
  const body = bodyLines(operation, service, method);
  const below = [...headers, body === '' && headers.length > 0 ? '\n' : body];
  if (body === '' && headers.length === 0) return { text: joinSnippets(query) };
  const adds = body === '' ? 'header fields' : 'body';
  return { text: joinSnippets([...query, '$1', ...below]), adds };
}

function bodyLines(operation: Operation, service: Service, method: string): string {
  const { body } = operation;
  // Of hundreds of described operations, many take a body which almost no request has.
  if (!body || (isDescribed(operation) && body.required !== true && bodiless.has(method))) return '';
  const header = service.headers.find(({ name }) => name === 'Content-Type');
  const { text, mediaType } = bodySkeleton(body);
  const type = mediaType ?? header?.example ?? (isDescribed(operation) ? 'application/json' : undefined);
  const line = type === undefined ? '' : `\nContent-Type: ${escapeSnippet(type)}`;
  return `${line}\n\n${text}\n`;
}

const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE']);

/** Returns what is written for a parameter, of a list that is repeated for each item. */
function skeletonsOf(field: Field, place: 'query' | 'header' | 'cookie'): readonly string[] {
  const known = [field.default, field.example].find((text) => text !== undefined && text.length <= longestExample);
  if (known !== undefined) return pairsOfText(field, known, place).map(([, text]) => placeholder(1, text));
  // A new one for each request is what such a field mostly wants.
  if (field.shape.type === 'string' && field.shape.format === 'uuid') return [placeholder(1, '{{$guid}}')];
  const isFlag = valueShapesOf(field).some(({ type }) => type === 'boolean');
  return [choiceIn(field) ?? placeholder(1, isFlag ? 'true' : field.name)];
}

function choiceIn(field: Field): string | undefined {
  const values = allowedValuesOf(valueShapesOf(field)).map(({ value }) => String(value));
  return values.length > 1 && values.length <= maxChoices ? choiceSnippet(1, values) : undefined;
}

/** Longer values do not fit into a line. */
const longestExample = 100;

/** Longer lists are left to completion, which can be filtered. */
const maxChoices = 20;
