import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseVersion, satisfiesCaret, unusedClientFeatures } from '../../../scripts/lib/narrow-protocol.mjs';
import { bundleServer, startClient } from '../../lsp/language-client';

const root = resolve(import.meta.dirname, '../../..');
const library = join(root, 'node_modules/vscode-languageclient');

describe('the features that the bundled client leaves out', () => {
  let server: Awaited<ReturnType<typeof bundleServer>>;
  beforeAll(async () => {
    server = await bundleServer();
  });
  afterAll(() => {
    server.remove();
  });

  it('are none that the server announces', async () => {
    const client = await startClient(server.file);
    const { capabilities } = client.initialized;
    await client.stop();
    const { workspace = {}, ...top } = capabilities;
    const announced = [...Object.keys(top), ...Object.keys(workspace).map((name) => `workspace.${name}`)];
    expect(announced).toContain('hoverProvider');
    const missing = Object.entries(unusedClientFeatures).filter(([, capability]) =>
      announced.some((name) => new RegExp(`^${capability}$`).test(name)),
    );
    expect(missing).toEqual([]);
  });

  it.each(Object.keys(unusedClientFeatures))('%s is a file of the library, with features only', (name) => {
    const path = join(library, 'lib/common', `${name}.js`);
    expect(existsSync(path)).toBe(true);
    expect(readFileSync(path, 'utf8')).toMatch(/^exports\.\w+Feature = \w+;$/m);
  });
});

describe('the small replacement of semver', () => {
  it.each([
    ['1.91.0', '^1.91.0', true],
    ['1.91.1', '^1.91.0', true],
    ['1.103.2', '^1.91.0', true],
    ['1.103.2-insider', '^1.91.0', true],
    ['1.90.9', '^1.91.0', false],
    ['1.91.0', '^1.91.1', false],
    ['2.0.0', '^1.91.0', false],
  ])('says whether %s is of %s', (version, range, expected) => {
    const parsed = parseVersion(version);
    expect(parsed && satisfiesCaret(parsed, range)).toBe(expected);
  });

  it.each(['', '1', '1.2', 'one', '1.2.x'])('finds no version in %j', (text) => {
    expect(parseVersion(text)).toBeNull();
  });

  it('is asked for ranges that it knows', () => {
    const [, range] =
      /REQUIRED_VSCODE_VERSION = '([^']+)'/.exec(readFileSync(join(library, 'lib/node/main.js'), 'utf8')) ?? [];
    expect(range).toMatch(/^\^[1-9]\d*\.\d+\.\d+$/);
  });
});
