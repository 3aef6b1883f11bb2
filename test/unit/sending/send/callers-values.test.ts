import { expect, it } from 'vitest';
import { createEngine } from '../../../../packages/engine/src/index';
import { readLinkedFiles, runOrder } from '../../../../packages/sender/src/send/index';
import { resolveIn, layerOf, definitionLayer } from '../../../../packages/sender/src/variables/index';
import { createFiller } from '../../../../packages/sender/src/variables/resolve-variables';

const engine = createEngine();
const system = { now: () => 0, guid: () => '', random: () => 0, environment: () => undefined };

const called = '@EMAIL = other@test.example\n@DOMAIN = other\n\n### CREATE\nPOST http://localhost/users?e={{EMAIL}}\n';

/** Returns the target of the last request of a run, whose first file imports the other one. */
function sent(caller: string): string {
  const linked = readLinkedFiles('a.http', engine.openFile(caller), {
    read: () => ({ location: 'b.http', text: called }),
    open: (text) => engine.openFile(text),
    parse: (block) => engine.parseBlock(block),
  });
  const root = linked.files.get('a.http');
  const order = runOrder(
    linked,
    [...(root?.file.blocks ?? [])].map((_, index) => index),
    {
      parse: ({ file }, block) => engine.parse(file, block),
    },
  );
  const step = 'steps' in order ? order.steps.at(-1) : undefined;
  const file = step && linked.files.get(step.location)?.file;
  const plan =
    file && step && engine.plan(file, step.block, { context: { endpoints: [], defaults: {} }, severities: {} });
  if (!plan) throw new Error('There is no request.');
  const layers = [layerOf(step.given, { kind: 'option' }), definitionLayer(called)];
  const filler = createFiller(resolveIn(layers, plan.line), system);
  return filler.fill(plan.target);
}

it.each([
  ['the definition of the caller', '@EMAIL = mine\n### x\nrun #CREATE (@EMAIL={{EMAIL}})\n', 'mine'],
  ['the one above the line', '@EMAIL = a\n###\nrun #CREATE (@EMAIL={{EMAIL}})\n###\n@EMAIL = b\n', 'a'],
  ['names in its value', '@DOMAIN = d\n@EMAIL = me@{{DOMAIN}}\n###\nrun #CREATE (@EMAIL={{EMAIL}}.org)\n', 'me@d.org'],
  ['a name that only the other file defines', 'import ./b.http\n###\nrun #CREATE (@EMAIL={{DOMAIN}})\n', 'other'],
])('gives %s to the request that `run` names', (_, text, value) => {
  const withImport = text.includes('import') ? text : `import ./b.http\n\n${text}`;
  expect(sent(withImport)).toBe(`http://localhost/users?e=${value}`);
});
