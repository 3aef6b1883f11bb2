import { describe, expect, it } from 'vitest';
import { operationLines } from '../../../client/src/own-api/operation-lines';

const found = (text: string) => operationLines(text).map(({ method, path, line }) => `${line} ${method} ${path}`);

describe('the operations in the text of a description', () => {
  it('are the methods below the paths of YAML', () => {
    const text = [
      'openapi: 3.1.0',
      'info: { title: a, paths: b }',
      'paths:',
      '  # the first',
      '  /a:',
      '    parameters:',
      '      - { name: get, in: path }',
      '    get:',
      '      description: |',
      '        get:',
      '      responses:',
      '        post:',
      '    "post": # as text',
      '      x: 1',
      "  '/b/{c}':",
      '    x-get: 1',
      '    delete: &anchor',
      '      x: 1',
      '    put: { summary: x, responses: {} }',
      'components:',
      '  paths:',
      '    /c:',
      '      get:',
    ].join('\r\n');
    expect(found(text)).toEqual(['7 GET /a', '12 POST /a', '16 DELETE /b/{c}', '18 PUT /b/{c}']);
  });

  it('are the members of JSON with a member a line', () => {
    const api = {
      openapi: '3.1.0',
      paths: { '/a': { get: { responses: {} }, summary: 'x', put: { x: { post: {} } } }, '/b': { post: { x: 1 } } },
      x: { paths: { '/c': { get: { x: 1 } } } },
    };
    expect(found(JSON.stringify(api, null, 2))).toEqual(['4 GET /a', '8 PUT /a', '15 POST /b']);
    expect(found(JSON.stringify(api, null, 4)).length).toBe(3);
  });

  it.each([
    '',
    'paths:',
    'paths: {}',
    JSON.stringify({ paths: { '/a': { get: {} } } }),
    'a: b\n  paths:\n    /a:\n      get:',
  ])('are none of %j', (text) => {
    expect(operationLines(text)).toEqual([]);
  });
});
