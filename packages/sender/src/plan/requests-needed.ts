import { directiveOf } from '@rulebook/checker/binding/model';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import { createMemo } from '@rulebook/text';
import { requestOfVariable } from './request-reference';
import { segmentsOf, variablesOf } from './segments';

/** Returns the name before the first dot, as in `getUser.id`: httpYac has the body of a response under the name of its request. */
function requestOfMember(variable: string, definitions: RequestFile['definitions']): string | undefined {
  const [, name] = /^%?\s*([A-Za-z_][\w-]*)[.[]/.exec(variable) ?? [];
  return name === undefined || definitions.get(name) !== undefined ? undefined : name;
}

const none: readonly string[] = [];

/** Returns the names of the requests that a request names in `# @ref`. */
export function requestsNamed(block: Block): readonly string[] {
  if (block.directives.length === 0) return none;
  return ['ref', 'forceRef', 'forceref'].flatMap((directive) => {
    const name = directiveOf(block, directive)?.text ?? '';
    return name === '' ? [] : [name];
  });
}

/** Returns the names of the requests whose responses some variables refer to, also by the definitions of the file, and those of `# @ref`. */
export function requestsNeeded(
  block: Block,
  variables: readonly string[],
  definitions: RequestFile['definitions'],
): readonly string[] {
  const written = requestsNamed(block);
  if (variables.length === 0) return written;
  const needed = new Set(written);
  for (const { name, at, value } of namesBehind(variables, definitions)) {
    const request = requestOfVariable(name) ?? (value === undefined ? requestOfMember(name, at) : undefined);
    if (request !== undefined) needed.add(request);
  }
  return [...needed];
}

/** Returns the names of the requests whose responses some variables take their values from, such as `login.response.body.$.id`, also by the definitions of the file. */
export function requestsReferred(
  variables: readonly string[],
  definitions: RequestFile['definitions'],
): readonly string[] {
  const found = new Set<string>();
  for (const { name } of namesBehind(variables, definitions)) {
    const request = requestOfVariable(name);
    if (request !== undefined) found.add(request);
  }
  return [...found];
}

/** Returns whether a text may use a value of the response of another request, itself or by a definition of its file; fast, for every text. */
export function mayReferTo(text: string, definitions: RequestFile['definitions']): boolean {
  if (!text.includes('{{')) return false;
  return (
    reference.test(text) ||
    [...referring.of(definitions, [], () => referringNames(definitions))].some((name) => text.includes(name))
  );
}

const reference = /\{\{[^{}]*\.(?:request|response)\./;

/** By the definitions of a file: those whose values come from responses. */
const referring = createMemo<RequestFile['definitions'], readonly string[]>({ most: 50 });

function referringNames(definitions: RequestFile['definitions']): readonly string[] {
  return [...definitions.keys()].filter((name) => requestsReferred([name], definitions).length > 0);
}

/** Returns variables and those that their definitions use, with the definitions that count where each is used, and its value. */
function* namesBehind(variables: readonly string[], definitions: RequestFile['definitions']) {
  const seen = new Set<string>();
  const open = variables.map((name) => ({ name, at: definitions }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { name, at } = next;
    const place = at.placeOf?.(name) ?? name;
    if (seen.has(place)) continue;
    seen.add(place);
    const value = at.get(name);
    yield { name, at, value };
    const inner = value?.includes('{{') === true ? variablesOf([segmentsOf(value)]) : [];
    open.push(...inner.map((one) => ({ name: one, at: at.inValueOf?.(name) ?? at })));
  }
}
