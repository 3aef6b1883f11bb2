import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mcpHosts } from '../../cli/src/mcp/install/hosts';
import { npmName } from '../../cli/src/npm-name';
import { commandLine, folderOf } from './command-line';

const files: Readonly<Record<string, string>> = {
  vscode: 'project/.vscode/mcp.json',
  cursor: 'project/.cursor/mcp.json',
  'claude-code': 'project/.mcp.json',
  'claude-desktop': 'settings/Claude/claude_desktop_config.json',
  windsurf: 'home/.codeium/windsurf/mcp_config.json',
  gemini: 'project/.gemini/settings.json',
  zed: 'project/.zed/settings.json',
};

function project(texts: Readonly<Record<string, string>> = {}, command?: string) {
  const folder = folderOf({ 'project/a.http': '', ...(command && { [`bin/${command}`]: '' }), ...texts });
  const env = {
    HOME: join(folder, 'home'),
    XDG_CONFIG_HOME: join(folder, 'settings'),
    PATH: join(folder, 'bin'),
    CI: '',
  };
  return {
    folder,
    install: (...args: readonly string[]) => commandLine(['mcp', ...args], { cwd: join(folder, 'project'), env }),
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
  };
}

describe('rulebook mcp install', () => {
  it('knows the file of each host', () => {
    expect(mcpHosts.map(({ name }) => name)).toEqual(Object.keys(files));
  });

  it.each(mcpHosts)('writes the file of $title', async ({ name, member }) => {
    const { install, read, folder } = project({}, 'rulebook');
    const { code, out } = await install('install', name);
    expect(code).toBe(0);
    expect(out).toContain(' written; start the assistant again');
    const { [member]: servers } = JSON.parse(read(files[name] ?? '')) as Readonly<Record<string, { rulebook: Entry }>>;
    expect(servers?.rulebook.command).toBe('rulebook');
    const place = servers?.rulebook.args[2];
    if (['claude-desktop', 'windsurf'].includes(name)) expect(place).toBe(join(folder, 'project'));
    else if (['vscode', 'cursor'].includes(name)) expect(place).toBe('${workspaceFolder}');
    else expect(servers?.rulebook.args).toEqual(['mcp']);
    expect((await install('install', name)).out).toContain('has it already');
  });

  it('takes npx where there is no command, or where it is wanted', async () => {
    for (const [command, ...args] of [[undefined], ['rulebook', '--npx']] as const) {
      const { install, read } = project({}, command);
      await install('install', 'gemini', ...args);
      const { mcpServers } = JSON.parse(read('project/.gemini/settings.json')) as { mcpServers: { rulebook: Entry } };
      expect(mcpServers.rulebook.command).toBe('npx');
      expect(mcpServers.rulebook.args[1]).toMatch(new RegExp(`^${npmName}@\\d`));
    }
  });

  it('keeps other servers, comments and the layout, and writes the options of the server', async () => {
    const text =
      '{\n    // mine\n    "theme": "dark",\n    "mcpServers": {\n        "other": { "command": "x" } // kept\n    }\n}\n';
    const { install, read } = project({ 'project/.gemini/settings.json': text }, 'rulebook');
    await install('--guard', '--allow-endpoint', 'staging', 'install', 'gemini');
    const written = read('project/.gemini/settings.json');
    for (const part of ['// mine', '"theme": "dark"', '"other": { "command": "x" }', '// kept'])
      expect(written).toContain(part);
    expect(written.replace(/\s+/g, '')).toContain('["mcp","--guard","--allow-endpoint","staging"]');
  });

  it('replaces a server of the same name only when that is wanted', async () => {
    const text = '{ "mcpServers": { "rulebook": { "command": "mine" } } }';
    const { install, read } = project({ 'project/.mcp.json': text }, 'rulebook');
    const { code, error } = await install('install', 'claude-code');
    expect(code).toBe(2);
    expect(error).toContain('--replace');
    expect(read('project/.mcp.json')).toBe(text);
    expect((await install('install', 'claude-code', '--replace')).code).toBe(0);
    expect(read('project/.mcp.json')).toContain('"command": "rulebook"');
  });

  it('writes nothing with --dry-run, nothing into what is not JSON, and nothing for an unknown host', async () => {
    const { install, read, folder } = project({ 'project/.mcp.json': '[1]' }, 'rulebook');
    const { out } = await install('install', 'gemini', '--dry-run');
    expect(out).toContain('would be\n{');
    expect(existsSync(join(folder, 'project/.gemini'))).toBe(false);
    const { code, error } = await install('install', 'claude-code');
    expect(code).toBe(2);
    expect(error).toContain('it is not JSON that can be edited');
    expect(read('project/.mcp.json')).toBe('[1]');
    expect((await install('install', 'nothing')).code).toBe(2);
  });

  it('lets a file keep its rights', async () => {
    const { install, folder } = project({ 'project/.mcp.json': '{}' }, 'rulebook');
    const { mode } = statSync(join(folder, 'project/.mcp.json'));
    await install('install', 'claude-code');
    expect(statSync(join(folder, 'project/.mcp.json')).mode).toBe(mode);
  });
});

interface Entry {
  readonly command: string;
  readonly args: readonly string[];
}
