import { describe, expect, it } from 'vitest';
import { bindBlock } from '../../../packages/checker/src/binding/bind-block';
import type { CheckContext } from '../../../packages/checker/src/binding/model';
import { isReservedWord } from '../../../packages/paths/src/reserved-word';
import type { Service } from '../../../packages/catalogue/src/service';
import { catalogue as documented } from '../../../packages/services/src/registry';
import { parseBlock } from '../../../packages/request-file/src/syntax/parse-block';
import { base, pathOf, published, publishedCatalogue as catalogue } from './published';

/** Why a path may lead to another operation than the one that it was made of. */
const exceptions: readonly { readonly path: RegExp; readonly reason: string }[] = [
  { path: /^\/_inference\/\{task_type\}\/\{\w+_inference_id\}$/, reason: 'the form of the general operation' },
  {
    path: /^\/_inference\/\{task_type\}\/\{inference_id\}$/,
    reason: 'the first task type has an operation of its own',
  },
];

describe.each(Object.keys(published))('the published description of %s', (id) => {
  const service = base.services.find((one) => one.id === id);
  if (service === undefined) throw new Error(`no service ${id}`);
  const { operations } = catalogue.whole?.(service) ?? service;
  const endpoint = { name: 'e', service: id, baseUrl: 'http://e.example' };
  const context: CheckContext = { endpoints: [endpoint], defaults: {} };

  it('has every operation at its own path', () => {
    const wrong: string[] = [];
    const used = new Set<string>();
    for (const operation of operations) {
      for (const method of operation.methods) {
        const path = pathOf(operation);
        const block = parseBlock(`# @endpoint e\n${method} ${path}\n`, undefined, () => false);
        const found = bindBlock(block, context, catalogue);
        if (found?.operation?.id === operation.id) continue;
        const exception = exceptions.find((one) => one.path.test(operation.path));
        if (exception && found?.operation) used.add(exception.reason);
        else wrong.push(`${method} ${operation.path}: ${found?.operation?.path ?? found?.match.kind}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(operations.length).toBeGreaterThan(700);
    if (documented.services.find((one) => one.id === id)?.fallbackDescriptions?.some((one) => one.hasReservedWords)) {
      const wordless = operations.filter(({ path }) => !/^\/[^/]*$/.test(path) && !hasReservedWord(path, service));
      expect(wordless.map(({ path }) => path)).toEqual([]);
    }
    expect([...used].sort()).toEqual(id === 'search-cluster' ? exceptions.map(({ reason }) => reason).sort() : []);
  });
});

function hasReservedWord(path: string, service: Service): boolean {
  return path
    .split('/')
    .some((text) => isReservedWord({ text, span: { start: 0, end: 0 }, hasPlaceholder: false }, service));
}
