import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChange } from '../../../packages/sandbox/src/control/state-change';
import { sandbox } from '../whole-sandbox';
import { playSandbox } from './control-play';

type Request = readonly [server: string, line: string, body?: unknown];

const hooks = '/repos/octocat/hello-world/hooks';
const id = fc.constantFrom('1', '2', '__proto__', 'x');
const request: fc.Arbitrary<Request> = fc.oneof(
  fc.tuple(id, fc.nat(3)).map(([name, n]): Request => ['leader', `PUT /logs/_doc/${name}`, { n, list: [n, { n }] }]),
  id.map((name): Request => ['leader', `DELETE /logs/_doc/${name}`]),
  id.map((name): Request => ['cluster', `PUT /own/_doc/${name}`, { name }]),
  fc.constantFrom<Request>(
    ['cluster', 'POST /_security/api_key', { name: 'k', metadata: { a: [1, 2] } }],
    ['cluster', 'DELETE /_security/api_key', { owner: true }],
    ['cluster', 'PUT /copy/_ccr/follow', { remote_cluster: 'leader', leader_index: 'logs' }],
    ['cluster', 'POST /copy/_ccr/pause_follow'],
    ['cluster', 'POST /copy/_ccr/resume_follow'],
    ['cluster', 'DELETE /own'],
    ['leader', 'DELETE /logs'],
    ['cluster', 'PUT /_cluster/settings', { persistent: { 'cluster.routing.allocation.enable': 'all' } }],
    ['host', `POST ${hooks}`, { config: { url: 'http://127.0.0.1:9/x', secret: 's' }, events: ['issues', 'push'] }],
    ['host', `PATCH ${hooks}/1`, { active: false }],
    ['host', `DELETE ${hooks}/1`],
    ['host', 'POST /_sandbox/events', { event: 'issues' }],
    ['host', 'POST /_sandbox/events', { event: 'push' }],
    ['cluster', 'POST /_sandbox/clock', { advance: '13h' }],
    ['cluster', 'POST /_sandbox/faults', { fault: 'drop', path: '/none' }],
    ['cluster', 'POST /_sandbox/reset'],
  ),
);

describe('a line of a state file', () => {
  it('makes the export of one state that of a later one', () => {
    fc.assert(
      fc.property(fc.array(fc.array(request, { maxLength: 4 }), { maxLength: 12 }), (batches) => {
        const { send, state } = playSandbox({ isDeterministic: true });
        let text = sandbox.writeState(state());
        let exported = JSON.parse(text) as unknown;
        let isFirst = true;
        for (const batch of batches) {
          const before = state();
          for (const one of batch) send(...one);
          const line = sandbox.describeChange(before, state());
          const now = JSON.parse(sandbox.writeState(state())) as unknown;
          if (line === undefined) expect(exported).toEqual(now);
          else {
            text += `${isFirst ? '\n' : ''}${line}\n`;
            isFirst = false;
            exported = applyChange(exported, line);
            expect(exported).toEqual(now);
          }
        }
        for (const torn of ['', '{"in":{"seed"', '{"in":{}}']) {
          const read = sandbox.readStateText(text + (isFirst ? '' : torn));
          expect('state' in read && sandbox.exportState(read.state)).toEqual(sandbox.exportState(state()));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is as long as the change, however much there is', () => {
    const { send, state } = playSandbox({ isDeterministic: true });
    const lines = Array.from({ length: 2000 }, (_, at) => `{"index":{"_id":"${at}"}}\n{"n":${at}}\n`).join('');
    send('cluster', 'POST /logs/_bulk', lines);
    for (let count = 0; count < 100; count++) send('cluster', 'POST /_security/api_key', { name: `k${count}` });
    const changes: readonly Request[] = [
      ['cluster', 'PUT /logs/_doc/7', { n: 0 }],
      ['cluster', 'DELETE /logs/_doc/8'],
      ['cluster', 'POST /_security/api_key', { name: 'one more' }],
      ['host', `POST ${hooks}`, { config: { url: 'http://127.0.0.1:9/x' } }],
    ];
    for (const one of changes) {
      const before = state();
      send(...one);
      expect(sandbox.describeChange(before, state())?.length).toBeLessThan(3000);
    }
    expect(sandbox.describeChange(state(), state())).toBeUndefined();
  });

  it('holds nothing that is known only while the sandbox runs', () => {
    const { send, state } = playSandbox({ isDeterministic: true });
    send('cluster', 'PUT /own/_doc/1', {});
    send('cluster', 'PUT /own/_doc/2', {});
    send('cluster', 'DELETE /own/_doc/1');
    // The versions of deleted documents are in memory now, and in no whole state.
    const whole = sandbox.writeState(state());
    const before = state();
    send('cluster', 'DELETE /own/_doc/2');
    send('cluster', 'POST /own/_search?scroll=1m', {});
    const line = sandbox.describeChange(before, state()) ?? '';
    expect(line).not.toContain('deletions');
    expect(line).not.toContain('openSearches');
    expect(applyChange(JSON.parse(whole), line)).toEqual(JSON.parse(sandbox.writeState(state())));
  });

  it('is read as earlier sandboxes wrote it: with changes inside of what they had left out', () => {
    const { send, state } = playSandbox({ isDeterministic: true });
    send('cluster', 'PUT /own/_doc/1', {});
    const deleted = { in: { 1: { set: { version: 2, at: 0 } } } };
    const line = {
      in: { clusters: { in: { cluster: { in: { indices: { in: { own: { in: { deletions: deleted } } } } } } } } },
    };
    const read = sandbox.readStateText(`${sandbox.writeState(state())}\n${JSON.stringify(line)}\n`);
    expect('state' in read && sandbox.exportState(read.state)).toEqual(sandbox.exportState(state()));
  });

  it('that does not fit is named', () => {
    const { state } = playSandbox();
    for (const line of ['{"in":{"seed":{"list":[[0,1]]}}}', '{"in":', '{"on":{}}']) {
      const read = sandbox.readStateText(`${sandbox.writeState(state())}\n{"in":{}}\n${line}\n{"in":{}}\n`);
      expect(read).toEqual({ cause: 'Line 3 cannot be read as a change of the state.' });
    }
  });
});
