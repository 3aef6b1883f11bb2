import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

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

  it('are compared with each other, and circles of imports are named', async () => {
    const named = (name: string) => `# @name ${name}\nGET http://localhost/\n\n###\n`;
    const files = {
      'a.http': `import ./sub/b.http\nimport ./e.http\n\n###\n${named('own')}# @ref logn\n${named('last')}`,
      'sub/b.http': `import ../c.http\n\n###\n${named('own')}${named('login')}`,
      'c.http': 'import ./d.http\n',
      'd.http': `import ./a.http\n\n###\n${named('login')}`,
      'e.http': named('login'),
    };
    const { out } = await commandLine(['check', '--min-severity', 'information', 'a.http'], { cwd: folderOf(files) });
    expect(out.split('\n').filter((line) => line.startsWith('a.http:'))).toEqual([
      'a.http:1:8 information The files import each other in a circle: `a.http` → `sub/b.http` → `c.http` → `d.http` → `a.http`. [circular-import]',
      'a.http:2:8 information Requests of `sub/b.http` and `e.http` are named `login`; the one of `sub/b.http` is taken. [duplicate-name]',
      'a.http:5:9 information A request of `sub/b.http`, which this file imports, is named `own` too; the one of this file is taken. [duplicate-name]',
      'a.http:9:8 warning No request of this file and of those that it imports is named `logn`; did you mean `login`? [undefined-request]',
    ]);
  });

  it('may be others while a file cannot be read, so nothing is reported', async () => {
    expect(await found({ 'a.http': text })).toEqual([]);
    expect(await found({ 'a.http': text, 'shared.http': `import ./gone.http\n${shared}` })).toEqual([]);
  });
});
