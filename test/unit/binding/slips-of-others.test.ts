import { describe, expect, it } from 'vitest';
import { bindBlock } from '../../../packages/checker/src/binding/bind-block';
import type { Endpoint } from '../../../packages/checker/src/binding/model';
import { matchOperation } from '../../../packages/paths/src/match-operation';
import type { PathSegment } from '../../../packages/request-file/src/syntax/model';
import { parseBlock } from '../../../packages/request-file/src/syntax/parse-block';
import { catalogue } from '../../../packages/services/src/registry';

const cluster: Endpoint = { name: 'a', service: 'search-cluster', baseUrl: 'http://localhost:9200' };
const hosting: Endpoint = { name: 'b', service: 'code-hosting', baseUrl: 'https://api.example.com' };

const segmentsOf = (line: string): readonly PathSegment[] => parseBlock(`${line}\n`).request?.target.segments ?? [];

describe('misspelt words', () => {
  it.each([
    ['the only service with an endpoint', [cluster]],
    ['several services with an endpoint', [cluster, hosting]],
  ])('of %s are those of paths that none has', (_, endpoints) => {
    const locate = (line: string): string => {
      const binding = bindBlock(parseBlock(`${line}\n`), { endpoints, defaults: {} }, catalogue);
      return `${binding?.service?.id}: ${binding?.match.kind}`;
    };
    expect(locate('GET /repos/octo/site/hooks')).toBe('code-hosting: operation');
    expect(locate('GET /_securty/api_key')).toBe('search-cluster: near');
    expect(locate('GET /repos/octo/site/hoks')).toBe('code-hosting: near');
  });

  it('are not looked for where that is asked', () => {
    const path = segmentsOf('GET /_securty/api_key');
    expect(matchOperation('GET', path, catalogue.services).match.kind).toBe('near');
    expect(matchOperation('GET', path, catalogue.services, { isOwn: true, withoutSlips: true }).match.kind).toBe(
      'none',
    );
  });

  it('change nothing where an operation has the path', () => {
    let compared = 0;
    for (const service of catalogue.services)
      for (const { methods, path } of service.operations) {
        const segments = segmentsOf(`GET ${path.replaceAll(/\{[^{}]*\}/g, 'x-1')}`);
        for (const method of methods) {
          const usual = matchOperation(method, segments, [service]);
          if (usual.match.kind !== 'operation' && usual.match.kind !== 'former-path') continue;
          const without = matchOperation(method, segments, [service], { isOwn: true, withoutSlips: true });
          expect([method, path, without.match]).toEqual([method, path, usual.match]);
          compared++;
        }
      }
    expect(compared).toBeGreaterThan(150);
  });
});
