import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const depth = 5_000;
const lists = '['.repeat(depth) + ']'.repeat(depth);
const objects = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const files = {
  'a.http': 'GET http://127.0.0.1:1/\n',
  'body.http': `PUT /_security/role/a\n\n${lists}\n`,
  'other.json': lists,
  'configured/rulebook.json': `{"endpoints":${lists}}`,
  'configured/a.http': 'GET http://127.0.0.1:1/\n',
  'varied/http-client.env.json': `{"dev":{"a":${lists}}}`,
  'varied/a.http': 'GET http://127.0.0.1:1/{{a}}\n',
  'ruled/rulebook.json': '{"rulesets":["rules.json"]}',
  'ruled/rules.json': `{"rules":${objects}}`,
  'ruled/a.http': 'GET http://127.0.0.1:1/\n',
  'described/rulebook.json':
    '{"services":{"x":{"description":"api.json"}},"endpoints":{"x":{"service":"x","baseUrl":"http://x.example"}}}',
  'described/api.json': `{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{"/a":{"get":${objects}}}}`,
  'described/a.http': '# @endpoint x\nGET /a\n',
  'seed.json': `{"repositories":${lists}}`,
  'state.json': `{"schema":1,"seed":${objects}}`,
  '.vscode/settings.json': `{"rest-client.environmentVariables":${objects}}`,
  'recording.har': `{"log":{"version":"1.2","entries":${lists}}}`,
  'collection.json': `{"info":{"schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":${lists}}`,
};

describe('files that are nested too deeply', () => {
  it.each<[string, readonly string[], number]>([
    ['configured', ['check', 'rulebook.json'], 1],
    ['configured', ['check', '.'], 0],
    ['configured', ['run', 'a.http'], 3],
    ['varied', ['check', '.'], 1],
    ['varied', ['run', '--env', 'dev', 'a.http'], 2],
    ['ruled', ['check', '.'], 1],
    ['ruled', ['run', 'a.http'], 3],
    ['described', ['check', '.'], 0],
    ['described', ['explain', 'a.http'], 0],
    ['.', ['check', 'body.http'], 1],
    ['.', ['run', '--send-anyway', 'body.http'], 3],
    ['.', ['format', '--check', 'body.http'], 0],
    ['.', ['sandbox', '--free-ports', '--seed', 'seed.json'], 2],
    ['.', ['sandbox', '--free-ports', '--state', 'state.json'], 2],
    ['.', ['convert-environments'], 2],
    ['.', ['import', 'recording.har'], 2],
    ['.', ['import', 'collection.json'], 2],
    ['.', ['import', 'other.json'], 2],
  ])('are a finding, or refused with a reason: %s, %j', async (folder, args, code) => {
    const ended = await commandLine(args, { cwd: `${folderOf(files)}/${folder}` });
    expect({ code: ended.code, error: ended.error }).toEqual({ code, error: ended.error });
    expect(ended.out + ended.error).not.toMatch(/call stack|internal error/);
  });
});
