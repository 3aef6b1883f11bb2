// An extension that has the name and the one setting of another HTTP client, so that ours meets it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../tools/lib/processes.mjs';

const root = join(import.meta.dirname, '../..');

/** Packages it and returns the path of its `.vsix` with what removes it. */
export async function packageNeighbour() {
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-neighbour-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const manifest = {
    name: 'rest-client',
    publisher: 'humao',
    version: '0.0.1',
    engines: { vscode: '^1.91.0' },
    main: './main.js',
    activationEvents: ['onLanguage:http'],
    capabilities: { untrustedWorkspaces: { supported: true } },
    contributes: {
      configuration: {
        properties: { 'rest-client.enableSendRequestCodeLens': { type: 'boolean', default: true, scope: 'resource' } },
      },
    },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'main.js'), 'exports.activate = () => undefined;\n');
  writeFileSync(join(folder, 'LICENSE'), 'None.\n');
  const vsix = join(folder, 'neighbour.vsix');
  const args = ['package', '--no-dependencies', '--allow-missing-repository', '--out', vsix];
  const { code, output } = await run(process.execPath, [join(root, 'node_modules/@vscode/vsce/vsce'), ...args], {
    cwd: folder,
    timeout: 60_000,
  });
  if (code !== 0) throw new Error(`The other extension could not be packaged:\n${output}`);
  return { vsix, remove };
}
