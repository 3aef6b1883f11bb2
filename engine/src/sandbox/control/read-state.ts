import { importState, type ExportedState } from './export-state';
import { schemaVersion, type SandboxSeed, type SandboxState } from '../sandbox-state';
import { applyChange } from './state-change';
import { stateForm } from './state-form';
import { isRecord, readJson } from '../wire';

/** A state that was read, or in one sentence why it cannot be. */
export type ReadState = { readonly state: SandboxState } | { readonly cause: string };

/**
 * Reads the text of an export, or of a state file: an export in one line, and a line for each later change. A last line without its end
 * was being written when the sandbox was killed, so it was not answered yet, and does not count.
 */
export function readStateText(text: string): ReadState {
  const end = text.indexOf('\n{"');
  const first = end < 0 ? undefined : readJson(text.slice(0, end));
  if (!first) {
    const json = readJson(text);
    return json === undefined ? { cause: 'It is not JSON.' } : readState(json.value);
  }
  let { value } = first;
  const lines = text.slice(end + 1).split('\n');
  lines.pop();
  for (const [index, line] of lines.entries()) {
    try {
      value = applyChange(value, line);
    } catch {
      return { cause: `Its line ${index + 2} is no change of a state.` };
    }
  }
  return readState(value);
}

/** Reads the JSON value of an export. */
export function readState(value: unknown): ReadState {
  if (!isRecord(value)) return { cause: 'It is no JSON object.' };
  const { schema } = value;
  if (schema !== schemaVersion) {
    const written = typeof schema === 'number' ? `the schema ${schema}` : 'no `schema` that is a number';
    return { cause: `It has ${written}; this sandbox reads the schema ${schemaVersion}.` };
  }
  if (value.isRedacted === true) return { cause: 'It is an export without secrets, which cannot be read again.' };
  const problem = stateForm(value, '');
  // The form was just checked; what the form does not name, no code reads.
  return problem === undefined
    ? { state: importState(value as unknown as ExportedState) }
    : { cause: `It is not the state of a sandbox: ${problem}.` };
}

/**
 * Puts a state into a sandbox that was started with another seed. Credentials and what may be touched of the machine are those of the
 * sandbox: they are a matter of who starts it, not of what is loaded.
 */
export function adoptState(state: SandboxState, seed: SandboxSeed): SandboxState {
  const { cluster, leader } = state.clusters;
  return {
    ...state,
    seed,
    clusters: {
      cluster: { ...cluster, bootstrap: seed.clusterCredential },
      leader: { ...leader, bootstrap: seed.clusterCredential },
    },
    host: { ...state.host, bootstrap: seed.hostCredential },
  };
}
