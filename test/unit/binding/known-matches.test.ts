import { describe, expect, it } from 'vitest';
import { matchOperation } from '../../../packages/paths/src/match-operation';
import { KnownMatches } from '../../../packages/paths/src/known-matches';
import { catalogue } from '../../../packages/services/src/registry';
import type { PathSegment } from '../../../packages/request-file/src/syntax/model';

const segmentsOf = (path: string): readonly PathSegment[] => {
  let start = 1;
  return path
    .slice(1)
    .split('/')
    .map((text) => {
      const span = { start, end: start + text.length };
      start = span.end + 1;
      return { text, span, hasPlaceholder: text.includes('{{') };
    });
};
const filled = (template: string, value: string): string => template.replace(/\{[^{}]*\}/g, value);
const pairs = [
  ['x-1', 'x-2'],
  ['1', '22'],
  ['_all-1', '_all-2'],
  ['_bulk_1', '_bulk_2'],
  ['true', 'x-1'],
  ['{{a}}', 'a-1'],
  ['a.1', 'a-1'],
  ['v1', 'v2'],
] as const;

describe('what is remembered of paths', () => {
  it('is the same as what is found for them alone', () => {
    for (const service of catalogue.services)
      for (const { path: template } of service.operations)
        for (const [first, second] of pairs)
          for (const method of ['GET', 'PUT', 'POST']) {
            const path = segmentsOf(filled(template, second));
            // The index of a service lives as long as the object, so this one is asked for the first time.
            const alone = { ...service, operations: service.operations };
            matchOperation(method, segmentsOf(filled(template, first)), [service]);
            const { match, parameters, literals } = matchOperation(method, path, [service]);
            const expected = matchOperation(method, path, [alone]);
            expect([method, template, match, [...parameters], literals]).toEqual([
              ...[method, template, expected.match, [...expected.parameters], expected.literals],
            ]);
          }
  });

  it('is of one kind where only the numbers at the ends of names differ', () => {
    const known = new KnownMatches({ operations: [] });
    const asked = { isOwn: true, isSlashed: false };
    const kindOf = (path: string) => known.kindOf('GET', asked, segmentsOf(path), () => false);
    expect(kindOf('/logs-1/_doc/17')).toBe(kindOf('/logs-22/_doc/4'));
    for (const other of [
      '/logs_1/_doc/17',
      '/logs1/_doc/17',
      '/logs-1/_doc/a',
      '/logs-1/_doc17',
      '/{{logs}}-1/_doc/17',
    ])
      expect(kindOf(other)).not.toBe(kindOf('/logs-1/_doc/17'));
    const numbered = new KnownMatches({ operations: [], pathAliases: [{ from: '/v-1', to: '/v' }] });
    expect(numbered.kindOf('GET', asked, segmentsOf('/v-1'), () => false)).not.toBe(
      numbered.kindOf('GET', asked, segmentsOf('/v-2'), () => false),
    );
    for (const [method, other] of [
      ['PUT', asked],
      ['GET', { ...asked, isOwn: false }],
      ['GET', { ...asked, isSlashed: true }],
    ] as const)
      expect(known.kindOf(method, other, segmentsOf('/a/b'), () => false)).not.toBe(kindOf('/a/b'));
  });

  it('is looked up once for all of a kind', () => {
    const [service] = catalogue.services;
    if (service === undefined) throw new Error('There is no service.');
    let asked = 0;
    const operations = service.operations.flatMap((operation) => {
      if (operation.path !== '/{index}/_search') return [];
      const { methods } = operation;
      return [Object.defineProperty({ ...operation }, 'methods', { get: () => ((asked += 1), methods) })];
    });
    const own = { ...service, operations };
    matchOperation('POST', segmentsOf('/logs-1/_search'), [own]);
    const first = asked;
    expect(first).toBeGreaterThan(0);
    for (let index = 2; index < 50; index++) matchOperation('POST', segmentsOf(`/logs-${index}/_search`), [own]);
    expect(asked).toBe(first);
  });
});
