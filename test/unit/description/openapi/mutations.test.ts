import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { compileOpenApi } from '../../../../packages/description/src/openapi/compile';
import { descriptions, serviceOf, strictEngine, treeOf } from './corpus';
import { mutated, randomFrom } from './mutated';
import { sampleRequests } from './sample-requests';
import { isSampled, sampled, triesAll, triesOf } from '../../../sample';

const shop: unknown = parse(readFileSync(join(import.meta.dirname, '../../../descriptions/shop.yaml'), 'utf8'));

/** Small descriptions, of which many can be tried. */
const trees: readonly unknown[] = [
  shop,
  ...descriptions.filter((path) => path.startsWith('museum') || path.endsWith('.json')).map((path) => treeOf(path)),
];
const rounds = triesAll ? 5_000 : 300;

describe('a description with mistakes anywhere', () => {
  it(`is compiled, and its requests are checked, explained and completed, ${rounds} times ${sampled}`, () => {
    const engine = strictEngine();
    let operations = 0;
    for (let seed = 0; seed < rounds; seed++) {
      if (!isSampled(seed)) continue;
      const random = randomFrom(seed);
      const tree = mutated(trees[Math.floor(random() * trees.length)], random);
      const compiled = compileOpenApi(tree, { readFile: () => ({ cause: 'there is no such file' }) });
      // A file keeps the compiled form.
      expect(JSON.stringify(compiled), `seed ${seed}`).toBeDefined();
      const service = serviceOf(compiled);
      const operation = service.operations[Math.floor(random() * service.operations.length)];
      if (operation === undefined) continue;
      operations++;
      for (const { text } of sampleRequests(operation)) {
        const file = engine.openFile(text);
        engine.check(file, service.options);
        const words = [...text.matchAll(/[\w$.-]+/g)].slice(0, 20);
        for (const { index } of words) engine.hover(file, 0, index, service.options);
        for (const { index } of words.slice(0, 5)) engine.complete(file, 0, index, service.options);
        expect(engine.plan(file, 0, service.options), `seed ${seed}`).toBeDefined();
      }
    }
    expect(operations).toBeGreaterThan(triesOf(rounds) / 2);
  });
});
