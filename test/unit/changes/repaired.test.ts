import { expect, it } from 'vitest';
import { changesBetween, concernedBy, repairText, type ConcernedLine } from '../../../packages/changes/src/index';
import { createChecker } from '../../../packages/engine/src/checking/create-checker';
import { compileText } from '../../../packages/node/src/descriptions/compile-description';
import { createOwnService } from '../../../packages/services/src/index';

/** Each case is made from a number: `CASE=7 npx vitest run test/unit/changes/repaired.test.ts` repeats one. */
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

/** What a new version does; several at once may be done to one description. */
const doings = [
  'renames a member',
  'renames a member of items',
  'needs a member',
  'needs a member of items',
  'needs a parameter',
  'needs a header field',
  'renames a value',
  'removes a member',
  'moves the path',
] as const;

/** Returns a description with what was done to it. */
function describedWith(done: ReadonlySet<(typeof doings)[number] | undefined>): string {
  const needed = (is: boolean, name: string, shape: object) => (is ? { [name]: shape } : {});
  const [ofBody, ofItems] = [done.has('needs a member'), done.has('needs a member of items')];
  const item = {
    ...{ type: 'object', additionalProperties: false, required: ofItems ? ['unit'] : [] },
    properties: {
      [done.has('renames a member of items') ? 'partName' : 'part_name']: text,
      count: { type: 'integer' },
      ...needed(ofItems, 'unit', { type: 'string', enum: ['kg', 'lb'] }),
    },
  };
  const schema = {
    ...{ type: 'object', additionalProperties: false, required: ofBody ? ['owner'] : [] },
    properties: {
      [done.has('renames a member') ? 'colourName' : 'colour_name']: { type: 'string', enum: ['light_green', 'red'] },
      ...needed(!done.has('removes a member'), 'weight', { type: 'integer' }),
      parts: { type: 'array', items: item },
      ...needed(ofBody, 'owner', { type: 'string', minLength: 2 }),
    },
  };
  const sizes = done.has('renames a value') ? 'sizes' : 'size';
  const parameters = [
    { name: 'dryRun', in: 'query', schema: { type: 'boolean' } },
    { name: 'order_by', in: 'query', schema: { type: 'string', enum: ['name', sizes] } },
    { name: 'X-Team', in: 'header', schema: text },
    ...(done.has('needs a parameter') ? [{ name: 'tenant', in: 'query', required: true, schema: text }] : []),
    ...(done.has('needs a header field') ? [{ name: 'X-Reason', in: 'header', required: true, schema: text }] : []),
  ];
  const post = {
    parameters,
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 200: { description: 'a' } },
  };
  const path = done.has('moves the path') ? '/v2/boxes/{boxId}/labels' : '/boxes/{boxId}/labels';
  const ofPath = { parameters: [{ name: 'boxId', in: 'path', required: true, schema: text }], post };
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'Depot', version: '1' }, paths: { [path]: ofPath } });
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
const optionsOf = (described: string) => {
  const compiled = compileText(described);
  if (compiled === undefined) throw new Error('not compiled');
  const services = [createOwnService(compiled, { id: 'depot', description: 'depot.json' })];
  const endpoints = [{ name: 'here', service: 'depot', baseUrl: 'http://127.0.0.1:1' }];
  return { context: { endpoints, defaults: { depot: 'here' }, services }, severities: {} };
};

it.each(cases)('repairs what is refused, and nothing else: case %i', (number) => {
  const next = chance(number);
  const base = describedWith(new Set());
  const count = 1 + next(4);
  const done = new Set(Array.from({ length: count }, () => doings[next(doings.length)]));
  const described = describedWith(done);
  const changes = changesBetween(base, described) ?? [];
  const sides = { before: optionsOf(base), after: optionsOf(described) };
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
  const { text: repaired } = repairText(request, linesOf);
  const left = linesOf(repaired);
  expect(left.filter(({ edits }) => edits !== undefined)).toEqual([]);
  // Only what has no safe repair is left.
  const hasRepairs = lines.every(({ edits }) => edits !== undefined);
  // Where the operation has moved, too, a new member has the value that the comparison proposes.
  if (hasRepairs && !done.has('moves the path')) expect(refusals(repaired).map(({ message }) => message)).toEqual([]);
  expect(repaired.startsWith('# a comment\nPOST ')).toBe(true);
});
