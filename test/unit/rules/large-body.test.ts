import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BoundValue } from '../../../packages/checker/src/binding/model';
import { createEngine } from '../../../packages/engine/src/create-engine';
import type { BlockRule } from '../../../packages/checker/src/rules/rule';
import { rules as allRules } from '../../../packages/services/src/rules';
import { largeBody } from '../../../packages/request-file/src/syntax/bodies/parse-body';
import type { Block, BodyAssociation } from '../../../packages/request-file/src/syntax/model';
import type { JsonNode } from '../../../packages/json/src/json-node';
import type { RequestFile } from '../../../packages/request-file/src/syntax/request-file';
import type { TextEdit } from '../../../packages/text/src/edit';
import { lineStartsOf, positionAt } from '../../../packages/text/src/lines';
import { triesOf } from '../../sample';

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
  // What the settings may hold depends on the type, which is next to them.
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

/** Everything that is known of the first block of a file. */
function knownOf(engine: ReturnType<typeof createEngine>, file: RequestFile) {
  const { findings, requests } = engine.check(file, options);
  const block = engine.parse(file, 0);
  const bound = engine.bind(file, 0, options.context);
  return {
    findings,
    requests,
    lines: file.blocks.lineEnds,
    block: { ...block, association: undefined, request: { ...block.request, body: undefined }, response: undefined },
    body: plainBody(block),
    bound: [bound?.body, ...(bound?.lines ?? []).map(({ value }) => value), bound?.responseBody].map(
      (value) => value && plainValue(value),
    ),
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

/** Lines of which each second one says what the next one is. */
const lines = largeText(
  (index) =>
    `{ "create": { "_index": "logs-${String(index)}", "_idd": "1" } }\n{ "@timestamp": "2026-01-01", "message": "{{message}}" }`,
  '{ "index": { "_index": "logs" } }\n{ "message": 1 }\n',
  '\n',
).replaceAll(',\n', '\n');

/** The file, and where its large body begins. */
interface Case {
  readonly name: string;
  readonly text: string;
  readonly association?: BodyAssociation;
}

const variables = roles
  .replaceAll('"nobody"', '"{{user}}"')
  .replaceAll('"role-1', '"{{role}}-1')
  .replaceAll('[1, 2, [3]]', '[{{list}}] # no\n');
const cases: readonly Case[] = [
  ...bodies.map(([name, association, text]) => ({ name, association, text })),
  { name: 'a key with variables', association: bodies[0]?.[1] as BodyAssociation, text: variables },
  { name: 'a request', text: `PUT /_security/api_key\n\n${roles}\n### The next\nGET /\n` },
  { name: 'a request with variables', text: `### One\nPUT {{host}}/_security/api_key\n\n${variables}\n` },
  {
    name: 'a broken request with lines like others',
    text: `@user = ann\nPUT /_security/api_key\n\n${variables
      .replaceAll('"cluser"', '"cluser')
      .replaceAll(/"metadata": (.*\n)/g, '"metadata": $1get /_cluster/health\n@timestamp = 1\n')
      .replaceAll('\n', '\r\n')}\r\n\r\n### The next\nGET /\n`,
  },
  { name: 'a request of lines', text: `POST /_bulk\nContent-Type: application/x-ndjson\n\n${lines}\n` },
  { name: 'a response', text: `PUT /_security/api_key\n\n{ "name": "k" }\n\nHTTP/1.1 200 OK\n\n${roles}\n` },
  {
    name: 'a request of an unknown service',
    text: `PUT https://example.com/a\nContent-Type: application/json\n\n${roles}\n`,
  },
];

function opened(engine: ReturnType<typeof createEngine>, text: string, { association }: Case): RequestFile {
  return association === undefined ? engine.openFile(text) : engine.openBody(text, association);
}

describe.each(cases)('the large body of $name', (one) => {
  const { text } = one;
  it('is known after any edits as when it is opened anew', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), (steps) => {
        const engine = createEngine();
        let current = text;
        let file = opened(engine, current, one);
        engine.check(file, options);
        const apply = (edit: TextEdit, isChecked: boolean): void => {
          const former = engine.parse(file, 0);
          const before = isChecked ? JSON.stringify(plainBody(former)) : '';
          file = edited(file, current, edit, engine);
          current = current.slice(0, edit.span.start) + edit.newText + current.slice(edit.span.end);
          if (!isChecked) return;
          const fresh = createEngine();
          expectSame(knownOf(engine, file), knownOf(fresh, opened(fresh, current, one)));
          expect(JSON.stringify(plainBody(former)) === before).toBe(true);
        };
        for (const { at, removed, newText, isUndone, isChecked } of steps) {
          const start = Math.floor(at * current.length);
          const span = { start, end: Math.min(current.length, start + removed) };
          const former = current.slice(span.start, span.end);
          apply({ span, newText }, isChecked);
          if (isUndone) apply({ span: { start, end: start + newText.length }, newText: former }, isChecked);
        }
        apply({ span: { start: current.length, end: current.length }, newText: ' ' }, true);
      }),
      { numRuns: triesOf(5) },
    );
  }, 120_000);
});

/** An engine that counts the values and nodes that rules look at. */
function countingEngine() {
  const counts = { values: 0, nodes: 0 };
  const [any] = allRules.filter((rule) => rule.scope === 'block');
  if (any === undefined) throw new Error('no rule');
  const { id, category, severity, since, docs } = any;
  const counting: BlockRule = {
    ...{ id, category, severity, since, docs, scope: 'block' },
    value: () => void counts.values++,
    node: () => void counts.nodes++,
  };
  return { counts, engine: createEngine({ rules: [counting] }) };
}

/** What is in a body from before a key, far from it. */
const breaks: Readonly<Record<string, string>> = {
  'valid body': '"$1":',
  'body with a missing quote': '"$1:',
  'body with an open comment': '/* "$1":',
};

/** When it is broken, little of a body may be known. */
const few = 8;

const known = cases.filter(({ name }) => !name.includes('unknown'));

describe.each(Object.keys(breaks))('a key in a large %s', (kind) => {
  it.each(known)('makes the rules look at few values: $name', (one) => {
    const { counts, engine } = countingEngine();
    let current = one.text.replace(/"(names|_index|depth_limit)":/, breaks[kind] ?? '');
    let file = opened(engine, current, one);
    engine.check(file, options);
    const all = { ...counts };
    const quote = current.indexOf('"', current.length / 2);
    for (const [index, newText] of ['x', 'y', ';', 'z'].entries()) {
      const at = quote + 1 + index;
      Object.assign(counts, { values: 0, nodes: 0 });
      file = edited(file, current, { span: { start: at, end: at }, newText }, engine);
      current = current.slice(0, at) + newText + current.slice(at);
      engine.check(file, options);
      expect(counts.values, newText).toBeLessThanOrEqual(Math.max(few, all.values / 20));
      expect(counts.nodes, newText).toBeLessThanOrEqual(Math.max(few, all.nodes / 20));
    }
  });
});

function plainBody({ request, response }: Block): unknown {
  return [request?.body, response?.body].map((body) => (body?.kind === 'json' ? body.values.map(plainNode) : body));
}
