import { editsSetting } from '@rulebook/json/json-edits';
import { applyEdits } from '@rulebook/text/edit';
import { parseEnvironmentFile } from './parse-environment-file';

/** A variable that an environment is to have. */
export interface AddedVariable {
  readonly environment: string;
  readonly name: string;
  /** A value of JSON. */
  readonly value: unknown;
  /** It is a secret, though its name may not say so. */
  readonly isSecret?: boolean;
}

/** Returns the text of an `http-client.env.json` or of its twin with further variables and everything else untouched, or half a sentence why it cannot be edited. */
export function addVariables(
  text: string | undefined,
  added: readonly AddedVariable[],
): { readonly text: string } | { readonly cause: string } {
  const environments = byEnvironment(added);
  if (text === undefined || text.trim() === '') return { text: written(environments) };
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  let result = text.slice(mark.length);
  const file = parseEnvironmentFile('http-client.env.json', result);
  if (file === undefined || file.isBroken) return { cause: 'it is not a valid environment file' };
  const known = new Set(file.sections.map(({ environment }) => environment));
  const set = (path: string[], value: unknown): void => {
    result = applyEdits(result, editsSetting(result, path, value) ?? []);
  };
  for (const [environment, variables] of environments)
    if (known.has(environment)) for (const [name, value] of variables) set([environment, name], value);
    else set([environment], Object.fromEntries(variables));
  return { text: mark + result };
}

function byEnvironment(added: readonly AddedVariable[]): ReadonlyMap<string, ReadonlyMap<string, unknown>> {
  const found = new Map<string, Map<string, unknown>>();
  for (const { environment, name, value } of added) {
    const variables = found.get(environment) ?? new Map<string, unknown>();
    found.set(environment, variables.set(name, value));
  }
  return found;
}

function written(environments: ReadonlyMap<string, ReadonlyMap<string, unknown>>): string {
  const tables = [...environments].map(([environment, variables]) => [environment, Object.fromEntries(variables)]);
  return `${JSON.stringify(Object.fromEntries(tables), undefined, 2)}\n`;
}
