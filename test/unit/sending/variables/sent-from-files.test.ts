import fc from 'fast-check';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../../../packages/engine/src/index';
import type { PreparedRequest } from '../../../../packages/sender/src/plan/index';
import { materialise } from '../../../../packages/sender/src/variables/materialise';
import { sampled, seed, triesOf } from '../../../sample';
import { breakingValue } from './breaking-values';
import { isRecord } from '../../../../packages/json/src/is-record';

const system = { now: () => 0, guid: () => '', random: () => 0, environment: () => undefined };
const options: CheckOptions = { context: { endpoints: [], defaults: {} }, severities: {} };
const engine = createEngine();

interface Place {
  readonly name: string;
  /** The request file; `{{x}}` and `{{y}}` are the values. */
  readonly file: string;
  /** The text of the file that the body includes. */
  readonly included?: string;
  /** Returns what must be the same for each value; undefined for what is not read. */
  readonly structure: (request: PreparedRequest) => unknown;
}

const textOf = ({ body }: PreparedRequest): string => (typeof body === 'string' ? body : [body ?? ''].flat().join(''));
const withType = (type: string, body: string) => `POST http://h/a\nContent-Type: ${type}\n\n${body}\n`;
const part = (field: string) =>
  withType('multipart/form-data; boundary=b', `--b\nContent-Disposition: ${field}\n\n1\n--b--`);

/** Returns the names of the parameters of a header field, as readers do that know escapes in quotation marks. */
function parametersOf(request: PreparedRequest): unknown {
  const lines = textOf(request).split(/\r?\n/);
  const field = lines.find((line) => /^Content-Disposition:/i.test(line)) ?? '';
  const bare = field.replace(/"(?:[^"\\]|\\.)*"/g, 'q');
  return [lines.length, bare.includes('"'), bare.split(';').map((one) => one.split('=')[0]?.trim())];
}

/** Returns the tags of XML with the names of their attributes; undefined for what no reader accepts. */
function tagsOf(text: string): unknown {
  const bare = text.replace(/<!--[^]*?-->/g, '!').replace(/<!\[CDATA\[[^]*?\]\]>/g, 'c');
  return (bare.match(/<(?:"[^"]*"|'[^']*'|[^"'>])*>/g) ?? []).map((tag) =>
    tag
      .replace(/"[^"]*"|'[^']*'/g, 'q')
      .split(/\s+/)
      .map((name) => name.replace(/=.*/, '').replace(/[^</>]+/g, 'n')),
  );
}

/** Returns what a document of GraphQL asks for, without its names and values. */
function fieldsOf(document: unknown): unknown {
  try {
    const plain = (node: unknown): unknown => {
      if (Array.isArray(node)) return node.map(plain);
      if (!isRecord(node)) return undefined;
      const { kind, selectionSet, definitions, selections, arguments: given } = node;
      return [String(kind), ...[definitions, selectionSet, selections, given].map(plain)];
    };
    return plain(JSON.parse(JSON.stringify(parse(String(document), { noLocation: true }))));
  } catch {
    return undefined;
  }
}

function shapeOf(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(shapeOf);
  return isRecord(json) ? Object.entries(json).map(([, member]) => shapeOf(member)) : typeof json;
}

const places: readonly Place[] = [
  {
    name: 'the name of a header field',
    file: 'GET http://h/a\nX-{{x}}: 1\n',
    structure: ({ headers }) => headers.map(([name, text]) => [name.startsWith('X-') ? 'X' : name, text]),
  },
  {
    name: 'the value of a header field',
    file: 'GET http://h/a\nX-A: b{{x}}\n',
    structure: ({ headers }) => headers.map(([name]) => name),
  },
  {
    name: 'the Host',
    file: 'GET http://h/a\nHost: h{{x}}\n',
    structure: ({ url, headers }) => [url, headers.map(([name]) => name)],
  },
  {
    name: 'the name of a cookie',
    file: 'GET http://h/a\nCookie: a{{x}}=1; b=2\n',
    structure: ({ headers }) => headers.find(([name]) => name === 'Cookie')?.[1].split(';').length,
  },
  {
    name: 'the name of a parameter',
    file: 'GET http://h/a?a{{x}}=1&b=2\n',
    structure: ({ url }) => [
      new URL(url).search.split('&').length,
      new URL(url).search.split('=').length,
      new URL(url).hash,
    ],
  },
  {
    name: 'two values of a parameter',
    file: 'GET http://h/a?a={{x}}{{y}}&b=2\n',
    structure: ({ url }) => [...new URL(url).searchParams.keys(), new URL(url).hash],
  },
  {
    name: 'a password of a URL',
    file: 'GET http://u:{{x}}@h/a\n',
    structure: ({ url }) => [new URL(url).host, new URL(url).pathname],
  },
  {
    name: 'a port',
    file: 'GET http://h:8{{x}}/a\n',
    // A value may be the beginning of the path.
    structure: ({ url }) =>
      URL.canParse(url)
        ? [new URL(url).hostname, new URL(url).pathname.endsWith('/a'), new URL(url).search]
        : undefined,
  },
  {
    name: 'the name of a field',
    file: withType('application/x-www-form-urlencoded', 'a{{x}}=1&b=2'),
    structure: (request) => [textOf(request).split('&').length, textOf(request).split('=').length],
  },
  {
    name: 'an attribute of XML',
    file: withType('application/xml', '<r><a b="{{x}}" c=\'{{y}}\'/></r>'),
    structure: (request) => tagsOf(textOf(request)),
  },
  {
    name: 'the name of an element',
    file: withType('application/xml', '<r><a{{x}} c="1"></a{{x}}></r>'),
    structure: (request) => tagsOf(textOf(request)),
  },
  {
    name: 'an attribute without quotation marks',
    file: withType('application/xml', '<r><a b={{x}} c="1"/></r>'),
    structure: (request) => tagsOf(textOf(request)),
  },
  {
    name: 'a comment of XML',
    file: withType('application/xml', '<r><!--{{x}}{{y}}><a>1</a>--><b/></r>'),
    structure: (request) => tagsOf(textOf(request)),
  },
  {
    name: 'a text of XML that is no markup',
    file: withType('application/xml', '<r><![CDATA[{{x}}{{y}}><a>1</a>]]><b/></r>'),
    structure: (request) => tagsOf(textOf(request)),
  },
  {
    name: 'the name of a file of a part',
    file: part('form-data; name="n"; filename="{{x}}"'),
    structure: parametersOf,
  },
  {
    name: 'two values in the head of a part',
    file: part('form-data; name="{{x}}"; filename="{{y}}"'),
    structure: parametersOf,
  },
  { name: 'the head of a part without quotation marks', file: part('form-data; name={{x}}'), structure: parametersOf },
  {
    name: 'a string in a request of GraphQL',
    file: 'GRAPHQL http://h/a\n\nquery { user(name: "{{x}}") { id } }\n',
    structure: (request) => fieldsOf(JSON.parse(textOf(request)).query),
  },
  {
    name: 'a block string in a request of GraphQL',
    file: 'GRAPHQL http://h/a\n\nquery { user(name: """{{x}}{{y}}""") { id } }\n',
    structure: (request) => fieldsOf(JSON.parse(textOf(request)).query),
  },
  {
    name: 'a value in a request of GraphQL',
    file: 'GRAPHQL http://h/a\n\nquery { user(id: {{x}}) { id } }\n',
    structure: (request) => fieldsOf(JSON.parse(textOf(request)).query),
  },
  {
    name: 'a variable of GraphQL',
    file: 'GRAPHQL http://h/a\n\nquery Q($a: String) { user(a: $a) { id } }\n\n{ "a": "{{x}}" }\n',
    structure: (request) => shapeOf(JSON.parse(textOf(request))),
  },
  {
    name: 'a message of a WebSocket',
    file: 'WEBSOCKET ws://h/a\n\n{"a":"{{x}}"}\n===\n{"b":"{{y}}"}\n',
    structure: ({ channel = [] }) => channel.map(({ message }) => shapeOf(JSON.parse(String(message)))),
  },
  {
    name: 'a string of an included file',
    file: withType('application/json', '<@ ./a.json'),
    included: '{"a":"{{x}}","b":["{{y}}"]}',
    structure: (request) => shapeOf(JSON.parse(textOf(request))),
  },
  {
    name: 'a line of an included file',
    file: 'POST http://h/i/_bulk\n\n<@ ./a.ndjson\n',
    included: '{"index":{"_id":"{{x}}"}}\n{"a":"{{y}}"}\n',
    structure: (request) =>
      textOf(request)
        .trimEnd()
        .split('\n')
        .map((line) => shapeOf(JSON.parse(line))),
  },
  {
    name: 'an element of an included file',
    file: withType('application/xml', '<@ ./a.xml'),
    included: '<r><a b="{{x}}">of {{y}}</a></r>',
    structure: (request) => tagsOf(textOf(request)),
  },
];

function sentFor({ file, included }: Place, values: Readonly<Record<string, string>>): PreparedRequest | 'refused' {
  const [plan] = engine.planAll(engine.openFile(file), options);
  if (plan === undefined) throw new Error('There is no plan.');
  const bytes = new TextEncoder().encode(included);
  const files = new Map(
    ['./a.json', './a.ndjson', './a.xml'].map((path) => [path, { bytes, text: () => included, path }]),
  );
  const resolve = (name: string) => ({ value: (values[name] ?? '').replaceAll('{{', '{'), isSecret: false });
  const result = materialise({ plan, resolve, system, files: included === undefined ? new Map() : (files as never) });
  if (!('request' in result) || result.changes.length > 0 || result.segmentsAdded.length > 0) return 'refused';
  // No connection takes such fields; the transport says so.
  const isSendable = result.request.headers.every(
    ([name, text]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !/[\r\n]/.test(text),
  );
  return isSendable ? result.request : 'refused';
}

describe(`what is sent of a file is what was judged ${sampled}`, () => {
  it.each(places.map((place) => [place.name, place] as const))('in %s', (_, place) => {
    const plain = sentFor(place, { x: '1', y: '1' });
    if (plain === 'refused') throw new Error('A plain value is refused.');
    const written = place.structure(plain);
    let sentOnes = 0;
    fc.assert(
      fc.property(breakingValue, breakingValue, (x, y) => {
        const sent = sentFor(place, { x, y });
        if (sent === 'refused') return;
        const structure = place.structure(sent);
        if (structure === undefined) return;
        sentOnes++;
        expect(structure).toEqual(written);
      }),
      { seed, numRuns: triesOf(2000), examples: [['a', 'b']] },
    );
    expect(sentOnes).toBeGreaterThan(0);
  });
});
