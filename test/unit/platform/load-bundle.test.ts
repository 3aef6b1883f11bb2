import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cacheSuffix, createBundleLoader, type BundleLoader } from '../../../platform/node/load-bundle';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook-bundle-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function loaderOf(files: Readonly<Record<string, string>>): BundleLoader {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return createBundleLoader(folder);
}

/** Compiles a bundle, runs it, and lays its compiled form beside it. */
function compile(name: string, text: string): void {
  const { load, loaded } = loaderOf({ [name]: text });
  load(name);
  const script = loaded[0]?.script;
  if (!script) throw new Error('Nothing was compiled.');
  writeFileSync(join(folder, `${name}${cacheSuffix}`), script.createCachedData());
}

describe('createBundleLoader', () => {
  it('gives a bundle what a module has, and other modules of the machine', () => {
    const { load } = loaderOf({
      'a.js':
        "#!/usr/bin/env node\nmodule.exports = [__dirname, __filename, require('node:path').sep, typeof exports];",
    });
    expect(load('a.js')).toEqual([folder, join(folder, 'a.js'), join('a', 'b')[1], 'object']);
  });

  it('runs each bundle once, also when bundles need each other', () => {
    const { load, loaded } = loaderOf({
      'a.js': "exports.early = 1; exports.b = require('./b.js'); exports.again = require('./b.js');",
      'b.js':
        "exports.ofA = require('./a.js').early; exports.runs = (globalThis.bundleRuns = (globalThis.bundleRuns ?? 0) + 1);",
    });
    const a = load('a.js') as { b: unknown; again: unknown };
    expect(a).toMatchObject({ early: 1, b: { ofA: 1, runs: 1 } });
    expect(a.again).toBe(a.b);
    expect(load('a.js')).toBe(a);
    expect(loaded.map(({ path }) => path)).toEqual([join(folder, 'a.js'), join(folder, 'b.js')]);
    Reflect.deleteProperty(globalThis, 'bundleRuns');
  });

  it('uses the compiled form beside a bundle', () => {
    compile('a.js', 'module.exports = 1;');
    const { load, loaded } = createBundleLoader(folder);
    expect(load('a.js')).toBe(1);
    expect(loaded[0]?.script.cachedDataRejected).toBe(false);
  });

  it('leaves a compiled form alone that is older than its bundle: equal length would be enough to run the old text', () => {
    compile('a.js', 'module.exports = 1;');
    const { load, loaded } = loaderOf({ 'a.js': 'module.exports = 2;' });
    utimesSync(join(folder, `a.js${cacheSuffix}`), 1, 1);
    expect(load('a.js')).toBe(2);
    expect(loaded[0]?.script.cachedDataRejected).toBeUndefined();
  });

  it('compiles when the compiled form is of no use', () => {
    const { load, loaded } = loaderOf({ 'a.js': 'module.exports = 3;', [`a.js${cacheSuffix}`]: 'nonsense' });
    expect(load('a.js')).toBe(3);
    expect(loaded[0]?.script.cachedDataRejected).toBe(true);
  });

  it('throws for a bundle that is not there, one that is no program, and one that fails', () => {
    const { load } = loaderOf({ 'a.js': 'module.exports = ;', 'b.js': "throw new Error('from b');" });
    expect(() => load('none.js')).toThrow('ENOENT');
    expect(() => load('a.js')).toThrow(SyntaxError);
    expect(() => load('b.js')).toThrow('from b');
  });
});
