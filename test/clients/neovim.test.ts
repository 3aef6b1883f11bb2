import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const [, minor] = /^NVIM v0\.(\d+)/.exec(spawnSync('nvim', ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? [];
const reason = minor === undefined ? ' (skipped: there is no Neovim)' : '';

/** The blocks of Lua of the page, in its order. */
const page = readFileSync(join(root, 'docs/other-editors.md'), 'utf8');
const blocks = [...page.matchAll(/^```lua\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
const [newest = '', later = '', old = '', onAttach = '', lenses = ''] = blocks;

function documented(version: number): string {
  if (version < 8) return old.replace('    })\n', `      ${onAttach.replaceAll('\n', '\n      ')}\n    })\n`);
  return `${version < 11 ? later : newest}\n${lenses}`;
}

const play = `
vim.cmd('edit a.http')
vim.wait(60000, function()
  local found = vim.lsp.codelens.get(0)
  for _, lens in ipairs(found) do if not lens.command then return false end end
  return #found > 1 and #vim.diagnostic.get(0) > 0
end, 50)
local function say(text) io.stdout:write(text .. '\\n') end
for _, one in ipairs(vim.diagnostic.get(0, { severity = 1 })) do say(one.lnum .. ' ' .. one.message) end
for _, one in ipairs(vim.lsp.codelens.get(0)) do say(one.range.start.line .. ' ' .. one.command.title) end
vim.cmd('qa!')
`;

const folder = mkdtempSync(join(tmpdir(), 'rulebook-neovim-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe.skipIf(minor === undefined)(`Neovim as documented${reason}`, () => {
  it('shows diagnostics, and lenses with where their requests go', () => {
    const command = join(folder, 'rulebook');
    writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'dist/cli.js')}' "$@"\n`);
    chmodSync(command, 0o755);
    const endpoints = { near: { service: 'search-cluster', baseUrl: 'http://127.0.0.1:1' } };
    writeFileSync(join(folder, 'rulebook.json'), JSON.stringify({ endpoints, defaults: { 'search-cluster': 'near' } }));
    writeFileSync(
      join(folder, 'a.http'),
      'PUT /_security/api_key\n\n{ "name": 5, "expiration": "1d" }\n\n###\nGET /_security/api_key\n',
    );
    writeFileSync(join(folder, 'play.lua'), documented(Number(minor)) + play);
    const { stdout, stderr } = spawnSync(
      'nvim',
      ['--headless', '-u', 'NONE', '-i', 'NONE', '-n', '-c', 'luafile play.lua'],
      {
        cwd: folder,
        encoding: 'utf8',
        timeout: 120_000,
        env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` },
      },
    );
    expect(stderr.trim()).toBe('');
    expect(stdout.split('\n').filter((line) => line !== '')).toEqual([
      "2 'name' must be a string.",
      '0 Send to near',
      '5 Send to near',
    ]);
  });
});
