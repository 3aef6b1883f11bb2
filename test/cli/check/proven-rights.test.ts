import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { plainTextOfSnippet } from '../../../server/src/features/support/snippet';
import { isThere, readCorpus, reason, requestFileOf } from '../../rules/read-corpus';
import { isSampled, sampled, sampleOf, seed, triesOf } from '../../sample';
import { commandLine, folderOf, root } from '../command-line';

interface Proof {
  readonly path: string;
  readonly requests: number;
  readonly differing: readonly string[];
  readonly unknown: readonly string[];
  readonly failing: number;
  readonly unproved: readonly string[];
  readonly lines: readonly { line: string; isNeeded: boolean; isConditional: boolean; isUnseen: boolean }[];
}

/** Replays each of the files in a sandbox of its own, and returns what contradicts its rights. */
async function proofsIn(cwd: string, paths: readonly string[]): Promise<readonly Proof[]> {
  const { code, out, error } = await commandLine(['privileges', '--prove', '--format', 'json', ...paths], { cwd });
  expect(error).toBe('');
  const proofs = JSON.parse(out) as readonly Proof[];
  const wrong = proofs.flatMap(({ path, differing, lines }) => [
    ...differing.map((one) => `${path}: ${one}`),
    ...lines
      .filter(({ isNeeded, isConditional, isUnseen }) => !isNeeded && !isConditional && !isUnseen)
      .map(({ line }) => `${path}: not needed: ${line}`),
  ]);
  expect(wrong).toEqual([]);
  const isUnproved = proofs.some(({ requests, failing, unproved }) => unproved.length > 0 || failing === requests);
  expect(code).toBe(isUnproved ? 1 : 0);
  return proofs;
}

/** Puts requests into files of ten, so that each file has a few lines to take away. */
function filesOf(texts: readonly string[]): Readonly<Record<string, string>> {
  const size = 10;
  return Object.fromEntries(
    Array.from({ length: Math.ceil(texts.length / size) }, (_, at) => [
      `part-${at}.http`,
      texts.slice(at * size, (at + 1) * size).join('\n###\n'),
    ]),
  );
}

const neededIn = (proofs: readonly Proof[]) => proofs.flatMap(({ lines }) => lines).filter(({ isNeeded }) => isNeeded);

describe('the derived rights are enough in the sandbox, and no line of them is idle', () => {
  it.each(['examples', 'templates'])(`of request files in %s/ ${sampled}`, async (name) => {
    const folder = join(root, name);
    const paths = sampleOf(
      readdirSync(folder).filter((path) => path.endsWith('.http')),
      2,
    );
    const proofs = await proofsIn(folder, paths);
    expect(proofs.map(({ path }) => path)).toEqual(paths);
    expect(neededIn(proofs).length).toBeGreaterThan(0);
  });

  it('of a file in which one right is on several things, of which some are not there', async () => {
    const hook = (repository: string) => `GET /repos/${repository}/hooks\n`;
    const text = [hook('octocat/hello-world'), hook('octocat/nothing')].join('\n###\n');
    const [proof] = await proofsIn(folderOf({ 'a.http': text }), ['a.http']);
    expect(proof?.lines.map(({ line, isNeeded, isUnseen }) => [line, isNeeded, isUnseen])).toEqual([
      ['permission Webhooks: read on octocat/hello-world', true, false],
      ['permission Webhooks: read on octocat/nothing', false, true],
    ]);
  });

  it('of a file with a request that names no index, which is said and no difference', async () => {
    const [proof] = await proofsIn(folderOf({ 'a.http': 'GET /_search\n' }), ['a.http']);
    expect(proof?.unknown).toEqual(['GET /_search: 200 as administrator, 403']);
  });

  it.each([
    ['404', 'GET /repos/octocat/nothing/hooks\n'],
    ['404 and 501', 'GET /repos/octocat/nothing/hooks\n\n###\nGET /repos/octocat/hello-world/actions/cache/usage\n'],
    ['404 from a cluster', 'GET /nothing/_search\n'],
    ['500', 'PUT /_snapshot/r\n\n{ "type": "fs", "settings": { "location": ".." } }\n'],
  ])('of a file of which each request ends with %s, where nothing is proved', async (_, text) => {
    const cwd = folderOf({ 'a.http': text });
    const [proof] = await proofsIn(cwd, ['a.http']);
    expect(proof?.unproved).toHaveLength(1);
    const { code, out } = await commandLine(['privileges', '--prove', 'a.http'], { cwd });
    expect([code, out]).toEqual([
      1,
      expect.stringContaining('nothing is proved: each request fails for an administrator, too'),
    ]);
  });

  it('of a file with two endpoints, of which one refuses everything', async () => {
    const text = 'GET /_cluster/health\n\n###\nGET /repos/octocat/nothing/hooks\n';
    const cwd = folderOf({ 'a.http': text });
    const [proof] = await proofsIn(cwd, ['a.http']);
    expect(proof?.unproved).toEqual(['sandbox-hub']);
    const { code, out } = await commandLine(['privileges', '--prove', 'a.http'], { cwd });
    expect([code, out]).toEqual([1, expect.stringContaining('nothing is proved for sandbox-hub: each of its')]);
  });

  const clusters = (...names: readonly string[]) =>
    JSON.stringify({
      endpoints: Object.fromEntries(
        names.map((name) => [name, { service: 'search-cluster', baseUrl: `https://${name}.example.com/es` }]),
      ),
    });

  it('of a file for an endpoint of its own, which the sandbox plays', async () => {
    const text = '# @endpoint prod\nPUT /a/_doc/1\n\n{}\n\n###\n# @endpoint prod\nGET /a/_search\n';
    const [proof] = await proofsIn(folderOf({ 'a.http': text, 'rulebook.json': clusters('other', 'prod') }), [
      'a.http',
    ]);
    expect(proof).toMatchObject({ requests: 2, failing: 0, unproved: [], differing: [] });
    expect(proof?.lines.map(({ isNeeded }) => isNeeded)).toEqual([true, true, true]);
  });

  it('of a file for more clusters than the sandbox plays, and says so', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const text = names.map((name) => `# @endpoint ${name}\nGET /_cluster/health\n`).join('\n###\n');
    const cwd = folderOf({ 'a.http': text, 'rulebook.json': clusters(...names) });
    const { code, out } = await commandLine(['privileges', '--prove', 'a.http'], { cwd });
    expect([code, out]).toEqual([1, expect.stringContaining('nothing is proved for e: the sandbox does not play it.')]);
  });

  it('of a request that is sent several times', async () => {
    const text = '# @loop for 3\nGET /_cluster/health\n\n###\nGET /repos/octocat/hello-world/hooks\n';
    const [proof] = await proofsIn(folderOf({ 'a.http': text }), ['a.http']);
    expect([proof?.requests, proof?.unproved, proof?.lines.every(({ isNeeded }) => isNeeded)]).toEqual([2, [], true]);
  });

  it('of a file that needs another access to each of two repositories', async () => {
    const text = [
      'POST /repos/octocat/hello-world/hooks\n\n{ "config": { "url": "https://x.example/hook" } }\n',
      'GET /repos/octocat/nothing/hooks\n',
    ].join('\n###\n');
    const [proof] = await proofsIn(folderOf({ 'a.http': text }), ['a.http']);
    const needed = proof?.lines.filter(({ isNeeded }) => isNeeded).map(({ line }) => line);
    expect(needed).toEqual(['permission Webhooks: write on octocat/hello-world']);
  });

  it('of the snippets of documented requests', async () => {
    const engine = createEngine();
    const context = { endpoints: [], defaults: {} };
    const files = filesOf(
      engine
        .requests(context)
        .map(({ id, method }) => plainTextOfSnippet(engine.requestSnippet(id, method, context) ?? '')),
    );
    const proofs = await proofsIn(folderOf(files), Object.keys(files));
    expect(neededIn(proofs).length).toBeGreaterThan(5);
  });

  it(`of random files of requests of both services ${sampled}`, async () => {
    const requests = ['examples', 'templates'].flatMap((name) =>
      readdirSync(join(root, name))
        .filter((path) => path.endsWith('.http'))
        .flatMap((path) => readFileSync(join(root, name, path), 'utf8').split(/^###.*$/m)),
    );
    const texts = fc.sample(fc.shuffledSubarray(requests, { minLength: 2, maxLength: 8 }), {
      numRuns: triesOf(48),
      seed,
    });
    const files = Object.fromEntries(texts.map((blocks, at) => [`random-${at}.http`, blocks.join('\n###\n')]));
    const proofs = await proofsIn(folderOf(files), Object.keys(files));
    expect(proofs.flatMap(({ lines }) => lines).length).toBeGreaterThan(5);
  });

  it.skipIf(!isThere)(`of the valid requests of the corpus ${isThere ? sampled : `(${reason})`}`, async () => {
    const texts = readCorpus()
      .filter(({ expect: expected }) => expected === 'valid')
      .filter((_, index) => isSampled(index))
      .map(requestFileOf);
    const files = filesOf(texts);
    const proofs = await proofsIn(folderOf(files), Object.keys(files));
    expect(neededIn(proofs).length).toBeGreaterThan(5);
  });
});
