import { describe, expect, it } from 'vitest';
import { definitionLayer, layerOf, resolveIn } from './index';
import { describeSource, valuesIn } from './variable-layers';

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
});
