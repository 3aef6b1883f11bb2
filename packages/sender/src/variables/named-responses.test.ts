import { describe, expect, it } from 'vitest';
import { createNamedResponses, requestsReferredTo } from './named-responses';
import { valueAtPath } from '@rulebook/json/select-nodes';
import type { ReceivedResponse } from '../plan/response';

const json = '{"id":12345678901234567890,"a":{"b c":[{"n":"x"},{"n":"y","t":true}]},"encoded":"c2VjcmV0","list":[1,2]}';

function answer(body: string): ReceivedResponse {
  const headers = [['Location', '/hooks/7']] as const;
  return { httpVersion: '1.1', status: 200, statusText: 'OK', headers, body, isTruncated: false, size: 1, duration: 1 };
}

describe('valueAtPath', () => {
  it.each([
    ['$.id', '12345678901234567890'],
    ["$.a['b c'][1].n", 'y'],
    ["$.a['b c'][-1].t", 'true'],
    ["$.a['b c'][*].n", 'x'],
    ['$.a.*[1].n', 'y'],
    ['$..n', 'x'],
    ['$..t', 'true'],
    ['$.list', '[1,2]'],
    ['$', json],
    // Spellings that RFC 9535 does not know.
    ['$id', '12345678901234567890'],
    ["$.a.['b c'][00].n", undefined],
    ["$.a['b c'][ 01 ].n", 'y'],
    ["$.a['\\b c'][-0].n", 'x'],
    ['$.list..', '[1,2]'],
    ['$list*', '1'],
    // What only RFC 9535 knows.
    ['$.list[?(@ > 1)]', '2'],
    ["$.a['b c'][?@.t].n", 'y'],
    ['$["encoded"]', 'c2VjcmV0'],
    ['$.list[::-1]', '2'],
  ])('%s is %s', (path, value) => {
    expect(valueAtPath(json, path)).toBe(value);
  });

  it.each(['$.nothing', '$.list[7]', '$.list[', 'id', '', '$.a[?(@.n)]', '$.list.a', '$$'])('%s is nothing', (path) => {
    expect(valueAtPath(json, path)).toBeUndefined();
  });

  it.each(['', 'no json', '{"a":', '[[['])('finds nothing in %j', (text) => {
    expect(valueAtPath(text, '$.a')).toBeUndefined();
  });

  it('goes below in one walk, whatever is there', () => {
    expect(valueAtPath('{"a": [{"n": {"n": 1}}, {"n": 2}]}', '$..n..n')).toBe('1');
    expect(valueAtPath('{"a": [{"n": {"n": 1}}, {"n": 2}]}', '$....n')).toBe('{"n": 1}');
    const deep = `${'{"a":['.repeat(200)}1${']}'.repeat(200)}`;
    expect(valueAtPath(deep, `$${'..*'.repeat(20)}..x`)).toBeUndefined();
    expect(valueAtPath(`[${'1,'.repeat(500_000)}{"x": 2}]`, '$..x')).toBe('2');
  });

  it('is not stopped by depth', () => {
    expect(valueAtPath('['.repeat(50_000) + ']'.repeat(50_000), '$..x')).toBeUndefined();
    expect(valueAtPath('['.repeat(500) + ']'.repeat(500), '$..x')).toBeUndefined();
  });
});

describe('valueAtPath in other texts', () => {
  it('finds the first value in the order of the text, also in one that ends early', () => {
    expect(valueAtPath('{"b": {"c": {"id": 1}}, "2": {"id": 2}', '$..id')).toBe('1');
    expect(valueAtPath('{"my-id": 1.50, "list": [', '$.my-id')).toBe('1.50');
  });

  it('takes the last of members with one name, as an assert does', () => {
    expect(valueAtPath('{"id": 1, "id": 2}', '$.id')).toBe('2');
  });
});

describe('answers', () => {
  const answers = createNamedResponses();
  answers.keep('make', answer(json));

  it.each([
    ['make.response.body.$.list[0]', '1'],
    ['make.response.body.*', json],
    ['make.response.body', json],
    ['make.response.headers.location', '/hooks/7'],
  ])('%s is %s', (variable, value) => {
    expect(answers.resolve(variable)).toBe(value);
  });

  it('says which request to send first, or that the response has nothing there', () => {
    expect(answers.explain('other.response.body.$.id')).toContain('send the request named other first');
    expect(answers.explain('make.response.body.$.nope')).toContain('$.nope');
    expect(answers.explain('plain')).toBeUndefined();
  });

  it('names the secrets of the responses that are referred to', () => {
    expect(answers.secretsFor(['make.response.body.*'])).toEqual(['c2VjcmV0']);
    expect(answers.secretsFor(['plain', 'other.response.body.*'])).toEqual([]);
  });

  it('remembers the secrets of earlier requests, up to a number', () => {
    const run = createNamedResponses();
    expect(run.withEarlierSecrets(['one', 'two'])).toEqual(['one', 'two']);
    expect(run.withEarlierSecrets(['three'])).toEqual(['three', 'one', 'two']);
    for (let index = 0; index < 600; index++) run.withEarlierSecrets([`s${index}`]);
    const last = run.withEarlierSecrets([]);
    expect(last).toHaveLength(500);
    expect(last).toContain('s599');
    expect(last).not.toContain('one');
  });

  it('forgets the oldest answers of a long run', () => {
    const many = createNamedResponses();
    for (let index = 0; index < 300; index++) many.keep(`r${index}`, answer('1'));
    expect(many.resolve('r0.response.body.*')).toBeUndefined();
    expect(many.resolve('r299.response.body.*')).toBe('1');
  });

  it('finds the names in a text', () => {
    expect([...requestsReferredTo('{{a.response.body.$.x}} {{ %b-c.response.headers.y}} {{d}}')]).toEqual(['a', 'b-c']);
  });
});

describe('references of all tools', () => {
  const answers = createNamedResponses();
  const headers = [
    ['Location', '/hooks/7'],
    ['Set-Cookie', 'session=abc=; Path=/'],
    ['set-cookie', 'theme=dark'],
  ] as const;
  answers.keep(
    'login',
    { ...answer(json), headers, status: 201 },
    { method: 'POST', url: 'http://h/a?b=1', headers: [['X-A', 'y']], body: '{"user":"u"}' },
  );

  it.each([
    ['login.response.body.$.id', '12345678901234567890'],
    ['login.response.body.id', '12345678901234567890'],
    ["login.response.body.a['b c'][1].n", 'y'],
    ['login.response.body.asJson.$.encoded', 'c2VjcmV0'],
    ['login.response.body.asJson.encoded', 'c2VjcmV0'],
    ['login.response.body.*', json],
    ['login.response.headers.location', '/hooks/7'],
    ['login.response.headers.Set-Cookie', 'session=abc=; Path=/'],
    ['login.response.headers.Set-Cookie[1]', 'theme=dark'],
    ['login.response.headers.Set-Cookie[2]', undefined],
    ['login.response.cookies.session.value', 'abc='],
    ['login.response.cookies.theme', 'dark'],
    ['login.response.cookies.none.value', undefined],
    ['login.response.status', '201'],
    ['login.response.statusText', 'OK'],
    ['login.response.url', undefined],
    ['login.request.url', 'http://h/a?b=1'],
    ['login.request.method', 'POST'],
    ['login.request.status', undefined],
    ['login.request.body.$.user', 'u'],
    ['login.request.headers.x-a', 'y'],
    ['login.id', '12345678901234567890'],
    ['login.$.list[1]', '2'],
    ['login.list[0]', '1'],
    ['login.nothing', undefined],
    ['other.id', undefined],
  ])('%s', (variable, value) => {
    expect(answers.resolve(variable)).toBe(value);
  });

  it('give values at an XPath', () => {
    const login = createNamedResponses();
    login.keep('login', answer('<r><token kind="a">abc</token><token>def</token></r>'));
    expect(login.resolve('login.response.body.//token')).toBe('abc');
    expect(login.resolve('login.response.body./r/token[2]')).toBe('def');
    expect(login.resolve('login.response.body.//token/@kind')).toBe('a');
    expect(login.resolve('login.response.body.asXml.count(//token)')).toBe('2');
    expect(login.resolve('login.response.body.//none')).toBeUndefined();
    expect(login.explain('login.response.body.//none')).toContain('has no value at body //none');
    expect(login.explain('login.response.body.//token[')).toContain('cannot be read');
  });

  it('mask what the response hands out, also under the name of its request', () => {
    expect(answers.secretsFor(['login.encoded'])).toContain('c2VjcmV0');
  });
});

describe('names as other tools write them', () => {
  const answers = createNamedResponses();
  answers.keep('get-user', answer('{"id":7}'));

  it.each([
    ["get-user.response.headers['Location']", '/hooks/7'],
    ['get-user.response.headers["location"]', '/hooks/7'],
    ["get-user.response.headers['location'][0]", '/hooks/7'],
    ["get-user.response.headers['location'][1]", undefined],
    ['getUser.id', '7'],
    ['getuser.id', undefined],
  ])('%s is %s', (variable, value) => {
    expect(answers.resolve(variable)).toBe(value);
  });
});

it('knows a request by its name as a word: what is masked, where a value is from, and what was refused', () => {
  const answers = createNamedResponses();
  answers.refuse('get-token');
  expect(answers.refusedOf(['getToken'])).toBe('get-token');
  answers.keep('get-token', answer('{"access_token":"s-3cret-value"}'));
  expect(answers.secretsFor(['getToken.access_token'])).toContain('s-3cret-value');
  expect(answers.sourceOf('getToken.access_token')).toMatchObject({ request: 'get-token' });
  expect(answers.refusedOf(['getToken'])).toBeUndefined();
  answers.keep('getToken', answer('{"access_token":"other"}'));
  expect(answers.resolve('getToken.access_token')).toBe('other');
});
