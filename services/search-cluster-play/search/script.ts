import { isRecord } from '@rulebook/json/is-record';
import { problem, isProblem, type Problem } from '../indices/problem';
import { columnOf } from './columns';
import { valuesOfField, type Candidate, type QueryContext } from './context';
import { compareValues } from './leaf';

/** Computes one value of a hit. */
export interface ScriptField {
  readonly name: string;
  readonly isFailureIgnored: boolean;
  readonly run: (candidate: Candidate) => unknown;
}

// Only the documented accessor: `doc['field.key'].value`.
const accessor = /^\s*(?:return\s+)?doc\[\s*(["'])([^"'\]]+)\1\s*\]\.value\s*;?\s*$/;

/** Reads script fields. The sandbox reads values of fields, and runs no other scripts. */
export function readScriptFields(context: QueryContext, fields: unknown): readonly ScriptField[] | Problem {
  if (!isRecord(fields)) return [];
  const found: ScriptField[] = [];
  for (const [name, entry] of Object.entries(fields)) {
    const script = isRecord(entry) ? entry.script : undefined;
    const source = isRecord(script) ? script.source : script;
    const field = typeof source === 'string' ? accessor.exec(source)?.[2] : undefined;
    if (field === undefined) {
      return problem(
        `The script [${name}] is not supported. The sandbox runs only scripts of the form doc['field.key'].value.`,
        {
          type: 'script_exception',
        },
      );
    }
    const column = columnOf(context, field);
    if (column && isProblem(column)) return column;
    if (!column) {
      const reason = `The script [${name}] reads the field [${field}], which the index [${context.index}] does not have.`;
      return problem(reason, { type: 'script_exception' });
    }
    const run = (candidate: Candidate): unknown => [...valuesOfField(candidate, column.name)].sort(compareValues)[0];
    found.push({ name, isFailureIgnored: isRecord(entry) && entry.ignore_failure === true, run });
  }
  return found;
}

/** Returns the computed values of a hit, each in a list, or why a script fails. */
export function runScripts(
  scripts: readonly ScriptField[],
  candidate: Candidate,
): ReadonlyMap<string, unknown> | Problem {
  const values = new Map<string, unknown>();
  for (const { name, isFailureIgnored, run } of scripts) {
    const value = run(candidate);
    if (value !== undefined) values.set(name, [value]);
    else if (!isFailureIgnored) {
      const reason = `The script [${name}] finds no value in the document [${candidate.id}]; ask for documents that have one.`;
      return problem(reason, { type: 'script_exception' });
    }
  }
  return values;
}
