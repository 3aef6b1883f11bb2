import { describe, expect, it } from 'vitest';
import { createReferencedSecrets } from './secret-commands';

const commandsOf = (program: string) => () => ({ commands: { op: [process.execPath, '-e', program, '{reference}'] } });

describe('the command of a reference', () => {
  it('is ended when it does not end, also where it ignores that it is asked to', async () => {
    const secrets = createReferencedSecrets(
      commandsOf("process.on('SIGTERM', () => {}); console.log('canary'); setInterval(() => {}, 1000)"),
      1500,
    );
    const problem = await secrets.load('op://a/b');
    expect(problem).toMatch(/did not end within a minute/);
    expect(problem).not.toContain('canary');
    expect(secrets.read('op://a/b')).toBeUndefined();
  });

  it('runs once for those who ask at the same time, and again after a failure', async () => {
    let program = 'process.exit(1)';
    let asked = 0;
    const secrets = createReferencedSecrets(() => {
      asked++;
      return commandsOf(program)();
    });
    const [one, other] = await Promise.all([secrets.load('op://a/b'), secrets.load('op://a/b')]);
    expect(one).toMatch(/ended with 1/);
    expect(other).toBe(one);
    program = 'console.log(process.argv[1])';
    expect(await Promise.all([secrets.load('op://a/b'), secrets.load('op://a/c')])).toEqual([undefined, undefined]);
    expect([secrets.read('op://a/b'), secrets.read('op://a/c')]).toEqual(['op://a/b', 'op://a/c']);
    expect(await secrets.load('op://a/b')).toBeUndefined();
    expect(asked).toBe(3);
  });
});
