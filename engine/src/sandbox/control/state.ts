import { acknowledge, type ControlRequest } from './request';
import { exportState } from './export-state';
import { adoptState, readState } from './read-state';
import { redactState } from './redact-state';
import { schemaVersion } from '../sandbox-state';
import { answer, result } from '../wire';

const path = '/_sandbox/state';

/** Exporting and importing everything. */
export const stateRequests: readonly ControlRequest[] = [
  {
    method: 'GET',
    path,
    summary: 'Exports everything, secrets included. With `?redacted`, exports it without secrets, for display.',
    play: ({ state, query }) => {
      const isRedacted = query.has('redacted') && query.get('redacted') !== 'false';
      return result(state, answer(200, isRedacted ? redactState(state) : exportState(state)));
    },
  },
  {
    method: 'PUT',
    path,
    summary:
      'Replaces everything by an export. The credentials and folders of this sandbox stay. An invalid export, or one with another schema, changes nothing.',
    exampleBody: { schema: schemaVersion, seed: '…', control: '…', clusters: '…', host: '…' },
    play: ({ state, body, refuse }) => {
      if (body === undefined) return refuse('The body must be an export, as the GET request returns it.');
      const read = readState(body);
      return 'cause' in read ? refuse(read.cause) : acknowledge(adoptState(read.state, state.seed));
    },
  },
];
