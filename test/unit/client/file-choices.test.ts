import type { Memento, Uri } from 'vscode';
import { describe, expect, it } from 'vitest';
import { createFileChoices } from '../../../client/src/configuration/file-choices';

function memento(): Memento {
  const kept = new Map<string, unknown>();
  return {
    keys: () => [...kept.keys()],
    get: (key: string) => kept.get(key),
    update: (key: string, value: unknown) => {
      // The editor keeps them as JSON.
      kept.set(key, JSON.parse(JSON.stringify(value)));
      return Promise.resolve();
    },
  } as Memento;
}

const file = (name: string) => ({ toString: () => `file:///w/${name}` }) as Uri;

describe('choices for single files', () => {
  it('hold for their file and service, until they are taken back', async () => {
    const choices = createFileChoices(memento());
    await choices.chooseEndpoint(file('a'), 'hub', 'prod');
    await choices.chooseEndpoint(file('a'), 'cluster', 'es');
    await choices.chooseEnvironment(file('a'), 'staging');
    expect(choices.of(file('a'))).toEqual({ endpoints: { hub: 'prod', cluster: 'es' }, environment: 'staging' });
    expect(choices.of(file('b'))).toEqual({});
    await choices.chooseEndpoint(file('a'), 'hub', undefined);
    await choices.chooseEnvironment(file('a'), undefined);
    expect(choices.of(file('a'))).toEqual({ endpoints: { cluster: 'es' } });
    await choices.chooseEndpoint(file('a'), 'cluster', undefined);
    expect(choices.all()).toEqual([]);
  });

  it('keep "no environment" apart from "as for all files"', async () => {
    const choices = createFileChoices(memento());
    await choices.chooseEnvironment(file('a'), '');
    expect(choices.of(file('a'))).toEqual({ environment: '' });
  });

  it('follow a file to its new name', async () => {
    const choices = createFileChoices(memento());
    await choices.chooseEnvironment(file('a'), 'staging');
    await choices.move(file('a'), file('b'));
    expect(choices.all()).toEqual([['file:///w/b', { environment: 'staging' }]]);
  });

  it('are bounded: the oldest are forgotten', async () => {
    const choices = createFileChoices(memento());
    for (let index = 0; index < 205; index++) await choices.chooseEnvironment(file(String(index)), 'dev');
    expect(choices.all().length).toBe(200);
    expect([choices.of(file('4')), choices.of(file('204'))]).toEqual([{}, { environment: 'dev' }]);
  });
});
