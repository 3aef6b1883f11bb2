import { describe, expect, it } from 'vitest';
import { readEnvironments } from '../../../../packages/request-file/src/environments/index';
import { undefinedWithoutEnvironment } from '../../../../packages/sender/src/variables/index';

const environments = readEnvironments([], {
  'rulebook.environments': { dev: { base: 'http://a', token: 't' }, prod: { base: 'http://b' }, $shared: { all: 'x' } },
});
const text = [
  '@token = own',
  'GET {{base}}/a',
  '',
  '###',
  'GET /b',
  'Authorization: Bearer {{token}}',
  '',
  '###',
  'GET /{{all}}/{{unknown}}',
  '',
  '###',
  'POST /c',
  '',
  '{ "a": "{{ base }}" }',
].join('\n');

describe('undefinedWithoutEnvironment', () => {
  it('finds requests whose variables only environments define', () => {
    expect(undefinedWithoutEnvironment(text, [1, 4, 8, 11], environments)).toEqual([1, 11]);
  });

  it('finds none where there are no environments', () => {
    expect(undefinedWithoutEnvironment(text, [1, 4, 8, 11], readEnvironments([]))).toEqual([]);
  });
});
