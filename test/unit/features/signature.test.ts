import { expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { endpoints, openMarked } from './check-feature';

/** The part of the signature at the mark that is active; undefined where there is no signature. */
function activeAt(marked: string): string | undefined {
  const { file, block, offset } = openMarked(marked);
  const signature = createEngine().signature(file, block, offset, endpoints);
  if (signature === undefined) return undefined;
  const { span } = signature.parameters[signature.active ?? -1] ?? {};
  return span === undefined ? 'none' : signature.label.slice(span.start, span.end);
}

it.each([
  ['GET<|> /repos/o/r/hooks', undefined],
  ['GET <|>/repos/o/r/hooks', 'none'],
  ['GET /repos/<|>o/r/hooks', '{owner}'],
  ['GET /repos/o/r<|>/hooks', '{repo}'],
  ['GET /repos/o/r/hooks?per_<|>page=3', 'per_page'],
  ['GET /repos/o/r/hooks<|>', 'none'],
  ['GET /repos/o/r/hooks\n<|>', undefined],
  ['GET /made/<|>up', undefined],
])('the signature at %j', (marked, expected) => {
  expect(activeAt(marked)).toBe(expected);
});
