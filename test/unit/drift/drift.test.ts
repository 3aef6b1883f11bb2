import { describe, expect, it } from 'vitest';
import {
  driftMarkdown,
  driftOf,
  driftText,
  knownExchanges,
  reaches,
  resourceReadsOf,
  type SeenExchange,
} from '../../../packages/sandbox/src/drift/index';
import { serviceOf } from '../../sandbox/played/library';
import { answered, notes } from './notes';

const service = serviceOf(notes, 'notes');

function compared(...exchanges: readonly SeenExchange[]) {
  const { known, others } = knownExchanges(service, exchanges);
  return driftOf(service, known, { others, unasked: [], unsent: [], requests: exchanges.length });
}

/** Returns the differences as `level kind place: described -> seen`. */
function differences(...exchanges: readonly SeenExchange[]): readonly string[] {
  return compared(...exchanges).operations.flatMap((operation) =>
    operation.differences.map(
      ({ level, kind, place, described = '', seen = '' }) => `${level} ${kind} ${place}: ${described} -> ${seen}`,
    ),
  );
}

describe('differences of responses', () => {
  it.each<[string, SeenExchange, readonly string[]]>([
    ['nothing', answered('GET /notes/1', 200, { id: 1, text: 'a', color: 'green', tags: ['x'] }), []],
    [
      'a member that is not there',
      answered('GET /notes/1', 200, { id: 1 }),
      ['breaking missing 200 $.text: string, always there -> '],
    ],
    [
      'a member of another type',
      answered('GET /notes/1', 200, { id: '1', text: 'a' }),
      ['breaking type 200 $.id: integer -> string'],
    ],
    [
      'null where it is not described',
      answered('GET /notes/1', 200, { id: 1, text: 'a', color: null }),
      ['breaking type 200 $.color: string -> null'],
    ],
    [
      'a value that is not listed',
      answered('GET /notes/1', 200, { id: 1, text: 'a', color: 'blue' }),
      ['risky value 200 $.color: "yellow", "green" -> "blue"'],
    ],
    [
      'another form of a text',
      answered('GET /status', 200, { state: 'red', since: 'today' }),
      ['risky form 200 $.since: string (date-time) -> string of another form'],
    ],
    [
      'a member that is not described',
      answered('GET /notes/1', 200, { id: 1, text: 'a', pinned: true }),
      ['additive undescribed 200 $.pinned:  -> boolean'],
    ],
    [
      'items, which have one place, and a header field',
      answered('GET /notes', 200, { items: [{ id: 1 }, { id: 2 }, { id: 'c', text: 'c' }] }),
      [
        'breaking header 200 header X-Total: always there -> ',
        'breaking missing 200 $.items[].text: string, always there -> ',
        'breaking type 200 $.items[].id: integer -> string',
      ],
    ],
    ['a status', answered('GET /notes/1', 500, {}), ['breaking status 500: 200, 404 -> 500']],
    [
      'a media type',
      answered('GET /notes/1', 200, '<p>', { 'Content-Type': 'text/html' }),
      ['breaking media-type 200 media type: application/json -> text/html'],
    ],
    [
      'what is not JSON',
      answered('GET /notes/1', 200, '{"id":', { 'Content-Type': 'application/json' }),
      ['breaking body 200 $: JSON -> another text'],
    ],
    ['an error of a proxy', answered('GET /notes/9', 404, '<p>', { 'Content-Type': 'text/html' }), []],
    ['a masked secret', answered('GET /notes/1', 200, { id: 1, text: '***', color: '***' }), []],
    ['HEAD, which has no body', answered('HEAD /notes/1', 200), []],
  ])('are of %s', (_, exchange, expected) => {
    expect(differences(exchange)).toEqual(expected);
  });

  it('lack nothing of a body that was cut off', () => {
    expect(differences({ ...answered('GET /notes/1', 200, '{"id":1,"te'), isPart: true })).toEqual([]);
    expect(differences({ ...answered('GET /notes/1', 200, { id: 1 }), isPart: true })).toEqual([]);
  });

  it.each([429, 401, 403, 302, 501])('are not judged with status %j', (status) => {
    const { operations } = compared(answered('GET /notes/1', status, {}));
    expect(operations).toMatchObject([{ asked: 1, asDescribed: 0, differing: 0, differences: [] }]);
    expect(operations[0]?.unjudged).toContain(String(status));
  });

  it('are not judged without rights, although that is described', () => {
    expect(compared(answered('GET /status', 401)).operations).toMatchObject([{ asDescribed: 0, differing: 0 }]);
  });

  it('are counted for each operation, with an example', () => {
    const drift = compared(
      answered('GET /notes/1', 200, { id: 1, text: 'a', pinned: true }),
      answered('GET /notes/2', 200, { id: 2 }),
      answered('GET /notes/3', 200, { id: 3 }),
      answered('GET /elsewhere', 200, {}),
    );
    expect(drift.others).toBe(1);
    expect(drift.operations).toMatchObject([
      {
        path: '/notes/{noteId}',
        asked: 3,
        asDescribed: 1,
        differing: 2,
        differences: [{ responses: 2, example: 'GET /notes/2' }, {}],
      },
    ]);
    expect(driftText(drift)).toContain(
      '      - 200 $.text: string, always there\n      + 200 $.text: not there   (2 responses, breaking; GET /notes/2)',
    );
    expect(driftMarkdown(drift)).toContain('| `GET /notes/{noteId}` | 3 | 1 | 2 |  |');
    expect(['breaking', 'risky', 'additive'].map((level) => reaches(drift, level as 'risky'))).toEqual([
      true,
      true,
      true,
    ]);
    const additive = compared(answered('GET /notes/1', 200, { id: 1, text: 'a', pinned: true }));
    expect([reaches(additive, 'risky'), reaches(additive, 'additive')]).toEqual([false, true]);
  });

  it('never hold a value that a description would not list', () => {
    const secret = 'a'.repeat(60);
    const drift = compared(answered('GET /notes/1', 200, { id: secret, text: 1234567, color: secret }));
    expect(JSON.stringify(drift)).not.toMatch(/aaaa|1234567/);
  });
});

describe('what is read of the resource model', () => {
  const reads = resourceReadsOf(service, 2);
  it('begins with lists and single resources, and leaves out what may do something', () => {
    expect(reads.first.map(({ path }) => path)).toEqual(['/notes', '/status']);
  });
  it('follows some items of a list, each path once', () => {
    const listed = answered('GET /notes', 200, { items: [1, 2, 3].map((one) => ({ id: one, text: '' })) });
    const [list] = knownExchanges(service, [listed]).known;
    expect(reads.after(list!).map(({ path }) => path)).toEqual([
      '/notes/1',
      '/notes/1/history',
      '/notes/2',
      '/notes/2/history',
    ]);
    expect(reads.after(list!)).toEqual([]);
  });
  it('says why the rest is not asked', () => {
    expect(reads.unasked()).toEqual([
      { operation: 'GET /logout', reason: expect.stringContaining('may do something') as string },
      { operation: 'GET /search', reason: expect.stringContaining('needs `q`') as string },
    ]);
  });
  it('writes an id so that it stays one part of the path', () => {
    const again = resourceReadsOf(service, 3);
    const ids = ['a/b', '..', '{{x}}', '***'];
    const listed = answered('GET /notes', 200, { items: ids.map((one) => ({ id: one, text: '' })) });
    const [list] = knownExchanges(service, [listed]).known;
    const paths = again.after(list!).map(({ path }) => path);
    expect(paths.filter((path) => !path.endsWith('history'))).toEqual(['/notes/a%2Fb', '/notes/%7B%7Bx%7D%7D']);
  });
});

describe('what is alike', () => {
  const operation = (path: string) => ({
    ...{ id: path, method: 'GET', path, asked: 1, asDescribed: 0, differing: 0, differences: [] },
    unjudged: 'the service does not carry it out (501)',
  });
  const missing = (member: string) => ({
    ...{ kind: 'missing' as const, level: 'risky' as const, place: `200 $.${member}` },
    ...{ described: 'string, always there', responses: 2, example: 'GET /' },
  });
  const drift = (members: readonly string[], paths: readonly string[]) => ({
    ...{ service: 'notes', title: 'Notes', unasked: [], unsent: [], others: 0, requests: 9 },
    operations: [
      { ...operation('/'), asked: 2, differing: 2, differences: members.map(missing) },
      ...paths.map(operation),
    ],
  });
  const members = ['a', 'b', 'c', 'd', 'e'];
  const paths = ['/k', '/l', '/m', '/n'];

  it('is said once where there is much of it', () => {
    const text = driftText(drift(members, paths));
    expect(text).toContain('- 200 5 members that are always there: $.a, $.b, $.c and 2 more\n');
    expect(text).toContain('+ 200 not there   (2 responses, risky; GET /)\n');
    expect(text).toContain(
      '? 4 operations answered and not judged, since the service does not carry it out (501): GET /k, GET /l, GET /m and 1 more\n',
    );
    expect(text).not.toContain('$.d');
    expect(driftMarkdown(drift(members, paths))).toContain('5 members that are always there: $.a, $.b, $.c and 2 more');
  });

  it('is said by itself where there is little', () => {
    const text = driftText(drift(members.slice(2), paths.slice(1)));
    expect(text.match(/^ +\? GET \/[lmn]/gm)).toHaveLength(3);
    expect(text.match(/^ +- 200 \$\.[cde]: string, always there$/gm)).toHaveLength(3);
  });
});
