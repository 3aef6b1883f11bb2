import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { productNames, serviceNames } from '../../packages/services/src/names';
import { eventOptions, playedServers, startOptions } from '../../packages/services/src/played-servers';
import { catalogue } from '../../packages/services/src/registry';
import { productFiles } from './files';

const root = join(import.meta.dirname, '../..');

const operations = catalogue.services.flatMap((service) => service.operations);

/**
 * What belongs to one service: its folder, its id, the folders of further products, ids of its operations, the endpoints and titles of its servers in the sandbox, and its
 * options of the command line.
 */
const names = [
  ...serviceNames,
  ...Object.keys(productNames),
  ...catalogue.services.map(({ title }) => title),
  ...playedServers.flatMap(({ endpoint, title }) => [endpoint, title]),
  ...[...startOptions, ...eventOptions].map(({ flags }) => flags.split(' ')[0] ?? ''),
  ...operations.map(({ id }) => id),
];

/** The kinds of resources. They are also words of messages, so that only a string of the word alone is a fact. */
const kinds = operations.flatMap(({ effect }) => (effect === undefined ? [] : [effect.life.kind]));

/** A header field of a vendor; those of the sandbox itself are not. */
const vendorHeader = /\bX-(?!Sandbox-)[A-Z][A-Za-z]*(?:-[A-Za-z0-9]+)*/g;

/** Files outside the services' folders that may name them, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'packages/sender/src/configuration/endpoint-shape.ts': 'the reference shows by an example what a vendor is',
  'packages/rulesets/src/read-ruleset.ts': 'a message shows by an example how a place of a request is written',
  'packages/checker/src/rules/unavailable-element.ts': 'its page names the products of an example',
  'client/src/browser-main.ts': 'the names of files that a browser fetches',
};

/** Returns the code of a file: an example in a comment names a service for people, not for the program. */
export function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*/g, '');
}

/** Returns the names that the code of a file contains as whole words. */
export function namesIn(source: string): readonly string[] {
  const code = withoutComments(source);
  const isWritten = (name: string) => new RegExp(`(?<![\\w-])${name.replaceAll('.', '\\.')}(?![\\w-])`, 'i').test(code);
  const isKind = (word: string) => ["'", '"', '`'].some((quote) => code.includes(`${quote}${word}${quote}`));
  const found = [...names.filter(isWritten), ...kinds.filter(isKind), ...(code.match(vendorHeader) ?? [])];
  return [...new Set(found)];
}

const files = productFiles(['packages', 'server', 'client', 'cli']).filter(
  (file) => !file.startsWith('packages/services/src/'),
);

describe('names of services', () => {
  it('are found in code, and not in comments or longer words', () => {
    expect(namesIn("const id = 'code-hosting.hooks.update';")).toEqual(['code-hosting', 'code-hosting.hooks.update']);
    expect(namesIn("import x from '@rulebook/search-cluster/facts/service';")).toEqual(['search-cluster']);
    expect(
      namesIn('// A stable id such as `code-hosting.hooks.update`.\n/** `search-cluster` */\nconst x = 1;'),
    ).toEqual([]);
    expect(namesIn("const other = 'my-search-cluster-2';")).toEqual([]);
    expect(namesIn("const help = 'Port of the code host, or `--path-repo`';")).toEqual(['code host', '--path-repo']);
  });

  it('are also kinds of resources and header fields of vendors', () => {
    expect(namesIn("type Kind = 'webhook' | 'follower-index';")).toEqual(['follower-index', 'webhook']);
    expect(namesIn("const text = 'not sent: the webhook has no URL';")).toEqual([]);
    expect(namesIn("const exposed = 'ETag, X-GitHub-Request-Id';")).toEqual(['X-GitHub-Request-Id']);
    expect(namesIn("const own = 'X-Sandbox-Example';")).toEqual([]);
  });

  it('are in the folders of the services only', () => {
    const found = files.flatMap((file) => {
      const here = namesIn(readFileSync(join(root, file), 'utf8'));
      return here.length === 0 || file in exceptions ? [] : [`${file}: ${here.join(', ')}`];
    });
    const advice = 'What holds for one service is a fact of its folder in services/.';
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
