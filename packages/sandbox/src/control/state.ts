import { acknowledge, type ControlRequest } from './request';
import { exportState } from './export-state';
import type { SandboxPart } from '../part';
import { adoptState, readState } from './read-state';
import { redactState } from './redact-state';
import { schemaVersion } from '../sandbox-state';
import { answer, result } from '../wire';

const path = '/_sandbox/state';

/** Exporting and importing everything. */
export function stateRequests(parts: readonly SandboxPart[]): readonly ControlRequest[] {
  return [
    {
      method: 'GET',
      path,
      summary: 'Exports everything, secrets included. With `?redacted`, exports it without secrets, for display.',
      play: ({ state, query }) => {
        const isRedacted = query.has('redacted') && query.get('redacted') !== 'false';
        const exported = exportState(parts, state);
        return result(state, answer(200, isRedacted ? redactState(exported) : exported));
      },
    },
    {
      method: 'PUT',
      path,
      summary:
        'Replaces everything by an export. The credentials and folders of this sandbox stay. An invalid export, or one with another schema, changes nothing.',
      exampleBody: {
        schema: schemaVersion,
        ...Object.fromEntries(['seed', 'control', ...parts.map(({ member }) => member)].map((name) => [name, '…'])),
      },
      play: ({ state, body, refuse }) => {
        if (body === undefined) return refuse('The body must be an export, as the GET request returns it.');
        const read = readState(parts, body);
        return 'cause' in read ? refuse(read.cause) : acknowledge(adoptState(parts, read.state, state.seed));
      },
    },
  ];
}
