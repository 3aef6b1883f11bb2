import { describe, expect, it } from 'vitest';
import { operationsByTag, requestsByFile, usesOfOperation } from '../../../client/src/own-api/listed-requests';
import type { OperationUse, OwnOperation } from '../../../server/src/protocol';

const use = (uri: string, line: number, method: string, path: string): OperationUse => ({
  ...{ uri, line, method, target: path, path, service: 'books' },
});
const operation = (method: string, path: string, tag?: string): OwnOperation => ({
  ...{ id: `${method} ${path}`, service: 'books', title: 'Books', method, path, summary: '' },
  ...(tag !== undefined && { tag }),
});
const uses = [use('b.http', 3, 'GET', '/books'), use('a.http', 0, 'GET', '/books'), use('b.http', 9, 'POST', '/books')];

describe('the view of requests', () => {
  it('has the requests of each file in their order', () => {
    expect(requestsByFile(uses).map((one) => [one.uri, one.uses.map(({ line }) => line)])).toEqual([
      ['a.http', [0]],
      ['b.http', [3, 9]],
    ]);
  });

  it('has the operations of a service by tag, those without one last', () => {
    const all = [operation('GET', '/'), operation('GET', '/books', 'shelf'), operation('POST', '/books', 'shelf')];
    const other = { ...operation('GET', '/x', 'x'), service: 'pets' };
    expect(operationsByTag([...all, other], 'books').map((one) => [one.tag, one.operations.length])).toEqual([
      ['shelf', 2],
      ['', 1],
    ]);
  });

  it('says which requests use an operation', () => {
    expect(usesOfOperation(uses, operation('GET', '/books'))).toHaveLength(2);
    expect(usesOfOperation(uses, operation('DELETE', '/books'))).toEqual([]);
    expect(usesOfOperation(uses, { ...operation('GET', '/books'), service: 'pets' })).toEqual([]);
  });
});
