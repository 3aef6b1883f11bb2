import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import { root } from '../../cli/command-line';

interface Manifest {
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly enablement?: string }[];
  };
}

const { capabilities, contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const sources = globSync('client/src/**/*.ts', { cwd: root }).map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));
/** What runs an attempt; those who call it ask. */
const execute = 'client/src/sending/execute.ts';
const sending = sources
  .filter(({ path, text }) => path !== execute && /\b(?:createSender|prepareRequest|execute)\(/.test(text))
  .map(({ path }) => path);

describe('a workspace that is not trusted', () => {
  it('ignores its settings that lead somewhere', () => {
    const { restrictedConfigurations } = capabilities.untrustedWorkspaces;
    expect(restrictedConfigurations).toEqual([
      'rulebook.endpoints',
      'rulebook.environments',
      'rulebook.liveNames',
      'rulebook.secretCommands',
    ]);
  });

  it.each(sending)('asks for trust before %s', (path) => {
    const text = sources.find((source) => source.path === path)?.text ?? '';
    expect(text).toMatch(/!\(await confirmTrust\(\)\)|!vscode\.workspace\.isTrusted/);
  });

  it('is what these files are about', () => {
    expect(sending.length).toBeGreaterThan(2);
  });

  it('enables no command that starts or controls a sandbox', () => {
    const controlling = contributes.commands.filter(({ command }) =>
      /^rulebook\.(?:startSandbox|resetSandbox|moveSandboxClock|raiseSandboxEvent|addSandboxFault|clearSandboxFaults)$/.test(
        command,
      ),
    );
    expect(controlling).toHaveLength(6);
    expect(controlling.filter(({ enablement = '' }) => !enablement.includes('isWorkspaceTrusted'))).toEqual([]);
  });
});
