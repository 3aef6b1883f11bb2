import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BoundValue } from '../../../engine/src/binding/model';
import { createEngine } from '../../../engine/src/engine';
import { largeBody, blockEditOf } from '../../../engine/src/syntax/edit-block';
import type { BodyAssociation, JsonNode } from '../../../engine/src/syntax/model';
import type { RequestFile } from '../../../engine/src/syntax/request-file';
import type { TextEdit } from '../../../engine/src/text/edit';
import { lineStartsOf, positionAt } from '../../../engine/src/text/lines';

const options = { context: { endpoints: [], defaults: {} }, severities: {} };

/** A body with faults of many kinds, deep and wide, and long enough for edits to be followed. */
function largeText(of: (index: number) => string, head: string, tail: string): string {
  let text = head;
  for (let index = 0; text.length < largeBody + 3000; index++) text += `${index === 0 ? '' : ',\n'}${of(index)}`;
  return text + tail;
}

const roles = largeText(
  (index) =>
    [
      `    "role-${String(index)}": {`,
      index % 7 === 0 ? '      "cluser": ["monitor"], // misspelt' : '      "cluster": ["monitor", "monitor"],',
      index % 5 === 0
        ? '      "run_as": "nobody",'
        : '      "metadata": { "_reserved": 1, "a": { "b": [1, 2, [3]] } },',
      '      "indices": [',
      `        { "names": ["logs-${String(index)}-*"], "privileges": ["raed", "view_index_metadata"] },`,
      index % 3 === 0
        ? '        { "names": "metrics", "privileges": ["read"], "names": ["x"] }'
        : '        { "names": [] }',
      '      ]',
      '    }',
    ].join('\n'),
  '// The body of a key\n{\n  "name": "large",\n  "expiration": "1 fortnight",\n  "role_descriptors": {\n',
  '\n  }\n}\n',
);
const mappings = largeText(
  (index) =>
    `{ "a${String(index)}": { "type": "flattened", "depth_limit": "x" }, "b": { "properties": { "c": { "type": "text" } } } }`,
  '{ "type": "url", "settings": { "url": "http://example.com", "extra": [',
  '] } }',
);

const bodies: readonly (readonly [string, BodyAssociation, string])[] = [
  ['a key', { method: 'PUT', target: '/_security/api_key', at: '' }, roles],
  // What the settings may hold depends on the type, which stands beside them.
  ['a repository', { method: 'PUT', target: '/_snapshot/backup', at: '' }, mappings],
];

function edited(file: RequestFile, text: string, { span, newText }: TextEdit, engine: ReturnType<typeof createEngine>) {
  const starts = lineStartsOf(text);
  return engine.editFile(file, [{ start: positionAt(starts, span.start), end: positionAt(starts, span.end), newText }]);
}

interface PlainNode {
  readonly type: string;
  readonly place: readonly (number | undefined)[];
  readonly value: unknown;
  readonly children: readonly PlainNode[] | undefined;
}

function plainNode(node: JsonNode): PlainNode {
  const { type, offset, length, colonOffset, parent, children } = node;
  const value: unknown = node.value;
  return { type, place: [offset, length, colonOffset, parent?.offset], value, children: children?.map(plainNode) };
}

interface PlainValue {
  readonly known: readonly unknown[];
  readonly shapes: readonly unknown[];
  readonly inner: readonly (PlainValue | undefined)[];
}

function plainValue(value: BoundValue): PlainValue {
  const { name, depth, isMismatch, isOpaque, span, anchor, parent, members, items } = value;
  return {
    known: [
      name,
      depth,
      isMismatch,
      isOpaque,
      span,
      anchor,
      parent?.name,
      members.map(({ key, keySpan }) => [key, keySpan]),
    ],
    // By identity, for a shape of the catalogue can be without end.
    shapes: [value.shape.type, shapeNumber(value.shape), shapeNumber(value.declared), value.field?.name],
    inner: [...items, ...members.map((member) => member.value)].map((part) => part && plainValue(part)),
  };
}

const shapeNumbers = new WeakMap<object, number>();
let shapes = 0;
function shapeNumber(shape: object): number {
  if ('type' in shape && shape.type === 'any') return 0;
  const number = shapeNumbers.get(shape) ?? ++shapes;
  shapeNumbers.set(shape, number);
  return number;
}

/** Compares by text first: to print how two large trees differ takes minutes. */
function expectSame(known: ReturnType<typeof knownOf>, fresh: ReturnType<typeof knownOf>): void {
  for (const part of ['lines', 'findings', 'block', 'body', 'bound', 'requests'] as const) {
    const [a, b] = [String(JSON.stringify(known[part])), String(JSON.stringify(fresh[part]))];
    let from = 0;
    while (from < a.length && a[from] === b[from]) from++;
    if (a !== b)
      expect({ [part]: a.slice(from - 200, from + 200) }).toEqual({ [part]: b.slice(from - 200, from + 200) });
  }
}

/** Everything that is known of a file of one block. */
function knownOf(engine: ReturnType<typeof createEngine>, file: RequestFile) {
  const { findings, requests } = engine.check(file, options);
  const block = engine.parse(file, 0);
  const body = block.request?.body;
  const bound = engine.bind(file, 0, options.context)?.body;
  return {
    findings,
    requests,
    lines: file.blocks.lineEnds,
    block: { ...block, association: undefined, request: { ...block.request, body: undefined } },
    body:
      body?.kind === 'json'
        ? { ...body, values: body.values.map(plainNode), trees: body.trees.length, comments: 0, relaxations: [] }
        : body,
    bound: bound && plainValue(bound),
  };
}

const snippets = [
  'x',
  '"',
  '1',
  ' ',
  '\n',
  '\r\n',
  ',',
  '{',
  '}',
  ']',
  ':',
  '"key": 1, ',
  ', "cluster": ["all"]',
  '{ "names": ["a"], "privileges": ["read"] }, ',
  '"type": "fs", ',
  '// a comment\n',
  '// a comment',
  '/* a comment */',
  '/*',
  '*/',
  '{{variable}}',
  '"{{variable}}"',
  '# a comment\n',
  '\n# rulebook-ignore\n',
  '"""text"""',
  '\\',
  '}, "role": {',
];

const step = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  /** Most edits are small, and some take much away. */
  removed: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(0, 0, 1, 2) }, { weight: 1, arbitrary: fc.nat(400) }),
  newText: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...snippets) }, { weight: 1, arbitrary: fc.constant('') }),
  isUndone: fc.boolean(),
  isChecked: fc.boolean(),
});

describe.each(bodies)('the large body of %s', (_name, association, text) => {
  it('is known after any edits as when it is opened anew', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), (steps) => {
        const engine = createEngine();
        let current = text;
        let file = engine.openBody(current, association);
        engine.parse(file, 0);
        engine.check(file, options);
        const apply = (edit: TextEdit, isChecked: boolean): void => {
          file = edited(file, current, edit, engine);
          current = current.slice(0, edit.span.start) + edit.newText + current.slice(edit.span.end);
          if (!isChecked) return;
          const fresh = createEngine();
          expectSame(knownOf(engine, file), knownOf(fresh, fresh.openBody(current, association)));
        };
        for (const { at, removed, newText, isUndone, isChecked } of steps) {
          const start = Math.floor(at * current.length);
          const span = { start, end: Math.min(current.length, start + removed) };
          const former = current.slice(span.start, span.end);
          apply({ span, newText }, isChecked);
          if (isUndone) apply({ span: { start, end: start + newText.length }, newText: former }, isChecked);
        }
        apply({ span: { start: 0, end: 0 }, newText: ' ' }, true);
      }),
      { numRuns: 20 },
    );
  }, 60_000);

  it('is not read again for a letter in a text', () => {
    const engine = createEngine();
    let file = engine.openBody(text, association);
    const root = rootOf(engine, file);
    engine.check(file, options);
    const start = text.search(/(?<="(?:view|flat))/);
    file = edited(file, text, { span: { start, end: start }, newText: 'z' }, engine);
    engine.check(file, options);
    expect(rootOf(engine, file) === root).toBe(true);
    expect(blockEditOf(engine.parse(file, 0))).toBeDefined();
  });

  it('goes on with its tree when a fault is repaired', () => {
    const engine = createEngine();
    const start = text.indexOf(',', text.length / 2);
    let file = engine.openBody(text, association);
    const root = rootOf(engine, file);
    engine.check(file, options);
    file = edited(file, text, { span: { start, end: start + 1 }, newText: ';' }, engine);
    expect(engine.check(file, options).findings[0]?.some(({ rule }) => rule === 'malformed-json')).toBe(true);
    file = edited(file, text, { span: { start: start + 1, end: start + 1 }, newText: '"' }, engine);
    expect(engine.check(file, options).findings[0]?.some(({ rule }) => rule === 'malformed-json')).toBe(true);
    const faulty = `${text.slice(0, start)};"${text.slice(start + 1)}`;
    file = edited(file, faulty, { span: { start, end: start + 2 }, newText: ',' }, engine);
    const fresh = createEngine();
    expectSame(knownOf(engine, file), knownOf(fresh, fresh.openBody(text, association)));
    expect(rootOf(engine, file) === root).toBe(true);
  });
});

function rootOf(engine: ReturnType<typeof createEngine>, file: RequestFile): JsonNode | undefined {
  const body = engine.parse(file, 0).request?.body;
  return body?.kind === 'json' ? body.values[0] : undefined;
}
