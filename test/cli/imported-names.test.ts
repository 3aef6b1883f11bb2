import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from './command-line';

const shared = '@host = http://localhost\n\n### login\n# @prompt pin\nPOST {{host}}/{{pin}}\n';
const text =
  '# @import ./shared.http\nGET {{host}}/{{pin}}/{{nowhere}}\nX: {{login.response.body.id}}{{none.response.body.id}}\n';

describe('names of imported files', () => {
  const found = async (files: Readonly<Record<string, string>>) => {
    const { out } = await commandLine(['check', '--min-severity', 'information', 'a.http'], { cwd: folderOf(files) });
    return out
      .split('\n')
      .flatMap((line) => /(`\w+` is [^;.]*|No request [^;.]*)\..*undefined-variable/.exec(line)?.[1] ?? []);
  };

  it('are known to a check, so that all others are reported', async () => {
    expect(await found({ 'a.http': text, 'shared.http': `import ./a.http\n${shared}` })).toEqual([
      '`nowhere` is defined neither in this file, nor in a file that it imports, nor in an environment',
      'No request of this file and of those that it imports is named `none`',
    ]);
  });

  it('may be others while a file cannot be read, so nothing is reported', async () => {
    expect(await found({ 'a.http': text })).toEqual([]);
    expect(await found({ 'a.http': text, 'shared.http': `import ./gone.http\n${shared}` })).toEqual([]);
  });
});
