import { describe, expect, it } from 'vitest';
import { library, play, serviceOf } from './library';

const service = serviceOf(library);

describe('a collection of a described service', () => {
  it('remembers what was created, changed and removed', () => {
    const { send, later } = play(service);
    expect(send('GET /books').json).toEqual({ books: [], total: 0 });
    const added = send('POST /books', { title: 'Emma', year: 1815, pin: '1234' });
    expect(added).toMatchObject({ status: 201, headers: { location: '/books/1' } });
    const emma = {
      id: 1,
      title: 'Emma',
      year: 1815,
      language: 'en',
      added_at: '2030-01-01T00:00:00Z',
      updated_at: '2030-01-01T00:00:00Z',
    };
    expect(added.json).toEqual(emma);
    expect(send('GET /books/1').json).toEqual(emma);
    expect(send('GET /books').json).toEqual({ books: [emma], total: 1 });

    later(60_000);
    const changed = { ...emma, title: 'Emma, illustrated', updated_at: '2030-01-01T00:01:00Z' };
    const patch = { 'Content-Type': 'application/merge-patch+json' };
    expect(send('PATCH /books/1', { title: 'Emma, illustrated' }, patch).json).toMatchObject({
      title: 'Emma, illustrated',
      year: 1815,
    });
    expect(send('GET /books/1').json).toMatchObject({ ...changed, updated_at: expect.any(String) as string });
    // What a request cannot send stays, the rest is replaced.
    expect(send('PUT /books/1', { title: 'Persuasion' }).json).toEqual({
      id: 1,
      title: 'Persuasion',
      language: 'en',
      added_at: '2030-01-01T00:00:00Z',
      updated_at: '2030-01-01T00:01:00Z',
    });

    expect(send('DELETE /books/1')).toMatchObject({ status: 204, body: '' });
    expect(send('GET /books/1').status).toBe(404);
    expect(send('DELETE /books/1').status).toBe(404);
    expect(send('GET /books').json).toEqual({ books: [], total: 0 });
    expect(send('POST /books', { title: 'Ulysses' }).json).toMatchObject({ id: 2 });
  });

  it('lists pages, and what has the value of a parameter', () => {
    const { send } = play(service);
    for (let index = 1; index <= 25; index++)
      send('POST /books', { title: `Book ${index}`, language: index % 5 === 0 ? 'de' : 'en' });
    const titles = (line: string) => (send(line).json as { books: { title: string }[]; total: number }).books.length;
    expect(titles('GET /books')).toBe(25);
    expect(titles('GET /books?limit=10')).toBe(10);
    expect(titles('GET /books?limit=10&page=3')).toBe(5);
    expect(send('GET /books?language=de&limit=2').json).toMatchObject({ total: 5, books: [{ id: 5 }, { id: 10 }] });
  });

  it('lets what is in an item fall with it', () => {
    const { send } = play(service);
    send('POST /books', { title: 'Emma' });
    const chapter = send('POST /books/1/chapters', { name: 'One' });
    expect(chapter).toMatchObject({ status: 201, json: { id: '00000000-0000-4000-8000-000000000001', name: 'One' } });
    const path = chapter.headers.location ?? '';
    expect(send(`GET ${path}`).json).toEqual(chapter.json);
    expect(send('GET /books/1/chapters').json).toEqual([chapter.json]);
    send('DELETE /books/1');
    expect(send(`GET ${path}`).status).toBe(404);
    expect(send('POST /books/1/lend', { reader: 'Ann' }).status).toBe(404);
  });

  it('takes ids that callers choose, each once', () => {
    const { send } = play(service);
    expect(send('POST /readers', { name: 'Ann' })).toMatchObject({
      status: 201,
      headers: { location: '/readers/Ann' },
    });
    expect(send('POST /readers', { name: 'Ann' })).toMatchObject({ status: 409, json: { code: 409 } });
    expect(send('GET /readers/Ann').json).toEqual({ name: 'Ann' });
    expect(send('POST /readers', { name: 'é/ b' }).headers.location).toBe('/readers/%C3%A9%2F%20b');
    expect(send('GET /readers/%C3%A9%2F%20b').json).toEqual({ name: 'é/ b' });
  });

  it('answers an action with the item that it is about', () => {
    const { send } = play(service);
    send('POST /books', { title: 'Emma' });
    expect(send('POST /books/1/lend', { reader: 'Ann' })).toMatchObject({
      status: 200,
      json: { id: 1, title: 'Emma' },
    });
  });

  it('carries out JSON Patch, and refuses one that does not fit', () => {
    const { send } = play(service);
    send('POST /books', { title: 'Emma', year: 1815, tags: ['a', 'b'] });
    const headers = { 'Content-Type': 'application/json-patch+json' };
    const operations = [
      { op: 'test', path: '/year', value: 1815 },
      { op: 'replace', path: '/year', value: 1816 },
      { op: 'remove', path: '/tags/0' },
      { op: 'add', path: '/tags/-', value: 'c' },
    ];
    expect(send('PATCH /books/1', operations, headers).json).toMatchObject({ year: 1816, tags: ['b', 'c'] });
    expect(send('PATCH /books/1', [{ op: 'remove', path: '/absent' }], headers).status).toBe(409);
    expect(send('PATCH /books/1', [{ op: 'test', path: '/year', value: 1 }], headers).status).toBe(409);
    expect(
      send('PATCH /books/1', { tags: null }, { 'Content-Type': 'application/merge-patch+json' }).json,
    ).not.toHaveProperty('tags');
  });
});

describe('a callback', () => {
  it('is sent to the URL that the request names, with what was created', () => {
    const { send } = play(service);
    const { effects } = send('POST /books', { title: 'Emma', notify: 'http://127.0.0.1:9/hook' });
    expect(effects).toMatchObject([{ kind: 'deliver', url: 'http://127.0.0.1:9/hook', service: 'library' }]);
    expect(JSON.parse(effects[0]!.body)).toEqual({ title: 'Emma', event: 'added' });
    expect(send('POST /books', { title: 'Emma' }).effects).toEqual([]);
    expect(send('POST /books', { title: 'Emma', notify: 'file:///etc' }).effects).toEqual([]);
  });
});

describe('a single resource', () => {
  it('is shown as the description shows it until it is stored', () => {
    const { send } = play(service);
    expect(send('GET /settings').json).toEqual({ days: 28, open: true });
    expect(send('PUT /settings', { days: 14 }).json).toEqual({ days: 14 });
    expect(send('GET /settings').json).toMatchObject({ days: 14 });
  });
});

describe('a request that the description does not allow', () => {
  const { send } = play(service);
  it.each([
    ['an unknown path', 'GET /shelves', undefined, {}, 404],
    ['another method', 'DELETE /settings', undefined, {}, 405],
    ['an absent member', 'POST /books', { year: 1815 }, {}, 422],
    ['a member of another type', 'POST /books', { title: 1 }, {}, 422],
    ['a number out of its range', 'POST /books', { title: 'x', year: 1 }, {}, 422],
    ['a value that is not listed', 'POST /books', { title: 'x', language: 'xx' }, {}, 422],
    ['a member that is forbidden', 'POST /readers', { name: 'x', age: 1 }, {}, 400],
    ['a parameter of another type', 'GET /books?limit=many', undefined, {}, 400],
    ['another media type', 'POST /books', 'title=x', { 'Content-Type': 'application/x-www-form-urlencoded' }, 415],
    ['a media type that is not described', 'GET /settings', undefined, { Accept: 'text/csv' }, 406],
    ['no credential', 'GET /settings', undefined, { Authorization: '' }, 401],
    ['what has no response that succeeds', 'GET /broken', undefined, {}, 501],
  ] as const)('is refused for %s', (_, line, body, headers, status) => {
    expect(send(line, body, headers).status).toBe(status);
  });

  it('is answered in the form that the description gives to errors, with what the checker found', () => {
    expect(send('POST /books', { year: 1 }).json).toMatchObject({
      code: 422,
      message: expect.stringContaining('title') as string,
      errors: [expect.stringContaining('title'), expect.stringContaining('year')] as string[],
    });
    expect(send('GET /books/77').json).toEqual({ code: 404, message: 'There is no "77" in books.' });
    expect(send('DELETE /settings').headers.allow).toBe('GET, PUT, OPTIONS');
    expect(send('OPTIONS /settings')).toMatchObject({ status: 204, headers: { allow: 'GET, PUT, OPTIONS' } });
  });

  it('is answered with a list of objects where errors are that', () => {
    const json = (schema: object) => ({ description: 'x', content: { 'application/json': { schema } } });
    const problem = { type: 'object', properties: { message: { type: 'string' }, help: { type: 'string' } } };
    const errors = { type: 'object', properties: { errors: { type: 'array', items: problem } } };
    const body = { type: 'object', required: ['name', 'age'], properties: { name: { type: 'string' } } };
    const teams = serviceOf({
      openapi: '3.1.0',
      info: { title: 'Teams', version: '1' },
      paths: { '/teams': { post: { requestBody: json(body), responses: { 201: json({}), '4XX': json(errors) } } } },
    });
    const list = (...names: string[]) => names.map((name) => ({ message: expect.stringContaining(name) as string }));
    expect(play(teams).send('POST /teams', {}).json).toEqual({ errors: list('`name` and `age`') });
    expect(play(teams).send('POST /teams', 'a', { 'Content-Type': 'text/csv' }).json).toEqual({ errors: list('Send') });
  });

  it('has the media type that the caller asks for where the description leaves it open', () => {
    const files = serviceOf({
      openapi: '3.1.0',
      info: { title: 'Files', version: '1' },
      paths: {
        '/file': {
          get: { responses: { 200: { description: 'x', content: { '*/*': { schema: { type: 'object' } } } } } },
        },
      },
    });
    const { send } = play(files);
    expect(send('GET /file', undefined, { Accept: 'application/json' })).toMatchObject({ status: 200 });
  });

  it('is not refused for a member or parameter that the description only does not have', () => {
    expect(send('POST /books', { title: 'x', shelf: 3 }).status).toBe(201);
    expect(send('GET /books?shelf=3').status).toBe(200);
  });
});

it('refuses just what the checker finds', () => {
  const { send, findings } = play(service);
  const bodies = [
    { title: 'x' },
    { title: '' },
    { title: 'x'.repeat(61) },
    { title: 'x', year: 1449 },
    { title: 'x', year: 1450 },
    { title: 'x', year: 2100.5 },
    { title: 'x', tags: ['a', 'b', 'c'] },
    { title: 'x', tags: ['a', 'b', 'c', 'd'] },
    { title: 'x', tags: 'a' },
    { title: 'x', language: 'de' },
    { title: 'x', language: null },
    { title: 'x', other: { deep: [1] } },
    ['x'],
    'text',
    '{ "title": ',
  ];
  for (const body of bodies) {
    const found = findings('POST /books', body).length > 0;
    expect([body, send('POST /books', body).status]).toEqual([body, found ? 422 : 201]);
  }
});

describe('a caller', () => {
  it('may send any credential of the described kind, and those of the seed only where it names some', () => {
    const { send } = play(service);
    expect(send('GET /settings', undefined, { Authorization: '', 'X-Library-Key': 'any' }).status).toBe(200);
    expect(send('GET /opening-hours', undefined, { Authorization: '' }).status).toBe(200);
    const strict = play(service, { library: { credentials: ['k1'], resources: {} } });
    expect(strict.send('GET /settings', undefined, { Authorization: '', 'X-Library-Key': 'k2' }).status).toBe(401);
    expect(strict.send('GET /settings', undefined, { Authorization: '', 'X-Library-Key': 'k1' }).status).toBe(200);
  });

  it('chooses a response by Prefer', () => {
    const { send } = play(service);
    expect(send('GET /opening-hours').json).toEqual({ from: '10:00' });
    expect(send('GET /opening-hours', undefined, { Prefer: 'example=summer' })).toMatchObject({
      json: { from: '09:00' },
      headers: { 'preference-applied': 'example=summer' },
    });
    expect(send('GET /books/1', undefined, { Prefer: 'code=404' })).toMatchObject({ status: 404, json: { code: 1 } });
  });

  it('may call the paths below the server of the description, and ask for the head alone', () => {
    const { send } = play(service);
    expect(send('GET /api/v1/settings').status).toBe(200);
    expect(send('HEAD /settings')).toMatchObject({ status: 200, body: '' });
  });
});

describe('the state of a described service', () => {
  const seed = {
    library: {
      resources: {
        '/books': [{ title: 'Emma' }, { id: 7, title: 'Persuasion' }],
        '/readers/Ann': { born: '1990-01-01' },
      },
    },
  };

  it('begins with the seed', () => {
    const { send } = play(service, seed);
    expect(send('GET /books').json).toMatchObject({ total: 2, books: [{ id: 1, title: 'Emma' }, { id: 7 }] });
    expect(send('GET /readers/Ann').json).toEqual({ name: 'Ann', born: '1990-01-01' });
    expect(send('POST /books', { title: 'x' }).json).toMatchObject({ id: 3 });
  });

  it('is exported, and read again with its changes', () => {
    const first = play(service, seed);
    const before = first.state();
    const text = first.sandbox.writeState(before);
    first.send('POST /books', { title: 'Third' });
    first.send('DELETE /books/1');
    const change = first.sandbox.describeChange(before, first.state()) ?? '';
    expect(change.length).toBeLessThan(600);
    const whole = play(service);
    whole.load(first.sandbox.writeState(first.state()));
    expect(whole.send('GET /books').json).toEqual(first.send('GET /books').json);
    expect(whole.send('POST /books', { title: 'x' }).json).toMatchObject({ id: 4 });
    expect(JSON.parse(text)).toMatchObject({ 'service library': { root: { below: { books: { made: 2 } } } } });
  });

  it('is refused in another form', () => {
    const { sandbox, state } = play(service);
    const exported = JSON.parse(sandbox.writeState(state())) as Record<string, unknown>;
    expect(sandbox.readState({ ...exported, 'service library': { root: [] } })).toMatchObject({
      cause: expect.any(String) as string,
    });
    expect(sandbox.readSeedFile('{ "library": { "resources": { "books": [] } } }')).toMatchObject({
      cause: expect.stringContaining('without `/`') as string,
    });
  });
});
