import { describe, expect, it } from 'vitest';
import type { ResourceGroup } from '@rulebook/catalogue/resources';
import { fillRequest } from '@rulebook/checker/resource-model/fill-request';
import { explainStatus, readAnswer } from './read-response';
import {
  measureOf,
  namedResource,
  namesInForm,
  namesInRequests,
  readResources,
  requestFileText,
} from './read-resources';

const group = (source: ResourceGroup['source'], item: Partial<ResourceGroup['item']> = {}): ResourceGroup => ({
  id: 'things',
  label: 'Things',
  icon: 'box',
  source,
  item: { icon: 'box', label: '{name}', names: { id: 'id' }, ...item },
});
const listed = (...at: readonly string[]) => ({ request: { method: 'GET', path: '/things' }, at });

describe('requests of a resource', () => {
  it('get their names encoded in the path and escaped in the body', () => {
    const request = {
      method: 'DELETE',
      path: '/a/{id}/{other}?q={id}',
      body: '{ "ids": ["{id}"], "own": "{{value}}" }',
    };
    expect(fillRequest(request, { id: 'x/"?#{{secret}}' })).toEqual({
      method: 'DELETE',
      path: '/a/x%2F%22%3F%23%7B%7Bsecret%7D%7D/{other}?q=x%2F%22%3F%23%7B%7Bsecret%7D%7D',
      body: '{ "ids": ["x/\\"?#\\u007b\\u007bsecret}}"], "own": "{{value}}" }',
    });
  });

  it('never leave their path, whatever the name is', () => {
    expect(fillRequest({ method: 'GET', path: '/a/{id}/b' }, { id: '..' }).path).toBe('/a/%2E%2E/b');
    expect(fillRequest({ method: 'GET', path: '/a/{id}' }, { id: 'a\nDELETE /b' }).path).toBe('/a/a%0ADELETE%20%2Fb');
    expect(fillRequest({ method: 'GET', path: '/a/{id}' }, { id: '\ud800' }).path).toBe('/a/%EF%BF%BD');
    expect(fillRequest({ method: 'GET', path: '/a/{toString}' }, {}).path).toBe('/a/{toString}');
  });

  it('become the text of a request file', () => {
    expect(requestFileText({ method: 'POST', path: '/a', body: '{}' }, 'here', 'Do it')).toBe(
      '### Do it\n# @endpoint here\nPOST /a\n\n{}\n',
    );
    expect(requestFileText({ method: 'GET', path: '/a' }, 'here')).toBe('# @endpoint here\nGET /a\n');
  });
});

describe('resources of a response', () => {
  it('are the members of a list, or of an object by their keys', () => {
    const list = { things: [{ id: 1, name: 'one' }, { id: 2, name: 'two' }, 'no object', { name: 'without id' }] };
    const entries = readResources(group(listed('things')), list, { outer: 'o' });
    expect(entries?.map(({ label, names }) => ({ label, names }))).toEqual([
      { label: 'one', names: { outer: 'o', id: '1' } },
      { label: 'two', names: { outer: 'o', id: '2' } },
    ]);
    const keyed = group(listed(), { label: '{$key}', names: { id: '$key' } });
    expect(readResources(keyed, { a: {}, b: {} }, {})?.map(({ label }) => label)).toEqual(['a', 'b']);
  });

  it('are unknown when the list is not there', () => {
    expect(readResources(group(listed('things')), { others: [] }, {})).toBeUndefined();
    expect(readResources(group(listed()), 'text', {})).toBeUndefined();
    expect(readResources(group(listed()), [], {})).toEqual([]);
  });

  it('are described by what they have', () => {
    const described = group(listed(), {
      description: [
        { text: 'off', when: { member: 'active', is: false } },
        { text: '{events}' },
        { text: 'until {end|time}' },
        { text: '{config.url}' },
      ],
    });
    const value = [
      { id: 1, name: 'a', active: false, events: ['push', 'issues'], end: 0, config: { url: 'u' } },
      { id: 2, name: 'b', active: true, end: 1e300 },
    ];
    expect(readResources(described, value, {})?.map(({ description }) => description)).toEqual([
      'off · push, issues · until 1970-01-01 00:00 UTC · u',
      '',
    ]);
  });

  it('are shown on one line without signs that disguise it', () => {
    const [entry] = readResources(group(listed()), [{ id: 1, name: `a\nb\u202ec${'x'.repeat(500)}` }], {}) ?? [];
    expect(entry?.label.slice(0, 12)).toBe('a\\nb\\u202ecx');
    expect(entry?.label.length).toBe(201);
  });

  it('know how far they are behind from a second list', () => {
    const measure = { over: ['shards'], ahead: 'leader', behind: 'own' };
    const neighbour = { request: { method: 'GET', path: '/s' }, at: ['all'], member: 'index', own: 'id' };
    const measured = group(
      { ...listed(), neighbour },
      { label: '{id}', measure, description: [{ text: '{$lag} behind' }] },
    );
    const shards = [
      { leader: 10, own: 7 },
      { leader: 5, own: 6 },
    ];
    const entries = readResources(measured, [{ id: 'a' }, { id: 'b' }], {}, { all: [{ index: 'a', shards }] });
    expect(entries?.map(({ description }) => description)).toEqual(['3 behind', '']);
    expect(measureOf(measure, { shards: [{ leader: 1 }] })).toBeUndefined();
    expect(measureOf(measure, {})).toBeUndefined();
  });
});

describe('named resources', () => {
  it('are read from what is entered', () => {
    expect(namesInForm('{owner}/{repo}', ' a/b ')).toEqual({ owner: 'a', repo: 'b' });
    for (const wrong of ['a', 'a/b/c', '/b', '{{a}}/b', 'a b/c', ''])
      expect(namesInForm('{owner}/{repo}', wrong)).toBeUndefined();
    expect(namedResource(group(listed(), { label: '{id}!' }).item, { id: 'x' })?.label).toBe('x!');
  });

  it('are found in requests, and not in variables or bodies', () => {
    const text =
      'GET /repos/a/b\n###\nPOST https://h/repos/c/d/hooks?x=1\n\n{ "GET": "/repos/e/f" }\n###\nGET /repos/{{o}}/r\n###\nget /repos/x/y\n###\nGET /repos/a/b/c\n';
    expect(namesInRequests('/repos/{owner}/{repo}', text)).toEqual([
      { owner: 'a', repo: 'b' },
      { owner: 'c', repo: 'd' },
    ]);
  });
});

describe('answers', () => {
  it('keep integers that a number cannot hold', () => {
    expect(
      readAnswer('[{"id":1234567890123456789,"n":1.5e3,"s":"1234567890123456789 \\" 9876543210987654321"}]'),
    ).toEqual([{ id: '1234567890123456789', n: 1500, s: '1234567890123456789 " 9876543210987654321' }]);
    expect(readAnswer('no JSON')).toBeUndefined();
  });

  it('explain a refusal', () => {
    const response = { status: 404, statusText: 'Not Found' } as Parameters<typeof explainStatus>[0];
    expect(explainStatus({ ...response, body: '{"error":{"reason":"no such index"}}' })).toBe(
      '404 Not Found: no such index',
    );
    expect(explainStatus({ ...response, body: '{"message":"Bad"}' })).toBe('404 Not Found: Bad');
    expect(explainStatus({ ...response, body: '<html>' })).toBe('404 Not Found');
  });
});
