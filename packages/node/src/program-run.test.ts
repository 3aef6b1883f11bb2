import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCommandLine } from './program-run';

const longest = 10_000;

function programOf(text: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rulebook-program-')));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const path = join(folder, 'program.cjs');
  writeFileSync(path, text);
  return path;
}

describe('a command of the command line', () => {
  it('gets its folder, its arguments and its variables, and no standard input', async () => {
    const program = programOf(
      `process.stdin.resume().on('end', () => {
        console.log(JSON.stringify([process.cwd(), process.argv.slice(2), process.env.NO_COLOR]));
        console.error('rulebook: why');
        process.exitCode = 3;
      });`,
    );
    const folder = join(program, '..');
    const result = await runCommandLine(program, ['a', '--b'], { folder, variables: { NO_COLOR: 'one' }, longest });
    expect(result).toMatchObject({ code: 3, errors: 'rulebook: why\n' });
    expect(JSON.parse(result.output)).toEqual([folder, ['a', '--b'], 'one']);
    expect(result.all).toContain('why');
  });

  it('asks its questions, with what it has printed until then', async () => {
    const program = programOf(
      `process.stdout.write('before', () => process.send({ question: 'Send it?' }));
       process.on('message', ({ isConfirmed }) => { console.log(isConfirmed); process.disconnect(); });`,
    );
    const asked: string[][] = [];
    const ask = (question: string, printed: string) => {
      asked.push([question, printed]);
      return Promise.resolve(true);
    };
    const { output } = await runCommandLine(program, [], { ask, longest });
    expect(asked).toEqual([['Send it?', 'before']]);
    expect(output).toBe('beforetrue\n');
  });

  it('cannot ask where no one answers', async () => {
    const program = programOf('console.log(typeof process.send);');
    expect(await runCommandLine(program, [], { longest })).toMatchObject({ code: 0, output: 'undefined\n' });
  });

  it('ends when it is cancelled', async () => {
    const program = programOf('setInterval(() => undefined, 1000);');
    const cancel = new AbortController();
    const run = runCommandLine(program, [], { signal: cancel.signal, longest });
    cancel.abort();
    expect((await run).code).not.toBe(0);
  });

  it('has a long output cut', async () => {
    const program = programOf(`console.log('x'.repeat(1000));`);
    expect((await runCommandLine(program, [], { longest: 10 })).output).toBe('x'.repeat(10));
  });
});
