import { expect, it } from 'vitest';
import { foldingOf } from '../../../engine/src/features/folding';
import { parseBlock } from '../../../engine/src/syntax/parse-block';

it('folds each of very many objects', () => {
  const count = 1_000_000;
  const block = parseBlock(`PUT /_security/api_key\n\n[\n${Array(count).fill('{\n}').join(',\n')}\n]\n`);
  // The request and the list are two more.
  expect(foldingOf(block)).toHaveLength(count + 2);
});
