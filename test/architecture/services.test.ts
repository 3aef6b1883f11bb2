import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serviceNames } from '../../engine/src/services/names';
import { playedServers } from '../../engine/src/services/played-servers';
import { catalogue } from '../../engine/src/services/registry';

const root = join(import.meta.dirname, '../..');

/** What belongs to one service: its folder, its id, ids of its operations, and the endpoints of its servers in the sandbox. */
const names = [
  ...serviceNames,
  ...playedServers.map(({ endpoint }) => endpoint),
  ...catalogue.services.flatMap(({ operations }) => operations.map(({ id }) => id)),
];

/** Files outside the services' folders that may name them, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'engine/src/rules/rules.ts': 'the generated list of all rules, some of which stand in the folders of services',
  'engine/src/rules/house/read-ruleset.ts': 'a message shows by an example how a place of a request is written',
};

/** Returns the code of a file: an example in a comment names a service for people, not for the program. */
export function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*/g, '');
}

/** Returns the names that the code of a file contains as whole words. */
export function namesIn(source: string): readonly string[] {
  const code = withoutComments(source);
  return names.filter((name) => new RegExp(`(?<![\\w-])${name.replaceAll('.', '\\.')}(?![\\w-])`).test(code));
}

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => /^(engine|server|client|cli|platform)\/.*\.ts$/.test(file) && existsSync(join(root, file)))
  .filter((file) => !file.startsWith('engine/src/services/'));

describe('names of services', () => {
  it('are found in code, and not in comments or longer words', () => {
    expect(namesIn("const id = 'code-hosting.hooks.update';")).toEqual(['code-hosting', 'code-hosting.hooks.update']);
    expect(namesIn("import x from '../services/search-cluster/catalogue/service';")).toEqual(['search-cluster']);
    expect(
      namesIn('// A stable id such as `code-hosting.hooks.update`.\n/** `search-cluster` */\nconst x = 1;'),
    ).toEqual([]);
    expect(namesIn("const other = 'my-search-cluster-2';")).toEqual([]);
  });

  it('stand in the folders of the services only', () => {
    const found = files.flatMap((file) => {
      const here = namesIn(readFileSync(join(root, file), 'utf8'));
      return here.length === 0 || file in exceptions ? [] : [`${file}: ${here.join(', ')}`];
    });
    const advice = 'What holds for one service is a fact of its folder in engine/src/services.';
    expect(files.length).toBeGreaterThan(100);
    expect(found, advice).toEqual([]);
  });

  it('have no exceptions that are not needed', () => {
    const needless = Object.keys(exceptions).filter(
      (file) => !files.includes(file) || namesIn(readFileSync(join(root, file), 'utf8')).length === 0,
    );
    expect(needless).toEqual([]);
  });
});
