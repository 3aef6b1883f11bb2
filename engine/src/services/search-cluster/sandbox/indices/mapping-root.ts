import { isRecord, ownValue } from '../../../../sandbox/wire';
import { problem, type Problem } from './problem';

/** What `dynamic` can be. */
const dynamicValues: ReadonlySet<unknown> = new Set([true, false, 'true', 'false', 'strict', 'runtime']);
/** What a flag can be. */
const flags: ReadonlySet<unknown> = new Set([true, false, 'true', 'false']);
/** The flag that each of these objects is about. */
const flagOf: Readonly<Record<string, string>> = {
  _routing: 'required',
  _source: 'enabled',
  _field_names: 'enabled',
  _size: 'enabled',
};

/** Returns why the members of mappings besides their fields are refused; undefined if they are not. */
export function rootProblem(mappings: Readonly<Record<string, unknown>>): Problem | undefined {
  const { dynamic = true, enabled = true, runtime } = mappings;
  if (!dynamicValues.has(dynamic)) return refused('The value of [dynamic] must be true, false, strict or runtime.');
  if (!flags.has(enabled)) return refused('The value of [enabled] must be true or false.');
  for (const [name, flag] of Object.entries(flagOf)) {
    const value = ownValue(mappings, name);
    if (value === undefined) continue;
    if (!isRecord(value)) return refused(`[${name}] must be an object.`);
    if (!flags.has(ownValue(value, flag) ?? true)) return refused(`[${name}.${flag}] must be true or false.`);
  }
  return runtime === undefined ? undefined : runtimeProblem(runtime);
}

/** Null removes a runtime field. */
function runtimeProblem(runtime: unknown): Problem | undefined {
  if (!isRecord(runtime)) return refused('[runtime] must be an object of fields.');
  const field = Object.entries(runtime).find(
    ([, value]) => value !== null && (!isRecord(value) || typeof ownValue(value, 'type') !== 'string'),
  );
  return field && refused(`The runtime field [${field[0]}] has no type.`);
}

function refused(reason: string): Problem {
  return problem(reason, { type: 'mapper_parsing_exception' });
}
