import { isRecord } from '@rulebook/json/is-record';
import { createMasker } from '@rulebook/catalogue/masking/masker';
import { decodePart } from '@rulebook/text/decode';
import { serversOf, type SandboxPart } from '../part';
import type { SandboxState } from '../sandbox-state';
import { answer, result } from '../wire';
import { expectationForm, filterRequests, unmetExpectation, type Expectation } from './expectations';
import { exportState } from './export-state';
import { secretsOf } from './redact-state';
import type { ReceivedRequest } from '../model';
import { acknowledge, type ControlCall, type ControlRequest } from './request';
import { recordRequests, showRequests, type KnownSecrets } from './shown-requests';

const path = '/_sandbox/requests';

/** What the called server received, and whether that is as expected. */
export function receivedRequests(parts: readonly SandboxPart[]): readonly ControlRequest[] {
  return [
    {
      method: 'GET',
      path,
      summary:
        'Shows the last requests that this server received, with their responses and without secrets: at most 1,000, and 10 MB. `method` and `path` (with `*`) select some of them; `format=har` shows them as a recording.',
      exampleQuery: '?method=GET&path=/*',
      play: (call) => {
        const { state, query, input } = call;
        const other = [...query.keys()].find((name) => !['method', 'path', 'format'].includes(name));
        if (other !== undefined) return call.refuse(`\`${other}\` is not a known parameter. Use method, path, format.`);
        const parameter = (name: string) => {
          const value = query.get(name);
          return value === undefined ? {} : { [name]: decodePart(value, { isForm: true }) };
        };
        const format = query.get('format') ?? 'json';
        if (format !== 'json' && format !== 'har') return call.refuse('`format` must be `json` or `har`.');
        const requests = filterRequests(ownRequests(call), { ...parameter('method'), ...parameter('path') });
        const known = knownSecrets(parts, state);
        return result(
          state,
          answer(
            200,
            format === 'har'
              ? recordRequests(requests, known, input.baseUrl)
              : { requests: showRequests(requests, known) },
          ),
        );
      },
    },
    {
      method: 'DELETE',
      path,
      summary: 'Forgets the requests that this server received.',
      play: ({ state, server, input }) => {
        input.received?.clear(server);
        return acknowledge(state);
      },
    },
    {
      method: 'POST',
      path: '/_sandbox/expectations',
      summary:
        'Answers 200 if this server received such a request `times` times (1 unless given), else 409 with the difference. `method`, `path` (with `*`), `query`, `headers` and `body` say which; objects of the body may have further members unless `isExact` is true.',
      exampleBody: { method: 'DELETE', path: '/*', times: 0 },
      play: (call) => {
        const { state, body, refuse } = call;
        if (!isRecord(body)) return refuse('The body must be an object such as `{ "method": "POST", "path": "/*" }`.');
        const problem = expectationForm(body, '');
        if (problem !== undefined) return refuse(`${problem}.`);
        const unmet = unmetExpectation(ownRequests(call), body as Expectation);
        if (unmet === undefined) return acknowledge(state);
        return result(state, answer(409, { status: 409, cause: maskedText(unmet, knownSecrets(parts, state)) }));
      },
    },
  ];
}

function ownRequests({ server, input }: ControlCall): readonly ReceivedRequest[] {
  return (input.received?.all() ?? []).filter((one) => one.server === server);
}

/** Returns what is secret in requests to these services. */
export function knownSecrets(parts: readonly SandboxPart[], state: SandboxState): KnownSecrets {
  return {
    values: secretsOf(exportState(parts, state)),
    services: new Map(
      parts.flatMap((part) =>
        serversOf(part).map(({ name, endpoint }) => [name, { service: part.service, endpoint }] as const),
      ),
    ),
  };
}

/** Returns a text about requests without secrets. */
export function maskedText(text: string, { values }: KnownSecrets): string {
  return createMasker(values).text(text);
}
