import { describe, expect, it, vi } from 'vitest';
import { createEngine } from '../../../packages/engine/src/create-engine';
import { largeBody } from '../../../packages/request-file/src/syntax/bodies/parse-body';

const options = { context: { endpoints: [], defaults: {} }, severities: {} };

const role = (index: number): string =>
  `    "role-${String(index)}": {\n      "cluster": ["monitor"],\n      "indices": [\n        { "names": ["logs-${String(index)}-*"], "privileges": ["read"] }\n      ]\n    }`;
const roles = Array.from({ length: (4 * largeBody) / 100 }, (_, index) => role(index));
const body = `{\n  "name": "large",\n  "role_descriptors": {\n${roles.join(',\n')}\n  }\n}\n`;

/** Opens a text as a request, and as a file that is its body. */
const cases = {
  'a request': (engine: Engine, text: string) => engine.openFile(text),
  'a file that is a body': (engine: Engine, text: string) =>
    engine.openBody(text, { method: 'PUT', target: '/_security/api_key', at: '' }),
};

type Engine = ReturnType<typeof createEngine>;

/** What looks into a text, for which the engine of JavaScript puts its pieces together. */
const lookers = ['slice', 'substring', 'indexOf', 'lastIndexOf', 'includes', 'charCodeAt', 'split', 'trim'] as const;

/** Returns the names of the functions that looked into a text of this length meanwhile. */
function lookersInto(length: number, task: () => void): readonly string[] {
  const found: string[] = [];
  const spies = lookers.map((name) => vi.spyOn(String.prototype, name));
  const expressions = (['test', 'exec'] as const).map((name) => vi.spyOn(RegExp.prototype, name));
  try {
    task();
    for (const [index, spy] of spies.entries())
      if (spy.mock.contexts.some((text) => String(text).length >= length)) found.push(lookers[index] ?? '');
    for (const spy of expressions) if (spy.mock.calls.some(([text]) => text.length >= length)) found.push('RegExp');
  } finally {
    for (const spy of [...spies, ...expressions]) spy.mockRestore();
  }
  return found;
}

describe.each(Object.entries(cases))('a key in a string of a large body of %s', (name, open) => {
  it('looks into nothing but the pieces of the text around it', () => {
    const text = name === 'a request' ? `PUT /_security/api_key\n\n${body}` : body;
    const engine = createEngine();
    let file = open(engine, text);
    engine.check(file, options);
    const line = text.slice(0, text.indexOf('"logs-100-')).split('\n').length - 1;
    const type = (character: number): void => {
      file = engine.editFile(file, [{ start: { line, character }, end: { line, character }, newText: 'x' }]);
      engine.check(file, options);
    };
    // The first edits cut the text into pieces.
    type(25);
    type(26);
    const found = lookersInto(largeBody, () => {
      type(27);
    });
    expect(found).toEqual([]);
    const fresh = createEngine();
    const anew = fresh.check(open(fresh, engine.textOf(file)), options);
    expect(engine.check(file, options).findings).toEqual(anew.findings);
  });
});
