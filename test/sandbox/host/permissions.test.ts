import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { refuseOnRepository } from '../../../services/code-hosting/play/access';
import type { TokenRecord } from '../../../services/code-hosting/play/model';
import { Table } from '../../../packages/sandbox/src/table';
import { catalogue } from '../../../packages/services/src/registry';
import { notPlayed } from '../not-played';

const operations = catalogue.services.flatMap((service) => service.operations);
const hookOperations = operations.filter(({ id }) => /^code-hosting\.(hooks|deliveries)\./.test(id));
const repository = {
  id: 1,
  owner: 'octocat',
  name: 'hello-world',
  isPrivate: false,
  roles: Table.of<'write'>({ hubot: 'write' }),
} as const;
const fine = (webhooks: 'read' | 'write' | 'none'): TokenRecord => ({ user: 'hubot', webhooks });

describe('the permissions of an operation', () => {
  it('are known for every operation of the code host, and for every one of the search cluster that is played', () => {
    const open = [
      'search-cluster.authenticate',
      'search-cluster.has-privileges',
      // Their lines and items name the indices.
      'search-cluster.search.several-anywhere',
      // Their query names the indices.
      'search-cluster.esql.query',
      'search-cluster.esql.async-query',
    ];
    const without = operations.filter(({ needs }) => needs === undefined);
    expect(without.map(({ id }) => id).filter((id) => !open.includes(id) && !Object.hasOwn(notPlayed, id))).toEqual([]);
  });

  it('are plain data: the sandbox decides by a copy as by the original', () => {
    expect(hookOperations).toHaveLength(12);
    for (const operation of hookOperations) {
      const copy = { ...operation, needs: structuredClone(operation.needs!) };
      const decisions = (of: typeof operation) =>
        [
          fine('none'),
          fine('read'),
          fine('write'),
          { user: 'hubot', scopes: ['read:repo_hook'] },
          { user: 'octocat', scopes: [] },
        ].map((caller) => refuseOnRepository(of, repository, caller));
      expect(decisions(copy), operation.id).toEqual(decisions(operation));
      expect(decisions(operation).some((decision) => decision !== undefined)).toBe(true);
    }
  });

  it('decide, whatever the notes say', () => {
    const [list] = hookOperations;
    const strict = { ...list!, needs: [{ ...list!.needs![0]!, access: 'write' as const }] };
    expect(refuseOnRepository(list!, repository, fine('read'))).toBeUndefined();
    expect(refuseOnRepository(strict, repository, fine('read'))).toBe(
      'The token has the permission Webhooks: read, and needs write.',
    );
  });

  it('are shown on hover, as far as they have a sentence', () => {
    const engine = createEngine();
    const options = { context: { endpoints: [], defaults: {} }, severities: {} };
    const hover = (text: string) => engine.hover(engine.openFile(text), 0, 8, options)?.markdown ?? '';
    expect(hover('GET /repos/octocat/hello-world/hooks')).toContain('A classic token needs the scope');
    expect(hover('GET /_cluster/health')).not.toContain('cluster:monitor');
  });
});
