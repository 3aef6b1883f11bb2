import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from './command-line';

// What a shell completes: the script is really read by bash, as a user's shell does.

const folder = mkdtempSync(join(tmpdir(), 'rulebook-completion-'));
const texts = new Map<string, string>();
beforeAll(async () => {
  mkdirSync(join(folder, 'api files'));
  for (const name of ['one.http', 'two words.http']) writeFileSync(join(folder, name), '');
  for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
    const { code, out } = await commandLine(['completion', shell]);
    expect(code).toBe(0);
    texts.set(shell, out);
  }
  writeFileSync(join(folder, 'completion.bash'), texts.get('bash') ?? '');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Returns what bash offers for the last of these words. */
function offered(...words: readonly string[]): readonly string[] {
  const script = [
    'source ./completion.bash',
    'COMP_WORDS=("$@")',
    'COMP_CWORD=$((${#COMP_WORDS[@]} - 1))',
    'complete -p rulebook > /dev/null && _rulebook',
    'printf "%s\\n" "${COMPREPLY[@]}"',
  ].join('\n');
  const said = execFileSync('bash', ['--noprofile', '--norc', '-uc', script, 'bash', ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  return said.split('\n').filter((line) => line !== '');
}

describe('the completion for bash', () => {
  it.each([
    [['rulebook', 'ch'], ['check']],
    [['rulebook', '--v'], ['--version']],
    [['rulebook', 'check', '--form'], ['--format']],
    [
      ['rulebook', 'check', '--format', ''],
      ['text', 'frames', 'json', 'sarif', 'junit', 'github', 'markdown'],
    ],
    [
      ['rulebook', 'check', '--format', '=', 'j'],
      ['json', 'junit'],
    ],
    [['rulebook', 'check', '--fix', 'o'], ['one.http']],
    [['rulebook', 'check', 'two'], ['two words.http']],
    [['rulebook', 'check', '--rights', 'one'], ['one.http']],
    [['rulebook', 'import', '--to', ''], ['api files']],
    [['rulebook', 'check', '--env', ''], []],
    [
      ['rulebook', 'credential', 'forget'],
      ['forget', 'forget-secret'],
    ],
    [['rulebook', 'credential', 'forget', ''], []],
    [
      ['rulebook', 'completion', ''],
      ['bash', 'zsh', 'fish', 'powershell'],
    ],
    [['rulebook', 'nonsense', ''], []],
  ])('offers for %j: %j', (words, wanted) => {
    expect(offered(...words).toSorted()).toEqual([...wanted].toSorted());
  });
});

describe('the completion for each shell', () => {
  it('has every command and every option of the help', async () => {
    const { out } = await commandLine(['--help']);
    const commands = [...out.matchAll(/^ {2}([a-z][a-z-]+) {2,}\S/gm)].map(([, name = '']) => name);
    expect(commands).toContain('check');
    for (const name of commands.filter((one) => one !== 'help')) {
      const help = (await commandLine([name, '--help'])).out;
      const options = [...help.matchAll(/^ {2}(?:-\w, )?--([a-z][a-z-]*)/gm)].map(([, option = '']) => option);
      for (const [shell, text] of texts) {
        expect(text, shell).toMatch(new RegExp(`\\b${name}\\b`));
        const written = shell === 'fish' ? '-l ' : '--';
        for (const option of options) expect(text, `${shell}: ${name} --${option}`).toContain(written + option);
      }
    }
  });

  it.for([
    ['zsh', ['-n']],
    ['fish', ['--no-config', '-n']],
  ] as const)('can be read by %s where it is installed', ([shell, args], context) => {
    const path = join(folder, `completion.${shell}`);
    writeFileSync(path, texts.get(shell) ?? '');
    try {
      execFileSync(shell, [...args, path], { stdio: 'pipe' });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        context.skip(`${shell} is not installed`);
      throw error;
    }
  });

  it('is refused for another shell', async () => {
    const { code, error } = await commandLine(['completion', 'tcsh']);
    expect(code).toBe(2);
    expect(error).toContain('Allowed choices are bash, zsh, fish, powershell');
  });
});
