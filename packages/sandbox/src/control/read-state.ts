import { isRecord } from '@rulebook/json/is-record';
import { importState } from './export-state';
import { stateOf, type SandboxPart } from '../part';
import { schemaVersion, type ExportedState, type SandboxSeed, type SandboxState } from '../sandbox-state';
import { readJournal, splitStateText } from './journal';
import { applyChange } from './state-change';
import { stateFormOf } from './state-form';
import { readJson } from '../wire';

/** A state, or one sentence that says why it cannot be read. */
export type ReadState = { readonly state: SandboxState } | { readonly cause: string };

/**
 * Reads the text of an export, or of a state file: an export in one line, and a line for each later change. A last line without a line end
 * was incomplete when the sandbox was killed. Its change was not answered yet, so the line is ignored.
 */
export function readStateText(parts: readonly SandboxPart[], text: string): ReadState {
  const { whole, lines } = splitStateText(text);
  const first = whole.length < text.length ? readJson(whole) : undefined;
  if (!first) {
    const json = readJson(text);
    return json === undefined ? { cause: 'It is not valid JSON.' } : readState(parts, json.value);
  }
  let { value } = first;
  const changes = readJournal(whole, lines);
  if ('wrong' in changes) {
    return {
      cause: `Line ${changes.wrong + 2} does not follow what is before it: a line is missing, or the file was changed.`,
    };
  }
  for (const [index, change] of changes.entries()) {
    try {
      value = applyChange(value, change);
    } catch {
      return { cause: `Line ${index + 2} cannot be read as a change of the state.` };
    }
  }
  return readState(parts, value);
}

/** Reads the JSON value of an export. */
export function readState(parts: readonly SandboxPart[], value: unknown): ReadState {
  if (!isRecord(value)) return { cause: 'It must be a JSON object.' };
  const { schema } = value;
  if (schema !== schemaVersion) {
    const written = typeof schema === 'number' ? `the schema ${schema}` : 'no number as its `schema`';
    return { cause: `It has ${written}; this sandbox reads the schema ${schemaVersion}.` };
  }
  if (value.isRedacted === true)
    return { cause: 'It is an export without secrets, which cannot be imported. Export it again without `?redacted`.' };
  const problem = stateFormOf(parts)(value, '');
  // The form is checked, and no code reads members that the form does not name.
  return problem === undefined
    ? { state: importState(parts, value as unknown as ExportedState) }
    : { cause: `It is not the state of a sandbox: ${problem}.` };
}

/**
 * Adapts a state to a sandbox that was started with another seed. Credentials and accessible folders stay those of the sandbox, since the
 * user who starts it decides about them, not the imported state. A service that the state does not have is as at the start.
 */
export function adoptState(parts: readonly SandboxPart[], state: SandboxState, seed: SandboxSeed): SandboxState {
  const members = parts.map((part) => {
    const own = stateOf(part, state);
    return [part.member, own === undefined ? part.create(seed) : part.adopt(own, seed)];
  });
  return { ...state, seed, ...Object.fromEntries(members) } as SandboxState;
}
