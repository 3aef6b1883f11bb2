import { isParameter } from '../binding/match-operation';
import type { Operation } from '../catalogue/operation';
import type { Service } from '../catalogue/service';
import type { Field } from '../catalogue/shape';
import { bodySkeleton } from './body-skeleton';
import { allowedValuesOf, valueShapesOf } from './element';
import type { FileUse } from './file-use';
import { isDescribed } from './offered-operations';
import { choiceOf, escapeSnippet, placeholder } from './snippet';

/** A part of a snippet, and the number of the next tab stop. */
export interface AddedText {
  readonly text: string;
  readonly next: number;
}

/** Returns the segments of a template as a snippet. Its parameters have the values that the file gives them, or one of the few that they can have. */
export function addedText(open: readonly string[], { words }: FileUse, operation?: Operation): AddedText {
  let next = 1;
  const parameters = operation?.parameters.path ?? [];
  const texts = open.map((segment) =>
    segment
      .split(/(\{[^{}]*\})/)
      .map((part) => {
        if (!isParameter(part)) return escapeSnippet(part);
        const name = part.slice(1, -1);
        const [used, ...others] = words.get(name) ?? [];
        const stop = next++;
        if (used !== undefined)
          return others.length === 0 ? placeholder(stop, used) : choiceOf(stop, [used, ...others]);
        const field = parameters.find((one) => one.name === name);
        return (field && choiceIn(field, stop)) ?? placeholder(stop, name);
      })
      .join(''),
  );
  return { text: texts.join('/'), next };
}

/** Returns what follows the path of a whole request: the required parts of the query and the head, and a minimal body. */
export function requiredParts(operation: Operation, service: Service, method: string, firstStop: number): string {
  let next = firstStop;
  const query = [...operation.parameters.query, ...service.commonQuery]
    .filter(({ required }) => required === true)
    .map((field) => `${escapeSnippet(field.name)}=${skeletonValueOf(field, next++)}`);
  const headers = (operation.parameters.header ?? [])
    .filter(({ required }) => required === true)
    .map((field) => `\n${escapeSnippet(field.name)}: ${skeletonValueOf(field, next++)}`);
  const target = query.length === 0 ? '' : `?${query.join('&')}`;
  const body = bodyLines(operation, service, method, next);
  return `${target}${headers.join('')}${body === '' && headers.length > 0 ? '\n' : body}`;
}

function bodyLines(operation: Operation, service: Service, method: string, firstStop: number): string {
  const { body } = operation;
  // Of hundreds of described operations, many take a body which almost no request has.
  if (!body || (isDescribed(operation) && body.required !== true && bodiless.has(method))) return '';
  const header = service.headers.find(({ name }) => name === 'Content-Type');
  const { text, mediaType } = bodySkeleton(body, firstStop);
  const type = mediaType ?? header?.example ?? (isDescribed(operation) ? 'application/json' : undefined);
  const line = type === undefined ? '' : `\nContent-Type: ${escapeSnippet(type)}`;
  return `${line}\n\n${text}\n`;
}

const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE']);

function skeletonValueOf(field: Field, stop: number): string {
  const known = [field.default, field.example].find((text) => text !== undefined && text.length <= longestExample);
  if (known !== undefined) return placeholder(stop, known.replace(/^"|"$/g, ''));
  const isFlag = valueShapesOf(field).some(({ type }) => type === 'boolean');
  return choiceIn(field, stop) ?? placeholder(stop, isFlag ? 'true' : field.name);
}

function choiceIn(field: Field, stop: number): string | undefined {
  const values = allowedValuesOf(valueShapesOf(field)).map(({ value }) => String(value));
  return values.length > 1 && values.length <= mostChoices ? choiceOf(stop, values) : undefined;
}

/** Longer values do not fit into a line. */
const longestExample = 100;

/** Longer lists are left to completion, which can be filtered. */
const mostChoices = 20;
