import { expect, it } from 'vitest';
import type { CodeLens } from 'vscode';
import { createNeededLenses } from '../../../client/src/server/needed-lenses';

const lens = (...names: readonly string[]): CodeLens =>
  ({
    command: { title: '', command: 'rulebook.sendWithDependencies', arguments: ['a', 3, ...names] },
  }) as unknown as CodeLens;

it('is shown as long as a request was not sent, and names it', () => {
  const sent = new Set<string>();
  const needed = createNeededLenses(() => ({
    sourceOf: (variable) => {
      const request = variable.split('.')[0] ?? '';
      return sent.has(request) ? { request, isOfRequest: false } : undefined;
    },
  }));
  const other = { command: { title: 'Send', command: 'rulebook.send' } } as CodeLens;
  const shown = () => needed.shownOf('a', [other, lens('login', 'two')]).map(({ command }) => command?.title);
  expect(shown()).toEqual(['Send', 'Send login, Then This']);
  expect(needed.areShown()).toBe(true);
  sent.add('login');
  expect(shown()).toEqual(['Send', 'Send two, Then This']);
  sent.add('two');
  expect(shown()).toEqual(['Send']);
  expect(needed.areShown()).toBe(false);
});
