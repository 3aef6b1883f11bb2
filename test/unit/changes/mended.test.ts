import { expect, it } from 'vitest';
import { changesBetween, concernedBy, mendText, type ConcernedLine } from '../../../packages/changes/src/index';
import { createChecker } from '../../../packages/engine/src/checking/create-checker';
import { compileText } from '../../../packages/node/src/descriptions/compile-description';
import { createOwnService } from '../../../packages/services/src/index';

/** Each case is made from a number: `CASE=7 npx vitest run test/unit/changes/mended.test.ts` repeats one. */
const cases =
  process.env.CASE === undefined ? Array.from({ length: 60 }, (_, index) => index) : [Number(process.env.CASE)];

/** Returns numbers that look like chance, and are the same for the same start. */
function chance(start: number): (below: number) => number {
  let state = start * 2_654_435_761 + 1;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

const text = { type: 'string' };
const base = () => ({
  openapi: '3.1.0',
  info: { title: 'Depot', version: '1' },
  paths: {
    '/boxes/{boxId}/labels': {
      parameters: [{ name: 'boxId', in: 'path', required: true, schema: text }] as any[],
      post: {
        parameters: [
          { name: 'dryRun', in: 'query', schema: { type: 'boolean' } },
          { name: 'order_by', in: 'query', schema: { type: 'string', enum: ['name', 'size'] } },
          { name: 'X-Team', in: 'header', schema: text },
        ] as any[],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                additionalProperties: false,
                properties: {
                  colour_name: { type: 'string', enum: ['light_green', 'red'] },
                  weight: { type: 'integer' },
                  parts: {
                    type: 'array',
                    items: {
                      type: 'object',
                      additionalProperties: false,
                      properties: { part_name: text, count: { type: 'integer' } },
                    },
                  },
                } as Record<string, any>,
              },
            },
          },
        },
        responses: { 200: { description: 'a' } },
      },
    },
  } as Record<string, any>,
});

type Described = ReturnType<typeof base>;

const operationIn = ({ paths }: Described) => Object.values(paths)[0].post;
const bodyIn = (described: Described) => operationIn(described).requestBody.content['application/json'].schema;
const itemIn = (described: Described) => bodyIn(described).properties.parts.items;

/** What a new version does; several at once may be done to one description. */
const doings: readonly ((described: Described) => void)[] = [
  (one) => renamed(bodyIn(one).properties, 'colour_name', 'colourName'),
  (one) => renamed(itemIn(one).properties, 'part_name', 'partName'),
  (one) => required(bodyIn(one), 'owner', { type: 'string', minLength: 2 }),
  (one) => required(itemIn(one), 'unit', { type: 'string', enum: ['kg', 'lb'] }),
  (one) => operationIn(one).parameters.push({ name: 'tenant', in: 'query', required: true, schema: text }),
  (one) => operationIn(one).parameters.push({ name: 'X-Reason', in: 'header', required: true, schema: text }),
  (one) => {
    operationIn(one).parameters[1].schema.enum = ['name', 'sizes'];
  },
  (one) => {
    delete bodyIn(one).properties.weight;
  },
  (one) => {
    const [path = '', item] = Object.entries(one.paths)[0] ?? [];
    delete one.paths[path];
    one.paths[path.replace('/boxes', '/v2/boxes')] = item;
  },
];

function renamed(members: Record<string, any>, from: string, to: string): void {
  members[to] = members[from];
  delete members[from];
}

function required(schema: Record<string, any>, name: string, shape: object): void {
  schema.required = [...(schema.required ?? []), name];
  schema.properties[name] = shape;
}

/** Returns a request with some of what there is, laid out in several ways. */
function requestBy(next: (below: number) => number): string {
  const query = ['dryRun=true', ['order_by=size', 'order_by={{order}}'][next(2)]].filter(() => next(2) === 0);
  const members = [
    ['"colour_name": "red"', '"colour_name": "{{colour}}"'][next(2)],
    ...(next(2) === 0 ? ['"weight": 3'] : []),
    ...(next(2) === 0
      ? [['"parts": []', '"parts": [{}]', '"parts": [{ "part_name": "a" }, { "count": 2 }]'][next(3)]]
      : []),
  ];
  const body = next(2) === 0 ? `{ ${members.join(', ')} }` : `{\n  ${members.join(',\n  ')}\n}`;
  const headers = next(2) === 0 ? 'X-Team: a\n' : '';
  const line = `POST /boxes/${['7', '{{box}}'][next(2)]}/labels${query.length === 0 ? '' : `?${query.join('&')}`}`;
  return `# a comment\n${line}\nContent-Type: application/json\n${headers}\n${body}\n`;
}

const checker = createChecker();
const optionsOf = (described: Described) => {
  const compiled = compileText(JSON.stringify(described));
  if (compiled === undefined) throw new Error('not compiled');
  const services = [createOwnService(compiled, { id: 'depot', description: 'depot.json' })];
  const endpoints = [{ name: 'here', service: 'depot', baseUrl: 'http://127.0.0.1:1' }];
  return { context: { endpoints, defaults: { depot: 'here' }, services }, severities: {} };
};

it.each(cases)('mends what is refused, and nothing else: case %i', (number) => {
  const next = chance(number);
  const described = base();
  const count = 1 + next(4);
  for (const doing of new Set(Array.from({ length: count }, () => doings[next(doings.length)]))) doing?.(described);
  const changes = changesBetween(JSON.stringify(base()), JSON.stringify(described)) ?? [];
  const sides = { before: optionsOf(base()), after: optionsOf(described) };
  const linesOf = (now: string): readonly ConcernedLine[] =>
    concernedBy({ reader: checker, service: 'depot', changes }, [
      { name: 'a.http', text: now, file: checker.openFile(now), ...sides },
    ]).lines;
  const refusals = (now: string) =>
    checker
      .check(checker.openFile(now), sides.after)
      .findings.flat()
      .filter(
        ({ severity, rule }) => (severity === 'error' || severity === 'warning') && rule !== 'undefined-variable',
      );
  const request = requestBy(next);
  const lines = linesOf(request);
  // What the new description finds is said, and what is said has a change.
  if (refusals(request).length > 0) expect(lines.some(({ isProved }) => isProved)).toBe(true);
  if (changes.length === 0) expect(lines).toEqual([]);
  const { text: mended } = mendText(request, linesOf);
  const left = linesOf(mended);
  expect(left.filter(({ edits }) => edits !== undefined)).toEqual([]);
  // Only what has no safe mend is left.
  const hasMends = lines.every(({ edits }) => edits !== undefined);
  // Where the operation has moved, too, a new member has the value that the comparison proposes.
  const isMoved = !('/boxes/{boxId}/labels' in described.paths);
  if (hasMends && !isMoved) expect(refusals(mended).map(({ message }) => message)).toEqual([]);
  expect(mended.startsWith('# a comment\nPOST ')).toBe(true);
});
