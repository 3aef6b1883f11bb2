import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const sample = (name: string) => readFileSync(join(import.meta.dirname, '../../descriptions', name), 'utf8');
const shop = { 'shop.yaml': sample('shop.yaml'), 'shop-models.yaml': sample('shop-models.yaml') };

const document = `arazzo: 1.1.0
info: { title: Pets, version: 1.0.0 }
sourceDescriptions:
  - { name: shop, url: ./shop.yaml, type: openapi }
workflows:
  - workflowId: buy
    inputs:
      type: object
      properties:
        kind: { type: string, default: cat }
    steps:
      - stepId: list
        operationId: listPets
        parameters:
          - { name: kind, in: query, value: $inputs.kind }
        successCriteria:
          - condition: $statusCode == 200 && $method == 'GET'
          - context: $response.body
            condition: $[?@.kind == "{$inputs.kind}"]
            type: jsonpath
        outputs: { id: '$response.body#/0/id' }
      - stepId: show
        operationId: showPet
        parameters:
          - { name: petId, in: path, value: $steps.list.outputs.id }
        successCriteria:
          - condition: $statusCode == 200
        onFailure:
          - { name: again, type: retry, retryLimit: 1, criteria: [{ condition: $statusCode == 503 }] }
    outputs: { pet: $steps.list.outputs.id }
`;

let server: Server;
let url: string;
let seen: string[] = [];
let failures = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const isOne = request.url?.startsWith('/pets/') === true;
    const status = isOne && failures-- > 0 ? 503 : 200;
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(isOne ? { id: 'a/7' } : [{ id: 'a/7', kind: 'cat' }]));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  seen = [];
  failures = 0;
});

const run = (cwd: string, ...args: readonly string[]) => commandLine(['run', ...args, '--server', url], { cwd });

describe('a workflow of an Arazzo document', () => {
  it('is run: each step takes its values from those before', async () => {
    const cwd = folderOf({ ...shop, 'pets.arazzo.yaml': document });
    const { code, out, error } = await run(cwd, 'pets.arazzo.yaml');
    expect(error).toBe('');
    expect(seen).toEqual(['GET /pets?kind=cat', 'GET /pets/a%2F7']);
    expect(out).toContain("# Passed: $statusCode == 200 && $method == 'GET'");
    expect(out).toContain('# buy pet = a/7');
    expect(code).toBe(0);
  });

  it('fails where a criterion does not hold', async () => {
    const cwd = folderOf({ ...shop, 'pets.arazzo.yaml': document });
    const { code, out, error } = await run(cwd, 'pets.arazzo.yaml', '--var', 'kind=dog');
    expect(seen).toEqual(['GET /pets?kind=dog']);
    expect(out).toContain('# FAILED: $[?@.kind == "{$inputs.kind}"]');
    expect(error).toContain('buy: The step `list` has failed.');
    expect(code).toBe(1);
  });

  it('does what its actions say after a failure', async () => {
    failures = 1;
    const cwd = folderOf({ ...shop, 'pets.arazzo.yaml': document });
    const { code, out } = await run(cwd, 'pets.arazzo.yaml', '--report', 'r.json');
    expect(seen).toHaveLength(3);
    expect(out).toContain('# Passed: onFailure again: retry');
    expect(code).toBe(0);
    const report: unknown = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8'));
    expect(report).toMatchObject({ summary: { requests: 3, passed: 3 } });
  });

  it('is checked before it is sent', async () => {
    const cwd = folderOf({
      ...shop,
      'rulebook.json': JSON.stringify({
        services: { shop: { description: 'shop.yaml' } },
        endpoints: { dev: { service: 'shop', baseUrl: url, protected: true } },
      }),
      'pets.arazzo.yaml': document.replace('listPets', 'offerPet'),
    });
    const { code, error } = await commandLine(['run', 'pets.arazzo.yaml'], { cwd });
    expect(seen).toEqual([]);
    expect(error).toContain('protected');
    expect(code).toBe(3);
  });

  it('fails where it cannot go on', async () => {
    const text = document.replace('operationId: showPet', 'operationId: nothing');
    const cwd = folderOf({ ...shop, 'pets.arazzo.yaml': text });
    const { code, error } = await run(cwd, 'pets.arazzo.yaml');
    expect(error).toContain('What the step `show` calls is not found.');
    expect(code).toBe(3);
    const { error: why } = await run(folderOf({ 'pets.arazzo.yaml': document }), 'pets.arazzo.yaml');
    expect(why).toMatch(/calls is not found: the source description `\w+` cannot be read, since there is no such file/);
  });

  it('says what it needs', async () => {
    const cwd = folderOf({ ...shop, 'pets.arazzo.yaml': document });
    expect((await run(cwd, 'pets.arazzo.yaml', '--workflow', 'sell')).error).toContain(
      'there is no workflow sell; the workflows are buy',
    );
    const wrong = await commandLine(['run', 'pets.arazzo.yaml', '--server', 'a'], { cwd });
    expect(wrong).toMatchObject({ code: 2, error: expect.stringContaining('use URL or NAME=URL') as string });
  });

  it('becomes a request file, and one again', async () => {
    const services = { shop: { description: 'shop.yaml' } };
    const endpoints = { dev: { service: 'shop', baseUrl: url } };
    const files = { ...shop, 'rulebook.json': JSON.stringify({ services, endpoints }), 'pets.arazzo.yaml': document };
    const imported = await commandLine(['import', 'pets.arazzo.yaml', '--base-url', url], { cwd: folderOf(files) });
    expect(imported.out).toContain('# @sequence buy: list, show');
    expect(imported.out).toContain('/pets/{{list.response.body.$[0].id}}');
    expect(imported.error).toContain('the failure action again (retry) has no counterpart');
    const cwd = folderOf({ ...files, 'pets.http': imported.out });
    const exported = await commandLine(['export', 'pets.http', '--sequence', 'buy'], { cwd });
    expect(exported.error).toBe('');
    const again = folderOf({ ...files, 'again.arazzo.yaml': exported.out });
    expect(await commandLine(['check', 'again.arazzo.yaml'], { cwd: again })).toMatchObject({ code: 0, error: '' });
    expect((await run(again, 'again.arazzo.yaml', '--var', 'kind=cat')).code).toBe(0);
    expect(seen).toEqual(['GET /pets?kind=cat', 'GET /pets/a%2F7']);
  });
});

it('is not looked for in a request file', async () => {
  const cwd = folderOf({ 'a.http': 'GET /a\n\n###\nGET /b\n' });
  const { code, error } = await commandLine(['run', 'a.http', '--workflow', 'buy'], { cwd });
  expect(code).toBe(2);
  expect(error).toContain('--workflow chooses one of an Arazzo document');
});
