import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compileDescription } from '../../../../packages/node/src/descriptions/compile-description';
import { createDescriptionCache } from '../../../../packages/node/src/descriptions/description-cache';
import {
  createDescriptionReader,
  type ReadDescription,
} from '../../../../packages/node/src/descriptions/own-descriptions';

const samples = join(import.meta.dirname, '../../../descriptions');

describe('a description of your own', () => {
  let folder: string;
  let cache: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rulebook-own-'));
    cache = join(folder, 'cache');
    mkdirSync(join(folder, 'project/api'), { recursive: true });
    for (const name of ['shop.yaml', 'shop-models.yaml']) copyFileSync(join(samples, name), at('api', name));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  const at = (...names: string[]) => join(folder, 'project', ...names);
  const request = (description = 'api/shop.yaml') => ({ root: join(folder, 'project'), description });
  const read = (description?: string): Promise<ReadDescription> =>
    createDescriptionReader((name) => (name === 'XDG_CACHE_HOME' ? cache : undefined))(request(description));
  const compiledOf = (found: ReadDescription) => ('compiled' in found ? found.compiled : undefined);
  const idsOf = (found: ReadDescription) => Array.from(compiledOf(found)?.operations ?? [], ({ id }) => id);

  it('is read with the files that it refers to', async () => {
    const found = await read();
    expect(found.files).toEqual([at('api/shop.yaml'), at('api/shop-models.yaml')]);
    expect(compiledOf(found)).toMatchObject({ title: 'Pet shop', version: '1.4.0' });
    expect(found).toMatchObject({ problems: [] });
  });

  it('comes from the cache until one of its files changes', async () => {
    const first = await read();
    const [kept = ''] = readdirSync(join(cache, 'rulebook/descriptions'));
    const path = join(cache, 'rulebook/descriptions', kept);
    // What is read is what was kept, whoever wrote it.
    const [head = '', ...lines] = readFileSync(path, 'utf8').split('\n');
    const content = lines.join('\n');
    expect(content).toContain('Pet shop');
    const again = await read();
    expect(again).toMatchObject({
      files: first.files,
      problems: [],
      compiled: { title: 'Pet shop', version: '1.4.0' },
    });
    expect(idsOf(again)).toEqual(idsOf(first));
    expect(idsOf(first)).not.toEqual([]);
    writeFileSync(at('api/shop.yaml'), readFileSync(at('api/shop.yaml'), 'utf8').replace('Pet shop', 'Cat shop'));
    expect(compiledOf(await read())).toMatchObject({ title: 'Cat shop' });
    for (const damaged of [
      '',
      'x',
      head,
      `${head}\n${content.slice(1)}`,
      `${head}\n${lines.slice(0, -1).join('\n')}`,
      `${head}\n${content.replace('Pet', 'Dog')}`,
    ]) {
      writeFileSync(path, damaged);
      expect(compiledOf(await read())).toMatchObject({ title: 'Cat shop' });
    }
  });

  it('is compiled anew when a file appears that was missing, and by another compiler', () => {
    rmSync(at('api/shop-models.yaml'));
    const one = createDescriptionCache(cache, 'one');
    const compiled = compileDescription(request());
    if ('cause' in compiled) throw new Error(compiled.cause);
    one.set(request(), compiled);
    expect(one.get(request())).toEqual(compiled);
    expect(one.get(request(), 100)).toBeUndefined();
    expect(createDescriptionCache(cache, 'two').get(request())).toBeUndefined();
    copyFileSync(join(samples, 'shop-models.yaml'), at('api/shop-models.yaml'));
    expect(one.get(request())).toBeUndefined();
  });

  it('keeps no more than fifty', () => {
    const kept = createDescriptionCache(cache, 'one');
    const compiled = compileDescription(request());
    if ('cause' in compiled) throw new Error(compiled.cause);
    for (let index = 0; index < 60; index++) kept.set(request(`${index}.yaml`), compiled);
    expect(readdirSync(cache)).toHaveLength(50);
  });

  it('is not read where there is none, nor outside the folder of rulebook.json', async () => {
    expect(await read('api/none.yaml')).toMatchObject({ cause: 'there is no such file' });
    expect(await read('api')).toMatchObject({ cause: 'it is a folder' });
    writeFileSync(join(folder, 'secret.yaml'), 'openapi: 3.1.0');
    symlinkSync(join(folder, 'secret.yaml'), at('link.yaml'));
    expect(await read('link.yaml')).toMatchObject({ cause: 'it is outside the folder of `rulebook.json`' });
    const text = readFileSync(at('api/shop.yaml'), 'utf8');
    for (const path of ['../../secret.yaml', '../link.yaml', join(folder, 'secret.yaml')]) {
      writeFileSync(at('api/other.yaml'), text.replace('./shop-models.yaml', path));
      const found = await read('api/other.yaml');
      expect('problems' in found && found.problems.length, path).toBeGreaterThan(0);
      expect(JSON.stringify(compiledOf(found))).not.toContain('3.1.0"');
    }
  });

  it('is refused when it is huge', async () => {
    writeFileSync(at('huge.yaml'), `openapi: 3.1.0\nx: ${'a'.repeat(50_000_000)}\n`);
    expect(await read('huge.yaml')).toMatchObject({
      cause: 'it is larger than 32 million bytes; split it over several files',
    });
  });

  it('names what a reference leads to that cannot be read, and uses the rest', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    mkdirSync(at('folder'));
    const references = {
      './folder': 'it is a folder',
      './pipe': 'it is not a regular file',
      '../../../../../../../dev/zero': 'it is outside the folder of `rulebook.json`',
      '../secret.yaml': 'there is no such file',
      'http://127.0.0.1:1/a.yaml': 'Nothing is fetched from the network',
      'file:///etc/hostname': 'Nothing is fetched from the network',
      '#/paths/~16': 'leads to itself',
    };
    const paths = Object.keys(references).map(($ref, index) => [`/${index}`, { $ref, get: { responses: {} } }]);
    writeFileSync(at('refs.json'), JSON.stringify({ openapi: '3.1.0', info: {}, paths: Object.fromEntries(paths) }));
    const found = await read('refs.json');
    expect(compiledOf(found)?.operations).toHaveLength(paths.length);
    const problems = 'problems' in found ? found.problems : [];
    for (const [index, words] of Object.values(references).entries()) {
      const problem = problems.find(({ pointer }) => pointer.startsWith(`#/paths/~1${index}`));
      expect(problem).toMatchObject({ path: at('refs.json'), message: expect.stringContaining(words) as string });
      expect(problem?.span.end).toBeGreaterThan(problem?.span.start ?? 0);
    }
  });

  it('is read when it is large, and shown where it is broken', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`S${index}`, { type: 'object', description: 'x'.repeat(400) }]),
    );
    const large = JSON.stringify({ openapi: '3.1.0', info: {}, paths: { '/a': { get: {} } }, components: { schemas } });
    writeFileSync(at('large.json'), large);
    expect(compiledOf(await read('large.json'))?.operations).toHaveLength(1);
    writeFileSync(at('large.json'), `${large.slice(0, -1)}, "x" }`);
    const broken = await read('large.json');
    expect(compiledOf(broken)).toBeUndefined();
    expect(broken).toMatchObject({ problems: [{ severity: 'error', path: at('large.json') }] });
  });

  it.each([
    ['no description', 'a: 1\n', /must be OpenAPI/],
    ['a broken file', 'openapi: 3.1.0\ninfo: [\n', /cannot be read from here on/],
    ['a list', '- 1\n', /must be OpenAPI/],
    ['an empty file', '', /must be OpenAPI/],
  ])('says why it is not one: %s', async (_, text, message) => {
    writeFileSync(at('bad.yaml'), text);
    const found = await read('bad.yaml');
    expect(compiledOf(found)).toBeUndefined();
    expect('problems' in found && found.problems[0]).toMatchObject({
      severity: 'error',
      path: at('bad.yaml'),
      message: expect.stringMatching(message) as string,
    });
  });
});
