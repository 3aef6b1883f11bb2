import { directiveOf } from '../../binding/model';
import type { Block } from '../../syntax/model';
import type { RequestFile } from '../../syntax/request-file';
import { requestOfVariable } from './request-reference';
import { segmentsOf, variablesOf } from './segments';

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
  const open = [...variables];
  for (let variable = open.pop(); variable !== undefined; variable = open.pop()) {
    if (seen.has(variable)) continue;
    seen.add(variable);
    const request = requestOfVariable(variable);
    if (request !== undefined) needed.add(request);
    const value = definitions.get(variable);
    if (value?.includes('{{')) open.push(...variablesOf([segmentsOf(value)]));
  }
  return [...needed];
}
