import { describe, expect, it } from 'vitest';
import { createLayers, type EnvironmentTable } from '../../../client/src/variables';
import { definitionLayer, layerOf, resolveIn } from '../../../engine/src/index';
import { describeSource, valuesIn } from '../../../engine/src/run/variable-layers';

const sourcesOf = (layers: Parameters<typeof valuesIn>[0], name: string) =>
  valuesIn(layers, name).map(({ value, source }) => [value, describeSource(source)]);

describe('the layers of variables', () => {
  it('take the first value, and know the ones behind it', () => {
    const layers = [
      layerOf(new Map([['a', '1']]), { kind: 'option' }),
      definitionLayer('@a = 2\r\n\r\n  @b = 3\n@a = 4\n# @c = 5\n'),
      layerOf(new Map([['c', '6']]), { kind: 'environment', environment: 'dev', place: 'x.json' }, true),
    ];
    expect(sourcesOf(layers, 'a')).toEqual([
      ['1', '--var'],
      ['4', 'line 4 of the file'],
      ['2', 'line 1 of the file'],
    ]);
    expect(resolveIn(layers)('b')).toMatchObject({ value: '3', source: { kind: 'file', line: 2 } });
    expect(resolveIn(layers)('c')).toMatchObject({ value: '6', isSecret: true });
    expect(resolveIn(layers)('d')).toBeUndefined();
  });

  it('are those of the editor in its order, with what is shared at the end', () => {
    const tables: EnvironmentTable[] = [
      { dev: { a: 'one' }, $shared: { a: 'all', s: 'shared' } },
      { dev: { a: 'two', n: 5 }, prod: { a: 'other' } },
    ];
    const layers = createLayers(
      { answers: new Map([['p', 'typed']]), tables, environment: 'dev' },
      definitionLayer('@f = 1'),
    );
    expect(sourcesOf(layers, 'a')).toEqual([
      ['one', 'environment dev of the setting rulebook.environments'],
      ['two', 'environment dev of the setting rest-client.environmentVariables'],
      ['all', 'environment $shared of the setting rulebook.environments'],
    ]);
    expect(sourcesOf(layers, '$shared s')).toEqual([
      ['shared', 'environment $shared of the setting rulebook.environments'],
    ]);
    expect(resolveIn(layers)('p')).toMatchObject({ value: 'typed', isSecret: true });
    expect(resolveIn(layers)('n')).toMatchObject({ value: '5' });
  });
});
