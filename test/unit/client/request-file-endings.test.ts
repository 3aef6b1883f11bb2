import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, it } from 'vitest';
import { requestFileEndings } from '../../../packages/request-file/src/syntax/index';

const root = join(import.meta.dirname, '../../..');

it('are the same wherever the editor looks for request files', () => {
  const files = ['client', 'server'].flatMap((part) => globSync(`${part}/src/**/*.ts`, { cwd: root }));
  const others = ['package.json', ...files].flatMap((file) =>
    // Conditions of menus name languages, not endings.
    [
      ...readFileSync(join(root, file), 'utf8')
        .replaceAll(/(?:editor|resource)LangId =~ \S+/g, '')
        .matchAll(/\{(http,[\w,]*)\}|\(\?:(http\|[\w|]*)\)/g),
    ]
      .map(([whole, glob = '', pattern = '']) => ({ whole, endings: (glob || pattern).split(/[,|]/) }))
      .filter(({ endings }) => requestFileEndings.some((ending) => !endings.includes(ending)))
      .map(({ whole }) => `${file}: ${whole}`),
  );
  expect(others).toEqual([]);
});

it('are those of the language', () => {
  const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly contributes: {
      readonly languages: readonly { readonly id: string; readonly extensions?: readonly string[] }[];
    };
  };
  const http = contributes.languages.find(({ id }) => id === 'http');
  expect(http?.extensions).toEqual(requestFileEndings.map((ending) => `.${ending}`));
});
