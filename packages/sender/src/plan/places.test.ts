import { describe, expect, it } from 'vitest';
import { segmentsOf } from './segments';
import { placedInCookies } from '../variables/places/field-places';
import { createBodyPlaces, partsOfSegments, type BodyKind } from '../variables/places/place-values';
import { placedInTarget } from '../variables/places/target-places';
import { createFiller } from '../variables/resolve-variables';

const system = { now: () => 0, guid: () => '', random: () => 0, environment: () => undefined };

function fillerOf(values: Readonly<Record<string, string>>) {
  return createFiller(
    (name) => (Object.hasOwn(values, name) ? { value: values[name] ?? '', isSecret: false } : undefined),
    system,
  );
}

function bodyOf(kind: BodyKind, text: string, values: Readonly<Record<string, string>>) {
  const places = createBodyPlaces(kind, fillerOf(values).fill);
  return { text: places.fill(segmentsOf(text)), changes: places.changes() };
}

function targetOf(text: string, values: Readonly<Record<string, string>>, isUnsafe = true) {
  return placedInTarget(partsOfSegments(segmentsOf(text), fillerOf(values).fill), { isUnsafe });
}

describe('a value in JSON', () => {
  it.each<[text: string, value: string, sent: string]>([
    ['{"a":"{{x}}"}', 'plain', '{"a":"plain"}'],
    ['{"a":"{{x}}"}', '","admin":true,"b":"', String.raw`{"a":"\",\"admin\":true,\"b\":\""}`],
    ['{"a":"{{x}}"}', 'two\nlines', String.raw`{"a":"two\nlines"}`],
    // What is the content of a string stays.
    ['{"a":"{{x}}"}', String.raw`a\nb \"c\" \u00e9`, String.raw`{"a":"a\nb \"c\" \u00e9"}`],
    ['{"a":"{{x}}"}', String.raw`C:\dir`, String.raw`{"a":"C:\\dir"}`],
    ['{"a":"{{x}}"}', 'end\\', String.raw`{"a":"end\\"}`],
    // A backslash in front of it cannot take the escape away.
    [String.raw`{"a":"\{{x}}"}`, '"', String.raw`{"a":"\""}`],
    [String.raw`{"a":"\{{x}}"}`, '","b":"', String.raw`{"a":"\\\",\"b\":\""}`],
    [String.raw`{"a":"\{{x}}"}`, 'n', String.raw`{"a":"\n"}`],
    [String.raw`{"a":"\u{{x}}"}`, '00e9', String.raw`{"a":"\u00e9"}`],
    ['{"{{x}}":1}', 'a":1,"b', String.raw`{"a\":1,\"b":1}`],
    ['{"a":{{x}}}', '{"b":[1,2]}', '{"a":{"b":[1,2]}}'],
    ['[{{x}}]', '1,2,"3"', '[1,2,"3"]'],
    ['{{x}}', '{"b":"c"}', '{"b":"c"}'],
  ])('%s with %j', (text, x, sent) => {
    expect(bodyOf({ kind: 'json' }, text, { x })).toEqual({ text: sent, changes: [] });
  });

  it.each<[text: string, value: string, does: string]>([
    ['{"a":{{x}}}', '1,"admin":true', 'adds members to the JSON around it'],
    ['{"a":{{x}}}', '1},{"b":2', 'ends the JSON around it'],
    ['{"a":{{x}},"b":"{{y}}"}', '"', 'ends the JSON around it'],
    ['{"a":[{{x}}]}', '1', ''],
  ])('says of %s what %j changes', (text, x, does) => {
    const { changes } = bodyOf({ kind: 'json' }, text, { x, y: 'z' });
    expect(changes).toEqual(does === '' ? [] : [`the value of \`{{x}}\` ${does}`]);
  });

  it('adds no line to lines of JSON', () => {
    const line = '{"index":{"_index":"mine","_id":"{{x}}"}}\n{"a":1}\n';
    const x = 'x"}}\n{"delete":{"_index":"prod","_id":"1"}}\n{"index":{"z":"x';
    const { text, changes } = bodyOf({ kind: 'lines' }, line, { x });
    expect([text.split('\n').length, changes]).toEqual([3, []]);
    expect(JSON.parse(text.split('\n')[0] ?? '')).toEqual({ index: { _index: 'mine', _id: x } });
    const pretty = bodyOf({ kind: 'lines' }, '{"a":{{o}}}\n', { o: '{\n  "b": 1\n}' });
    expect(pretty).toEqual({ text: '{"a":{   "b": 1 }}\n', changes: [] });
    const whole = '{"index":{}}\n{"a":1}';
    expect(bodyOf({ kind: 'lines' }, '{{o}}\n', { o: whole })).toEqual({ text: `${whole}\n`, changes: [] });
  });
});

describe('a value in a form', () => {
  it.each<[text: string, values: Record<string, string>, sent: string]>([
    ['a={{x}}&b=2', { x: '1&admin=1' }, 'a=1%26admin=1&b=2'],
    ['a={{x}}', { x: 'b%26c' }, 'a=b%26c'],
    ['{{n}}={{x}}', { n: 'a=1&b', x: 'c' }, 'a%3D1%26b=c'],
    ['{{x}}', { x: 'a=1&b=2' }, 'a=1&b=2'],
    ['a=1&{{x}}', { x: 'b=2&c=3' }, 'a=1&b=2&c=3'],
  ])('%s with %j', (text, values, sent) => {
    expect(bodyOf({ kind: 'form' }, text, values)).toEqual({ text: sent, changes: [] });
  });

  it('adds no cookie to another one', () => {
    const cookies = (text: string, x: string) =>
      placedInCookies(partsOfSegments(segmentsOf(text), fillerOf({ x }).fill));
    expect(cookies('a={{x}}', 'a; admin=1').changes).toEqual(['the value of `{{x}}` adds a cookie']);
    expect(cookies('a={{x}}', 'a').changes).toEqual([]);
    expect(cookies('{{x}}', 'a=1; b=2').changes).toEqual([]);
    expect(cookies('c=1; {{x}}', 'a=1; b=2').changes).toEqual([]);
  });
});

describe('a value in a multipart body', () => {
  const kind: BodyKind = { kind: 'multipart', boundary: 'b' };
  const body = '--b\r\nContent-Disposition: form-data; name="{{n}}"\r\n\r\n{{x}}\r\n--b--\r\n';

  it('begins no part, and adds nothing to the head of one', () => {
    const evil = '1\r\n--b\r\nContent-Disposition: form-data; name="admin"\r\n\r\n1';
    expect(bodyOf(kind, body, { n: 'a', x: evil }).changes).toEqual([
      'the value of `{{x}}` begins or ends a part of the body',
    ]);
    expect(bodyOf(kind, body, { n: 'a', x: '--b' }).changes).toHaveLength(1);
    const named = bodyOf(kind, body, { n: 'a"\r\nX: y; z="', x: 'two\nlines' });
    expect(named.changes).toEqual([]);
    expect(named.text).toContain('name="a%22%0D%0AX: y; z=%22"\r\n\r\ntwo\nlines\r\n');
    const unquoted = body.replace('"{{n}}"', '{{n}}');
    expect(bodyOf(kind, unquoted, { n: 'a\r\nX: y', x: '1' }).changes).toEqual([
      'the value of `{{n}}` adds a line to the head of a part',
    ]);
  });

  it.each<[head: string, value: string, sent: string | undefined]>([
    ['name="n"; filename="{{x}}"', 'a\\', 'name="n"; filename="a%5C"'],
    ['name="n"; filename="{{x}}"', 'a\\b', 'name="n"; filename="a\\b"'],
    ['name={{x}}', 'n', 'name=n'],
    ['name={{x}}', '"n"', 'name="n"'],
    ['name={{x}}', 'n; filename=a', undefined],
    ['name=a{{x}}', '"n"', undefined],
  ])('adds no parameter: %s with %j', (head, x, sent) => {
    const { text, changes } = bodyOf(kind, `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n1\r\n--b--\r\n`, {
      x,
    });
    if (sent === undefined) expect(changes).toEqual(['the value of `{{x}}` adds a parameter to the head of a part']);
    else expect([changes, text.split('\r\n')[1]]).toEqual([[], `Content-Disposition: form-data; ${sent}`]);
  });

  it('may be a whole field of the head of a part', () => {
    const { changes } = bodyOf(kind, '--b\r\nContent-Disposition: {{x}}\r\n\r\n1\r\n--b--\r\n', {
      x: 'form-data; name="n"',
    });
    expect(changes).toEqual([]);
  });

  it('is right in a boundary that is a variable, and in a part that is JSON', () => {
    const text = '--{{m}}\r\nContent-Type: application/json\r\n\r\n{"a":"{{x}}"}\r\n--{{m}}--\r\n';
    const { text: sent, changes } = bodyOf(kind, text, { m: 'b', x: '"' });
    expect(changes).toEqual([]);
    expect(sent).toContain(String.raw`{"a":"\""}`);
  });
});

describe('a value in XML', () => {
  it.each<[text: string, value: string, isChanged: boolean]>([
    ['<a>{{x}}</a>', 'text & more', false],
    ['<a>{{x}}</a>', '</a><admin>1</admin><a>', true],
    ['<a>{{x}}</a>', '<b c="1">2</b><d/>', false],
    ['<a>of {{x}}</a>', '<b>2</b>', true],
    ['<a b="{{x}}"/>', '1" admin="2', true],
    ['<a b="{{x}}"/>', '1', false],
    ["<a b='{{x}}'/>", '"', false],
    ['<a><![CDATA[{{x}}]]></a>', '<b>', false],
    ['<a><![CDATA[{{x}}]]></a>', ']]><b>', true],
    ['<a><!-- {{x}} --></a>', '--><b/><!--', true],
    ['<{{x}}>1</{{x}}>', 'a', false],
    ['<{{x}}>1</a>', 'a><b', true],
    ['{{x}}', '<a>1</a>', false],
    ['<a><![CDATA[{{x}}><b/>]]></a>', ']]', true],
    ['<a><!--{{x}}><b/>--></a>', '--', true],
    ['<a {{x}}/>', 'b="1" c="2"', false],
    ['<a {{x}}/>', 'b="1" c="', true],
    ['<a b={{x}}/>', '"1"', false],
    ['<a b={{x}}/>', '"1" c="2"', true],
    ['<a b{{x}}="1"/>', 'c', false],
    ['<a b{{x}}="1"/>', '="1" c', true],
  ])('%s with %j', (text, x, isChanged) => {
    const changes = isChanged ? ['the value of `{{x}}` changes the elements of the XML'] : [];
    const found = bodyOf({ kind: 'xml' }, text, { x });
    expect([...new Set(found.changes)]).toEqual(changes);
    expect(found.text).toBe(text.replaceAll('{{x}}', x));
  });
});

describe('a value in a GraphQL document', () => {
  it.each<[text: string, value: string, sent: string | undefined]>([
    ['{ user(id: {{x}}) { name } }', '7', '{ user(id: 7) { name } }'],
    ['{ user(id: {{x}}) { name } }', '[1, 2]', '{ user(id: [1, 2]) { name } }'],
    ['{ user(id: {{x}}) { name } }', '1) { x } admin { y', undefined],
    ['{ user(id: {{x}}) { name } }', '1, admin: true', undefined],
    ['{ user(id: {{x}}) { name } }', '(admin: true)', undefined],
    ['{ user(id: "{{x}}") { name } }', '1") { x } #', String.raw`{ user(id: "1\") { x } #") { name } }`],
    ['{ user(id: """{{x}}""") }', 'a """ b', String.raw`{ user(id: """a \""" b""") }`],
    ['{ user { {{x}} } }', 'id name { first }', '{ user { id name { first } } }'],
    ['{ user { {{x}} } }', 'id } } { admin', undefined],
    ['{ {{x}} { id } }', 'user', '{ user { id } }'],
    ['{ {{x}} { id } }', 'admin { id } user', undefined],
    ['{ user{{x}} { id } }', 's', '{ users { id } }'],
    ['{ user{{x}} { id } }', '{ a } b', undefined],
    ['{ user { id # {{x}}\n } }', 'a', '{ user { id # a\n } }'],
    ['{ user { id # {{x}}\n } }', 'a\n admin', undefined],
    ['{ user(id: {{x}}) { name } }', '1 # ', undefined],
    ['{{x}}', '{ user { id } }', '{ user { id } }'],
  ])('%s with %j', (text, x, sent) => {
    const found = bodyOf({ kind: 'graphql' }, text, { x });
    expect(found.changes).toEqual(sent === undefined ? ['the value of `{{x}}` changes the GraphQL document'] : []);
    if (sent !== undefined) expect(found.text).toBe(sent);
  });
});

describe('a value in a target', () => {
  it.each<[text: string, values: Record<string, string>, sent: string]>([
    ['/a/_doc/{{x}}', { x: '1' }, '/a/_doc/1'],
    ['/a/_doc/{{x}}', { x: '1?force=true#f' }, '/a/_doc/1%3Fforce=true%23f'],
    ['/a/{{x}}', { x: 'b\\c' }, '/a/b%5Cc'],
    ['/a/{{x}}', { x: 'b%2Fc%3F' }, '/a/b%2Fc%3F'],
    ['{{url}}', { url: 'http://h/a?b=c&d=e#f' }, 'http://h/a?b=c&d=e#f'],
    ['{{base}}/a/{{x}}?q={{x}}', { base: 'http://h:1/api', x: 'b' }, 'http://h:1/api/a/b?q=b'],
    ['{{base}}{{path}}', { base: 'http://h', path: '/a/b?c=d' }, 'http://h/a/b?c=d'],
    ['{{base}}/{{path}}', { base: 'http://h', path: 'a/b?c=d' }, 'http://h/a/b?c=d'],
    ['http://{{host}}/a', { host: 'h:1/api' }, 'http://h:1/api/a'],
    ['http://h{{path}}', { path: '/a/b' }, 'http://h/a/b'],
    ['http://{{user}}:{{word}}@h/a', { user: 'u', word: 'p@/?#' }, 'http://u:p%40%2F%3F%23@h/a'],
    ['/a?q={{x}}', { x: '1&admin=1#f' }, '/a?q=1%26admin=1%23f'],
    ['/a?q={{x}}', { x: '1%26b+c=d?' }, '/a?q=1%26b+c=d?'],
    ['/a?q=x{{x}}&b=1', { x: '&admin=1' }, '/a?q=x%26admin=1&b=1'],
    ['/a?{{n}}={{x}}', { n: 'b=1&c', x: 'd' }, '/a?b%3D1%26c=d'],
    ['/a?{{x}}', { x: 'b=1&c=2' }, '/a?b=1&c=2'],
    ['/a?b=1&{{x}}', { x: 'c=2&d=3' }, '/a?b=1&c=2&d=3'],
    ['/a?b=1&{{x}}&e={{y}}', { x: 'c=2&d=3', y: 'f&g' }, '/a?b=1&c=2&d=3&e=f%26g'],
    ['/a/{{x}}', { x: 'b\r\nc' }, '/a/bc'],
    ['/a/{{x}}...{{y}}', { x: 'main', y: 'dev' }, '/a/main...dev'],
    ['/a/../{{x}}', { x: 'b' }, '/a/../b'],
    ['/a?q={{x}}{{y}}&b=1', { x: '?', y: '&admin=1#' }, '/a?q=?%26admin=1%23&b=1'],
    ['http://h{{path}}/b', { path: '/api?c=d#' }, 'http://h/api%3Fc=d%23/b'],
  ])('%s with %j', (text, values, sent) => {
    expect(targetOf(text, values)).toMatchObject({ text: sent, changes: [] });
  });

  it.each<[text: string, values: Record<string, string>, does: string]>([
    ['/a/_doc/{{x}}', { x: '../../prod' }, 'leaves its place in the path by dots'],
    ['/a/_doc/{{x}}', { x: '%2e%2e' }, 'leaves its place in the path by dots'],
    ['/a/_doc/{{x}}', { x: '%252e%252e%252fprod' }, 'leaves its place in the path by dots'],
    ['/a/_doc/{{x}}', { x: '..\\..\\prod' }, 'leaves its place in the path by dots'],
    ['/a/_doc/{{x}}', { x: '.\t.' }, 'leaves its place in the path by dots'],
    ['/a/_doc/.{{x}}', { x: '.' }, 'leaves its place in the path by dots'],
    ['/a/{{x}}', { x: '..;a=b' }, 'leaves its place in the path by dots'],
    ['http://host{{x}}/a', { x: '\\evil' }, 'does not end inside of the host'],
    ['http://host{{x}}/a', { x: '?' }, 'does not end inside of the host'],
    ['http://host{{x}}/a', { x: '@evil' }, 'does not end inside of the host'],
    ['http://{{x}}.example/a', { x: 'evil/' }, 'does not end inside of the host'],
    ['/a{{x}}', { x: '?force=true' }, 'adds parameters'],
  ])('%s with %j is said', (text, values, does) => {
    expect(targetOf(text, values).changes).toEqual([`the value of \`{{x}}\` ${does}`]);
  });

  it('may be a whole query of a request that only reads', () => {
    expect(targetOf('/a{{x}}', { x: '?b=c&d=e' }, false)).toMatchObject({ text: '/a?b=c&d=e', changes: [] });
  });

  it('is a part of the path with its name', () => {
    const target = targetOf('{{base}}/a/{{x}}/b', { base: 'http://h', x: 'c/d' });
    expect(target).toMatchObject({ text: 'http://h/a/c/d/b', written: 'http://h/a/{{x}}/b' });
    expect(target.segmentsAdded).toEqual(['the value of `{{x}}` adds segments to the path']);
  });
});
