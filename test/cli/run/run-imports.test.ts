import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';
import { startRecorder } from '../recorder';

const targets = (requests: readonly string[]) => requests.map((request) => request.split(' ', 2).join(' '));

describe('requests of other files', () => {
  it('are sent by `run`, with their own variables and those of the line', async () => {
    const { requests, place } = await startRecorder();
    const cwd = folderOf({
      'rulebook.json': '{}',
      'main.http': `import ./lib/login.http\n@user = main\n\n### first\nGET http://${place}/first/{{user}}/{{lib}}\n\n###\nrun #login (@user=anna)\n\n###\nrun ./lib/other.http\n`,
      'lib/login.http': `@user = lib\n@lib = of-lib\n\n### login\nPOST http://${place}/login/{{user}}/{{lib}}\n\n< ./body.txt\n`,
      'lib/body.txt': 'next to it',
      'lib/other.http': `@user = other\n### a\nGET http://${place}/a/{{user}}\n### b\nGET http://${place}/b/{{user}}\n`,
    });
    const { code, error } = await commandLine(['run', '--all', 'main.http'], { cwd });
    expect(error).toMatch(/^requests/);
    expect(code).toBe(0);
    expect(targets(requests)).toEqual([
      'GET /first/main/of-lib',
      'POST /login/anna/of-lib',
      'GET /a/other',
      'GET /b/other',
    ]);
    expect(requests[1]).toMatch(/next to it$/);
  });

  it('are sent before those that refer to them by `@ref`, once; by `@forceRef` each time', async () => {
    const { requests, place } = await startRecorder();
    const cwd = folderOf({
      'main.http': `# @import ./lib.http\n\n### a\n# @ref login\nGET http://${place}/a\n\n### b\n# @ref login\nGET http://${place}/b\n\n### c\n# @forceRef login\nGET http://${place}/c\n`,
      'lib.http': `### token\nGET http://${place}/token\n\n### login\n# @ref token\nGET http://${place}/login\n`,
    });
    expect((await commandLine(['run', '--all', 'main.http'], { cwd })).code).toBe(0);
    expect(targets(requests)).toEqual(['/token', '/login', '/a', '/b', '/login', '/c'].map((path) => `GET ${path}`));
    requests.length = 0;
    expect((await commandLine(['run', '--name', 'b', 'main.http'], { cwd })).code).toBe(0);
    expect(targets(requests)).toEqual(['/token', '/login', '/b'].map((path) => `GET ${path}`));
  });

  it('give their responses to the requests that need them', async () => {
    const { requests, place } = await startRecorder();
    const cwd = folderOf({
      'main.http': `import lib.http\n\n### use\nGET http://${place}/use/{{login.response.headers.content-length}}\n`,
      'lib.http': `### login\nGET http://${place}/login\n`,
    });
    const { code } = await commandLine(['run', '--name', 'use', '--with-dependencies', 'main.http'], { cwd });
    expect(code).toBe(0);
    expect(targets(requests)).toEqual(['GET /login', 'GET /use/2']);
  });

  it('may import each other, and depend on each other in no circle', async () => {
    const { requests, place } = await startRecorder();
    const cwd = folderOf({
      'a.http': `import b.http\n\n### a\n# @ref b\nGET http://${place}/a\n`,
      'b.http': `import a.http\n\n### b\nGET http://${place}/b\n`,
      'circle.http': `### x\n# @ref y\nGET http://${place}/x\n\n### y\n# @ref x\nGET http://${place}/y\n`,
      'self.http': `###\nrun ./self.http\n`,
    });
    expect((await commandLine(['run', '--all', 'a.http'], { cwd })).code).toBe(0);
    expect(targets(requests)).toEqual(['GET /b', 'GET /a']);
    const circle = await commandLine(['run', '--all', 'circle.http'], { cwd });
    expect(circle.code).toBe(3);
    expect(circle.error).toContain('The requests depend on each other in a circle: `x` → `y` → `x`.');
    expect((await commandLine(['run', '--all', 'self.http'], { cwd })).error).toContain('in a circle');
    expect(requests).toHaveLength(2);
  });

  it('that are private send their values nowhere without the word of the user', async () => {
    const cwd = folderOf({
      'rulebook.json': '{}',
      'keys.private.http': '@key = canary\n',
      'a.http': 'import ./keys.private.http\n\n###\nGET http://service.example/?key={{key}}\n',
    });
    const { code, error } = await commandLine(['run', 'a.http'], { cwd });
    expect(code).toBe(3);
    expect(error).toContain('keys.private.http has not been sent to http://service.example before');
    expect(error).not.toContain('canary');
  });

  it('are not read outside of the workspace, also not through a link, and what is missing is named with its line', async () => {
    const { requests, place } = await startRecorder();
    const outside = folderOf({ 'secret.http': `GET http://${place}/secret\n` });
    const cwd = folderOf({
      'rulebook.json': '{}',
      'missing.http': `\nimport ./no.http\n\n###\nGET http://${place}/\n`,
      'outside.http': `import ${join(outside, 'secret.http')}\n\n###\nGET http://${place}/\n`,
      'link.http': `run ./linked.http\n`,
      'kind.http': `import ./rulebook.json\n###\nGET http://${place}/\n`,
      'unknown.http': `run #nobody\n`,
    });
    symlinkSync(join(outside, 'secret.http'), join(cwd, 'linked.http'));
    const errorOf = async (file: string) => {
      const { code, error } = await commandLine(['run', '--all', file], { cwd });
      expect(code).toBe(3);
      return error;
    };
    expect(await errorOf('missing.http')).toMatch(
      /missing\.http, line 2: \.\/no\.http cannot be imported: there is no such file/,
    );
    expect(await errorOf('outside.http')).toMatch(
      /line 1: .* cannot be imported: it lies outside of .*add --allow-outside-files/,
    );
    expect(await errorOf('link.http')).toContain('it lies outside of');
    expect(await errorOf('kind.http')).toContain('its name is not that of a request file');
    expect(await errorOf('unknown.http')).toContain('there is no request named nobody, which `run` names');
    expect(requests).toEqual([]);
  });
});

describe('what explains and copies a request', () => {
  const files = {
    'rulebook.json': '{}',
    'shared.http': '@index = of-the-import\n@size = 3\n',
    'a.http': 'import ./shared.http\n@size = 7\n\nGET http://127.0.0.1:1/{{index}}?size={{size}}\n',
    'broken.http': 'import ./missing.http\n\nGET http://127.0.0.1:1/{{index}}\n',
  };

  it('knows the variables of imported files, behind those of the file itself', async () => {
    const cwd = folderOf(files);
    for (const command of ['explain', 'curl']) {
      const { code, out } = await commandLine([command, 'a.http'], { cwd });
      expect([command, code]).toEqual([command, 0]);
      expect(out).toContain('http://127.0.0.1:1/of-the-import?size=7');
    }
  });

  it('names an import that cannot be read', async () => {
    const cwd = folderOf(files);
    for (const command of ['explain', 'curl']) {
      const { code, error } = await commandLine([command, 'broken.http'], { cwd });
      expect([command, code === 0]).toEqual([command, false]);
      expect(error).toContain('broken.http, line 1: ./missing.http cannot be imported: there is no such file');
    }
  });
});
