import { directiveOf } from '@rulebook/checker/binding/model';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import { requestOfVariable } from './request-reference';
import { segmentsOf, variablesOf } from './segments';

/** Returns the name before the first dot, as in `getUser.id`: httpYac has the body of a response under the name of its request. */
function requestOfMember(variable: string, definitions: RequestFile['definitions']): string | undefined {
  const [, name] = /^%?\s*([A-Za-z_][\w-]*)[.[]/.exec(variable) ?? [];
  return name === undefined || definitions.get(name) !== undefined ? undefined : name;
}

/** Returns the names of the requests whose responses some variables refer to, also by the definitions of the file, and those of `# @ref`. */
export function requestsNeeded(
  block: Block,
  variables: readonly string[],
  definitions: RequestFile['definitions'],
): readonly string[] {
  const needed = new Set<string>();
  for (const directive of ['ref', 'forceRef', 'forceref']) {
    const name = directiveOf(block, directive)?.text ?? '';
    if (name !== '') needed.add(name);
  }
  const seen = new Set<string>();
  const open = variables.map((name) => ({ name, at: definitions }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { name, at } = next;
    const place = at.placeOf?.(name) ?? name;
    if (seen.has(place)) continue;
    seen.add(place);
    const value = at.get(name);
    const request = requestOfVariable(name) ?? (value === undefined ? requestOfMember(name, at) : undefined);
    if (request !== undefined) needed.add(request);
    const inner = value?.includes('{{') === true ? variablesOf([segmentsOf(value)]) : [];
    open.push(...inner.map((one) => ({ name: one, at: at.inValueOf?.(name) ?? at })));
  }
  return [...needed];
}
