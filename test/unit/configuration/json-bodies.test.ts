import { describe, expect, it } from 'vitest';
import { createEngine, inclusionsOf, type CheckOptions } from '../../../packages/engine/src/index';
import { associateBody, defaultConfiguration } from '../../../packages/sender/src/configuration/index';

const engine = createEngine();
const bare: CheckOptions = { context: { endpoints: [], defaults: {} }, severities: {} };
const inclusionIn = (text: string) => inclusionsOf(engine.parse(engine.openFile(text), 0))[0];

describe('associateBody', () => {
  const associationOf = (path: string, text = '{}') => associateBody(path, text, defaultConfiguration);
  it.each([
    ['a.api-key.json', '{}', '/_security/api_key', ''],
    ['a.role-descriptor.json', '{}', '/_security/api_key', '/role_descriptors/*'],
    ['deep/a.snapshot-repository.json', '{}', '/_snapshot/{{repository}}', ''],
    ['a.mapping.json', '{ "properties": {} }', '/{{index}}', '/mappings'],
    ['a.mapping.json', '{ "mappings": { "properties": {} } }', '/{{index}}', ''],
    ['a.webhook.json', '{}', '/repos/{{owner}}/{{repo}}/hooks', ''],
    ['role-descriptor.json', '{}', '/_security/api_key', '/role_descriptors/*'],
    ['deep/snapshot-repository.json', '{}', '/_snapshot/{{repository}}', ''],
    ['webhook.json', '{ "config": {} }', '/repos/{{owner}}/{{repo}}/hooks', ''],
    ['mapping.json', '{ "properties": {} }', '/{{index}}', '/mappings'],
    ['mapping.json', '{ "mappings": {} }', '/{{index}}', ''],
    ['api-key.json', '{ "role_descriptors": {} }', '/_security/api_key', ''],
  ])('knows %s of %s by its name', (path, text, target, at) => {
    expect(associationOf(path, text)).toMatchObject({ target, at });
    expect(engine.check(engine.openBody(text, associationOf(path, text)!), bare).requests).toBe(1);
  });

  it('knows the part of a body that the first line names', () => {
    const text = '// @request put /_security/api_key @at /role_descriptors\n{ "r": { "cluster": 5 } }\n';
    const association = associationOf('x.json', text);
    expect(association).toEqual({ method: 'PUT', target: '/_security/api_key', at: '/role_descriptors' });
    expect(engine.checkBody(text, association!, bare)).toMatchObject([{ rule: 'wrong-type', line: 1 }]);
  });

  it('knows nothing of other files', () => {
    expect(associationOf('package.json')).toBeUndefined();
    expect(associationOf('api-key.json.txt')).toBeUndefined();
    expect(associationOf('my-webhook.json')).toBeUndefined();
  });

  it.each([
    ['webhook.json', '{ "action": "opened", "repository": {} }'],
    ['api-key.json', '{ "id": "a", "api_key": "b", "encoded": "c" }'],
    ['mapping.json', '{ "$schema": "https://json-schema.org/draft-07/schema", "properties": {} }'],
    ['mapping.json', '{ "request": {}, "response": {} }'],
  ])('leaves %s alone where other programs use the name: %s', (path, text) => {
    expect(associationOf(path, text)).toBeUndefined();
  });
});

describe('inclusionsOf', () => {
  it('takes the URL and what the directives decide', () => {
    const text = '# @target 8.12.0\n# @name x\nPUT https://h.test/es/_security/api_key?refresh=true\n\n<@ ../k.json\n';
    expect(inclusionIn(text)).toEqual({
      path: '../k.json',
      span: { start: 84, end: 93 },
      need: 'body',
      association: {
        method: 'PUT',
        target: 'https://h.test/es/_security/api_key',
        at: '',
        directives: { target: '8.12.0' },
      },
    });
  });

  it.each(['PUT /x\n\n{ "a": 1 }\n', 'PUT /x\n', 'PUT /x\n\n< ./{{a}}.json\n', 'GET /x\n\n<html>\n'])(
    'finds none in %j',
    (text) => {
      expect(inclusionIn(text)).toBeUndefined();
    },
  );

  it('gates the facts of the body as in the request', () => {
    const body = '{ "name": "k", "role_descriptors": { "r": { "remote_indices": [] } } }';
    const versions = (head: string) => {
      const { association } = inclusionIn(`${head}PUT /_security/api_key\n\n< ./k.json\n`)!;
      return engine.checkBody(body, association, bare).filter(({ rule }) => rule === 'unsupported-version');
    };
    expect(versions('# @target 8.12.0\n')).toHaveLength(1);
    expect(versions('# @target 8.15.0\n')).toEqual([]);
    expect(versions('')).toEqual([]);
  });

  it('leaves the base path of the endpoint out of the body', () => {
    const { association } = inclusionIn('PUT https://h.test/es/_security/api_key\n\n< ./k.json\n')!;
    const endpoints = [{ name: 'a', service: 'search-cluster', baseUrl: 'https://h.test/es' }] as const;
    const options: CheckOptions = { ...bare, context: { endpoints, defaults: {} } };
    expect(engine.checkBody('{ "name": 5 }', association, options).map(({ rule }) => rule)).toContain('wrong-type');
  });
});
