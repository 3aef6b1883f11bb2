import { describe, expect, it, vi } from 'vitest';
import { bindBlock } from '../../../packages/checker/src/binding/bind-block';
import type { Endpoint } from '../../../packages/checker/src/binding/model';
import { parseBlock } from '../../../packages/request-file/src/syntax/parse-block';
import { matchOperation } from '../../../packages/paths/src/match-operation';
import { catalogue } from '../../../packages/services/src/registry';

const asked = vi.hoisted(() => ({ near: 0 }));
vi.mock(import('../../../packages/paths/src/near-operation'), async (original) => {
  const real = await original();
  const nearOperation: typeof real.nearOperation = (...parts) => {
    asked.near++;
    return real.nearOperation(...parts);
  };
  return { ...real, nearOperation };
});

const cluster: Endpoint = { name: 'a', service: 'search-cluster', baseUrl: 'http://localhost:9200' };
const hosting: Endpoint = { name: 'b', service: 'code-hosting', baseUrl: 'https://api.example.com' };

/** Returns where a request goes, and how often misspelt words were looked for. */
function locate(line: string, endpoints: readonly Endpoint[]) {
  asked.near = 0;
  const binding = bindBlock(parseBlock(`${line}\n`), { endpoints, defaults: {} }, catalogue);
  return { kind: binding?.match.kind, service: binding?.service?.id, near: asked.near };
}

describe('misspelt words', () => {
  it.each([
    ['the only service with an endpoint', [cluster]],
    ['several services with an endpoint', [cluster, hosting]],
  ])('of %s are not looked for in a path that another one has', (_, endpoints) => {
    const found = locate('GET /repos/octo/site/hooks', endpoints);
    expect(found).toEqual({ kind: 'operation', service: 'code-hosting', near: 0 });
  });

  it.each([
    ['the only service with an endpoint', [cluster]],
    ['several services with an endpoint', [cluster, hosting]],
  ])('of %s are looked for in a path that none has', (_, endpoints) => {
    const found = locate('GET /_securty/api_key', endpoints);
    expect(found).toMatchObject({ kind: 'near', service: 'search-cluster' });
    expect(found.near).toBeGreaterThan(0);
  });

  it('change nothing where an operation has the path', () => {
    for (const service of catalogue.services)
      for (const { methods, path } of service.operations) {
        const segments = parseBlock(`GET ${path.replaceAll(/\{[^{}]*\}/g, 'x-1')}\n`).request?.target.segments ?? [];
        for (const method of methods) {
          const usual = matchOperation(method, segments, [service]);
          if (usual.match.kind !== 'operation' && usual.match.kind !== 'former-path') continue;
          const without = matchOperation(method, segments, [service], { isOwn: true, withoutSlips: true });
          expect([method, path, without.match]).toEqual([method, path, usual.match]);
        }
      }
  });
});
