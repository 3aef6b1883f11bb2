import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readReadyLine, startSandboxProcess } from './sandbox-process';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function program(source: string): string {
  const file = join(folder, 'cli.cjs');
  writeFileSync(file, source);
  return file;
}

describe('startSandboxProcess', () => {
  it('reads the ready line, and ends the process', async () => {
    const ready = {
      ready: true,
      endpoints: [{ name: 'c', service: 's', baseUrl: 'http://127.0.0.1:1', credential: 'k' }],
    };
    const sandbox = await startSandboxProcess(
      program(`console.log('hello'); console.log(${JSON.stringify(JSON.stringify(ready))}); process.stdin.resume();`),
    );
    expect(sandbox.endpoints).toEqual([{ name: 'c', service: 's', baseUrl: 'http://127.0.0.1:1', credential: 'k' }]);
    const ended = new Promise<void>((resolve) => {
      sandbox.onExit(resolve);
    });
    sandbox.stop();
    sandbox.stop();
    await ended;
  });

  it('says what the process said when it ends early', async () => {
    const file = program(`console.error('Port 9270 is taken.'); process.exitCode = 3;`);
    await expect(startSandboxProcess(file)).rejects.toThrow('Port 9270 is taken.');
  });

  it('takes free ports where the usual ones are taken, and does not try forever', async () => {
    const line = JSON.stringify(
      JSON.stringify({ ready: true, endpoints: [{ name: 'c', baseUrl: 'http://127.0.0.1:1' }] }),
    );
    const refuse = `console.error('It is taken; use --free-ports.'); process.exitCode = 3;`;
    const once = program(
      `if (process.argv.includes('--free-ports')) { console.log(${line}); process.stdin.resume(); } else { ${refuse} }`,
    );
    const sandbox = await startSandboxProcess(once);
    expect(sandbox.endpoints).toHaveLength(1);
    sandbox.stop();
    await expect(startSandboxProcess(program(refuse))).rejects.toThrow('It is taken');
  });

  it('says so when it ends without a word', async () => {
    await expect(startSandboxProcess(program(''))).rejects.toThrow('ended with code 0 before it was ready');
  });
});

describe('readReadyLine', () => {
  it.each([
    '',
    'hello',
    '1',
    'null',
    '{}',
    '{"ready":false,"endpoints":[]}',
    '{"ready":true}',
    '{"ready":true,"endpoints":{}}',
  ])('ignores %j', (line) => {
    expect(readReadyLine(line)).toBeUndefined();
  });

  it('leaves out what is not an endpoint', () => {
    const line = '{"ready":true,"endpoints":[null,1,{"name":"a"},{"name":"a","baseUrl":"b","credential":""}]}';
    expect(readReadyLine(line)).toEqual([{ name: 'a', baseUrl: 'b' }]);
  });
});
