import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';
import { startRecorder } from '../recorder';

const runFile = (text: string, ...options: readonly string[]) =>
  commandLine(['run', ...options, 'a.http'], { cwd: folderOf({ 'a.http': text }) });

describe('a prompt without a terminal', () => {
  it('is refused with the way to give the value', async () => {
    const { requests, place } = await startRecorder();
    const { code, error } = await runFile(`# @prompt stage Which stage?\nGET http://${place}/{{stage}}\n`);
    expect(code).toBe(3);
    expect(error).toContain('the request asks for stage, and there is no terminal; add --var stage=VALUE');
    const input = await runFile(`GET http://${place}/{{$input Which stage?}}\n`);
    expect(input.error).toContain('{{$input Which stage?}} is entered on a terminal, and there is none');
    expect(requests).toEqual([]);
  });

  it('takes --var, a value of the file, or what it offers, and shows none of them', async () => {
    const { requests, place } = await startRecorder();
    const secret = await runFile(
      `# @prompt password\nGET http://${place}/?p={{password}}\n`,
      '--var',
      'password=hunter22',
    );
    expect(secret.code).toBe(0);
    expect(secret.out + secret.error).not.toContain('hunter22');
    await runFile(`@stage = dev\n# @prompt stage\nGET http://${place}/{{stage}}\n`);
    await runFile(`# @prompt stage Which? [prod]\nGET http://${place}/{{stage}}\n`);
    await runFile(`GET http://${place}/{{$input Which? $value: staging}}\n`);
    expect(requests.map((request) => request.split(' ', 2)[1])).toEqual(['/?p=hunter22', '/dev', '/prod', '/staging']);
  });
});
