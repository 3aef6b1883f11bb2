import { describe, expect, it } from 'vitest';
import { extendedIn, pathFrom } from '../../../client/src/own-api/overlay-paths';

describe('what an overlay extends', () => {
  it.each([
    ['overlay: 1.1.0\nextends: ./notes.yaml\n', './notes.yaml'],
    ["extends: '../notes.yaml' # here", '../notes.yaml'],
    ['{ "overlay": "1.0.0", "extends": "notes.json" }', 'notes.json'],
    ['extends: https://example.org/openapi.yaml', undefined],
    ['extends: /etc/notes.yaml', undefined],
    ['info: { title: a }\n  extends: ./inner.yaml\n', undefined],
    ['overlay: 1.1.0\n', undefined],
  ])('is a file next to it: %j', (text, expected) => {
    expect(extendedIn(text)).toBe(expected);
  });

  it('has a path from the folder', () => {
    expect(pathFrom('/shop', '/shop/api/notes.yaml')).toBe('api/notes.yaml');
    expect(pathFrom('/shop/', '/shopping/notes.yaml')).toBeUndefined();
  });
});
