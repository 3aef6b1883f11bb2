import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  lackOf,
  rightsIn,
  rightsOfRequests,
  roleDescriptorOf,
  workflowPermissions,
  type NeedyRequest,
} from '../../../packages/checker/src/privileges/index';
import { rightsOfService } from '../../../packages/services/src/index';
import { requestsOf, rightsOf } from './rights-of-text';

const descriptorOf = (text: string, form?: 'actions') => roleDescriptorOf(rightsOf(text, form)[0]!);

describe('the smallest role for a file', () => {
  it('has the indices with the same privileges in one entry', () => {
    expect(descriptorOf('GET /a/_search\n\n###\nGET /b/_search\n\n###\nDELETE /b\n')).toEqual({
      indices: [
        { names: ['a'], privileges: ['read'] },
        { names: ['b'], privileges: ['delete_index', 'read'] },
      ],
    });
  });

  it('leaves out what another privilege includes, and a name that a pattern of the file includes', () => {
    expect(descriptorOf('GET /_cluster/health\n\n###\nPUT /_cluster/settings\n\n{}\n')).toEqual({
      cluster: ['manage'],
    });
    expect(descriptorOf('GET /logs-*/_search\n\n###\nGET /logs-1/_search\n')).toEqual({
      indices: [{ names: ['logs-*'], privileges: ['read'] }],
    });
  });

  it('leaves out a privilege of which requests need only what another one grants', () => {
    const settings = 'PUT /_cluster/settings\n\n{}\n';
    expect(descriptorOf(`GET /_ccr/auto_follow\n\n###\n${settings}`)).toEqual({ cluster: ['manage'] });
    expect(descriptorOf('GET /_ccr/auto_follow\n')).toEqual({ cluster: ['manage_ccr'] });
    const others = 'POST /_security/user/other/_has_privileges\n\n{ "cluster": ["all"] }\n';
    expect(descriptorOf(`${others}\n###\n${settings}`)).toEqual({ cluster: ['manage', 'read_security'] });
  });

  it('has a pattern for all indices', () => {
    const ofAll = { indices: [{ names: ['*'], privileges: ['read'] }] };
    expect(descriptorOf('GET /_all/_search\n')).toEqual(ofAll);
    expect(descriptorOf('GET /_all,-logs/_search\n')).toEqual(ofAll);
    expect(descriptorOf('GET /logs/_search\n\n###\nGET /_all/_search\n')).toEqual(ofAll);
  });

  it('takes of alternatives what is needed anyway', () => {
    expect(descriptorOf('GET /a\n')).toEqual({ indices: [{ names: ['a'], privileges: ['view_index_metadata'] }] });
    expect(descriptorOf('GET /_nodes/stats\n\n###\nPUT /_cluster/settings\n\n{}\n')).toEqual({ cluster: ['manage'] });
  });

  it('has the actions of the service where they are asked for', () => {
    expect(descriptorOf('GET /a/_search\n', 'actions')).toEqual({
      indices: [{ names: ['a'], privileges: ['indices:data/read/search'] }],
    });
  });

  it('never has a wildcard that the file does not have', () => {
    const [rights] = rightsOf('GET /_search\n');
    expect(roleDescriptorOf(rights!)).toEqual({});
    expect(rights!.unknown.map(({ reason }) => reason)).toEqual([
      'It needs the index privilege `read`, and names no index.',
    ]);
  });

  it('says that an internal index is meant', () => {
    expect(descriptorOf('GET /.security-7/_search\n').indices).toEqual([
      { names: ['.security-7'], privileges: ['read'], allow_restricted_indices: true },
    ]);
  });

  it('lists for each remote cluster what is needed there', () => {
    const all = rightsOf('PUT /copy/_ccr/follow\n\n{ "remote_cluster": "far", "leader_index": "first" }\n');
    expect(all.map(({ remote, ...rights }) => [remote, roleDescriptorOf(rights)])).toEqual([
      [undefined, { indices: [{ names: ['copy'], privileges: ['manage_follow_index'] }] }],
      ['far', { cluster: ['read_ccr'], indices: [{ names: ['first'], privileges: ['monitor', 'read'] }] }],
    ]);
  });

  it('keeps what is needed on a remote cluster apart that is not named', () => {
    const all = rightsOf('PUT /copy/_ccr/follow\n\n{ "leader_index": "first" }\n');
    expect(all.map(({ remote }) => remote)).toEqual([undefined, '']);
    expect(roleDescriptorOf(all[0]!)).toEqual({ indices: [{ names: ['copy'], privileges: ['manage_follow_index'] }] });
  });

  it('leaves out an alternative where another one is needed anyway, whatever the order of the requests', () => {
    const lines = ['DELETE /repos/o/r', 'GET /repos/o/r/hooks', 'PATCH /repos/o/r/hooks/1/config\n\n{}'];
    const scopesOf = (...chosen: readonly string[]) =>
      rightsOf(`${chosen.join('\n\n###\n')}\n`)[0]!.rights.flatMap(({ kind, name }) =>
        kind === 'scope' ? [name] : [],
      );
    expect(scopesOf(...lines.toReversed())).toEqual(scopesOf(...lines));
  });

  it('is for the token of a workflow as far as that can have it', () => {
    const [rights] = rightsOf(
      'GET /repos/o/r/contents/a\n\n###\nPOST /repos/o/r/issues\n\n{ "title": "a" }\n\n###\nGET /repos/o/r/hooks\n',
    );
    expect(workflowPermissions(rights!)).toEqual({
      block: 'permissions:\n  contents: read\n  issues: write\n',
      others: ['Webhooks'],
    });
    const file = 'POST /repos/o/r/issues\n\n{ "title": "a" }\n\n###\nGET /repos/o/other/issues\n';
    expect(workflowPermissions(rightsOf(file)[0]!).block).toBe('permissions:\n  issues: write\n');
  });
});

const examples = ['api-keys', 'flattened', 'replication', 'snapshots', 'webhooks'].flatMap((name) =>
  requestsOf(readFileSync(join(import.meta.dirname, `../../../examples/${name}.http`), 'utf8')),
);

describe('the rights of any requests', () => {
  const chosen = fc.subarray([...examples], { minLength: 1 });
  const grantedTo = (requests: readonly NeedyRequest[]) =>
    rightsOfRequests(requests, rightsOfService).map((rights) => ({
      rights,
      given: rightsIn(roleDescriptorOf(rights)),
    }));

  it('suffice for each of them', () => {
    fc.assert(
      fc.property(chosen, (requests) => {
        for (const { rights, given } of grantedTo(requests)) {
          if (given === undefined) continue;
          for (const { needs = [] } of requests.filter(({ endpoint }) => endpoint === rights.endpoint)) {
            const here = needs.filter(({ remote, kind, on }) => {
              return remote === rights.remote && (kind === 'cluster' || (kind === 'index' && on.length > 0));
            });
            expect(here.map((need) => lackOf(given, need, rightsOfService(rights.service)!))).toEqual(
              here.map(() => undefined),
            );
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are never more than those of each request together', () => {
    fc.assert(
      fc.property(chosen, (requests) => {
        const together = new Set(
          requests.flatMap((request) =>
            rightsOfRequests([request], rightsOfService).flatMap(({ endpoint, remote, rights }) =>
              rights.flatMap(({ kind, name, on }) =>
                (on.length === 0 ? [''] : on).map((thing) => JSON.stringify([endpoint, remote, kind, name, thing])),
              ),
            ),
          ),
        );
        for (const { endpoint, remote, rights } of rightsOfRequests(requests, rightsOfService))
          for (const { kind, name, on } of rights)
            for (const thing of on.length === 0 ? [''] : on)
              expect(together).toContain(JSON.stringify([endpoint, remote, kind, name, thing]));
      }),
      { numRuns: 60 },
    );
  });
});
