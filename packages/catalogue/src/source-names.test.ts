import { describe, expect, it } from 'vitest';
import type { DescribedSource } from './facts';
import { placeInSource } from './source-names';

const source: DescribedSource = { kind: 'described', service: 'shop', title: 'Shop', version: '1', pointer: '#/info' };

describe('the place of a described fact', () => {
  it('is not named where no one can look', () => {
    expect(placeInSource(source)).toBeUndefined();
  });

  it.each([
    ['shop.yaml', '#/info', 'shop.yaml#/info'],
    ['./api/shop.yaml', '#/info', './api/shop.yaml#/info'],
    ['./api/shop.yaml', 'models.yaml#/Pet', 'api/models.yaml#/Pet'],
    ['./api/shop.yaml', '../common/./models.yaml#/a~1../b', 'common/models.yaml#/a~1../b'],
    ['api/shop.yaml', '../../models.yaml#/Pet', '../models.yaml#/Pet'],
  ])('in %s at %s is %s', (file, pointer, place) => {
    expect(placeInSource({ ...source, file, pointer })).toBe(place);
  });
});
