import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segmentsOf } from '../../../../packages/sender/src/plan/segments';
import type { RequestPlan } from '../../../../packages/sender/src/plan/index';
import { materialise } from '../../../../packages/sender/src/variables/materialise';
import { sampled, seed, triesOf } from '../../../sample';
import { breakingValue } from './breaking-values';

const system = { now: () => 0, guid: () => '', random: () => 0, environment: () => undefined };

interface Place {
  readonly name: string;
  readonly target?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
  readonly kind?: 'json' | 'lines' | 'form';
  /** Returns what must be the same for each value. */
  readonly structure: (request: Sent) => unknown;
}

interface Sent {
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
}

const pathOf = ({ url }: Sent) => new URL(url).pathname.split('/').length;
const type = (text: string) => [['Content-Type', text]] as const;
const graphqlTokens = (text: string) => (text.replace(/"(?:[^"\\\n]|\\.)*"/g, '""').match(/[{}()]/g) ?? []).join('');

/** Returns JSON with the same text in place of each string value. */
function shapeOf(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(shapeOf);
  if (typeof json !== 'object' || json === null) return typeof json;
  return Object.entries(json).map(([key, member]) => [key, shapeOf(member)]);
}

const places: readonly Place[] = [
  {
    name: 'a segment of the path',
    target: 'http://h/a/{{x}}/c',
    structure: (sent) => [pathOf(sent), new URL(sent.url).search],
  },
  {
    name: 'a part of a segment',
    target: 'http://h/a/b{{x}}',
    structure: (sent) => [pathOf(sent), new URL(sent.url).search],
  },
  {
    name: 'a part of the host',
    target: 'http://host{{x}}.example/a/b',
    structure: ({ url }) => (URL.canParse(url) ? new URL(url).pathname : '/a/b'),
  },
  {
    name: 'the value of a parameter',
    target: 'http://h/a?q={{x}}&r=1',
    structure: ({ url }) => [...new URL(url).searchParams.keys(), new URL(url).hash],
  },
  {
    name: 'a cookie',
    headers: [['Cookie', 'a={{x}}; b=1']],
    structure: ({ headers }) => headers.find(([name]) => name === 'Cookie')?.[1].split(';').length,
  },
  {
    name: 'a string of JSON',
    kind: 'json',
    body: '{"a":"{{x}}","b":["{{x}}"]}',
    structure: ({ text }) => shapeOf(JSON.parse(text)),
  },
  {
    name: 'a string behind a backslash',
    kind: 'json',
    body: '{"a":"\\\\{{x}}"}',
    structure: ({ text }) => shapeOf(JSON.parse(text)),
  },
  {
    name: 'a string of a line',
    kind: 'lines',
    body: '{"index":{"_id":"{{x}}"}}\n{"a":"{{x}}"}\n',
    structure: ({ text }) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => shapeOf(JSON.parse(line))),
  },
  {
    name: 'the value of a field',
    kind: 'form',
    headers: type('application/x-www-form-urlencoded'),
    body: 'a={{x}}&b=1',
    structure: ({ text }) => text.split('&').map((field) => field.split('=')[0]),
  },
  {
    name: 'the text of an element',
    headers: type('application/xml'),
    body: '<r><a>of {{x}}</a></r>',
    structure: ({ text }) => text.match(/<[^>]*>/g),
  },
  {
    name: 'a part of a multipart body',
    headers: type('multipart/form-data; boundary=b'),
    body: '--b\r\nContent-Disposition: form-data; name="n"\r\n\r\n{{x}}\r\n--b--\r\n',
    structure: ({ text }) => text.split('\r\n').filter((line) => line.startsWith('--b')),
  },
  {
    name: 'the head of a part',
    headers: type('multipart/form-data; boundary=b'),
    body: '--b\r\nContent-Disposition: form-data; name="{{x}}"\r\n\r\n1\r\n--b--\r\n',
    structure: ({ text }) => [text.split(/\r?\n/).length, text.match(/"/g)?.length],
  },
  {
    name: 'a string of a GraphQL document',
    headers: type('application/graphql'),
    body: '{ user(name: "{{x}}") { id } }',
    structure: ({ text }) => graphqlTokens(text),
  },
  {
    name: 'a value of a GraphQL document',
    headers: type('application/graphql'),
    body: '{ user(id: {{x}}) { id } }',
    // A list or an object is one value.
    structure: ({ text }) =>
      /\{ user\(id: [^]*\) \{ id \} \}$/.test(text) && !/\)[^]*\)/.test(text.replace(/"(?:[^"\\\n]|\\.)*"/g, '')),
  },
];

function sentFor({ target = 'http://h/a', headers = [], body, kind }: Place, x: string): Sent | 'refused' {
  const segments = body === undefined ? undefined : segmentsOf(body);
  const plan: RequestPlan = {
    ...{ method: 'POST', isAbsolute: true, label: '', variables: [], errors: 0, isUnsafe: true },
    target: segmentsOf(target),
    headers: headers.map(([name, text]) => ({ name: [name], value: segmentsOf(text) })),
    ...(segments && {
      body: {
        ...{ kind: 'text', segments },
        ...(kind === 'form' && { isForm: true }),
        ...((kind === 'json' || kind === 'lines') && { form: kind }),
      },
    }),
  };
  const result = materialise({ plan, resolve: () => ({ value: x.replaceAll('{{', '{'), isSecret: false }), system });
  if (!('request' in result) || result.changes.length > 0 || result.segmentsAdded.length > 0) return 'refused';
  const { request } = result;
  return { url: request.url, headers: request.headers, text: typeof request.body === 'string' ? request.body : '' };
}

describe(`what is sent is what was judged ${sampled}`, () => {
  it.each(places.map((place) => [place.name, place] as const))('in %s', (_, place) => {
    const plain = sentFor(place, 'x');
    if (plain === 'refused') throw new Error('A plain value is refused.');
    const written = place.structure(plain);
    let sentOnes = 0;
    fc.assert(
      fc.property(breakingValue, (x) => {
        const sent = sentFor(place, x);
        if (sent === 'refused') return;
        sentOnes++;
        expect(place.structure(sent)).toEqual(written);
      }),
      { seed, numRuns: triesOf(2000), examples: [['a']] },
    );
    expect(sentOnes).toBeGreaterThan(0);
  });
});
