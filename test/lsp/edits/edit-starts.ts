import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { largeBody } from '../../../packages/request-file/src/syntax/bodies/parse-body';
import { exampleTexts } from '../../rules/examples';
import { readCorpus, requestFileOf } from '../../rules/read-corpus';

/** A file at the beginning of a walk. */
export interface StartFile {
  readonly name: string;
  readonly uri: string;
  readonly languageId: 'http' | 'json';
  readonly text: string;
}

export const root = 'file:///project';

/** What the files of the walks include, and how they are checked. */
export const filesNextTo: ReadonlyMap<string, string> = new Map([
  [
    `${root}/rulebook.json`,
    JSON.stringify({
      endpoints: {
        local: { service: 'search-cluster', baseUrl: 'http://localhost:9200' },
        prod: { service: 'search-cluster', baseUrl: 'https://es.example', protected: true, version: '8.1' },
      },
      defaults: { 'search-cluster': 'local' },
      bodies: [{ files: 'bodies/*.json', request: 'PUT /_security/api_key' }],
    }),
  ],
  [`${root}/a.json`, '{\n  "name": 5,\n  "expiration": "1d"\n}\n'],
  [`${root}/b.json`, '{ "name": "n", "role_descriptors": { "r": { "cluser": [] } } }'],
  [`${root}/file.json`, '{ "name": '],
]);

/** Separates the files of an example, and what is read from disk, into requests. */
function requestsOf(text: string): readonly string[] {
  return text.split(/^(?=###)/m).filter((part) => part.trim() !== '');
}

const folder = join(import.meta.dirname, '../../../examples');
const examples = readdirSync(folder)
  .filter((name) => name.endsWith('.http'))
  .map((name) => readFileSync(join(folder, name), 'utf8'));
const corpus = readCorpus().map(requestFileOf);
const requests = [
  ...examples.flatMap(requestsOf),
  ...[...exampleTexts, ...corpus].map((text) => `###\n${text}`),
  '### includes\nPUT /_security/api_key\n\n< ./a.json\n',
  '###\nPUT /_security/api_key\n\n<@ ./b.json\n',
  '# @name a\nPUT /_security/api_key\n\n< ./nowhere.json\n',
];

/** The files of strangers, which are read where the corpus is. */
function strangers(path = process.env['RULEBOOK_CORPUS']): readonly string[] {
  if (path === undefined || corpus.length === 0) return [];
  return readdirSync(join(path, 'files'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:http|rest)$/.test(name))
    .map((name) => readFileSync(join(path, 'files', name), 'utf8'));
}

const lineEnds = fc.constantFrom(
  (text: string) => text,
  (text: string) => text,
  (text: string) => text.replaceAll('\n', '\r\n'),
  (text: string) => text.replaceAll('\n\n', '\r\r').replaceAll('###\n', '###\r\n'),
  (text: string) => `\uFEFF${text}`,
);
const requestFile = (name: string, text: string): StartFile => ({
  name,
  uri: `${root}/a.http`,
  languageId: 'http',
  text,
});

const fewRequests = fc
  .tuple(fc.array(fc.constantFrom(...requests), { minLength: 1, maxLength: 5 }), lineEnds)
  .map(([texts, lines]) => requestFile('few requests', lines(texts.join('\n'))));

/** Requests that know of each other: of the same resources, with the same names. */
const related = [
  ...[
    'POST /repos/o/r/hooks\n\n{ "config": { "url": "{{a}}" } }',
    'PATCH /repos/o/r/hooks/1\n\n{ "config": { "url": "https://e.org/" } }',
  ],
  ...[
    'DELETE /repos/o/r/hooks/1',
    '# @name a\nGET /repos/o/R/hooks/1',
    '@a = 1\n@b = {{a}}',
    'GET /repos/o/r/hooks/{{b}}',
  ],
  ...[
    'PUT /_snapshot/a\n\n{ "type": "fs", "settings": { "location": "/x" } }',
    'PUT /_snapshot/b\n\n{ "type": "fs", "settings": { "location": "/x" } }',
  ],
  ...[
    'DELETE /_snapshot/a',
    'PUT /a/_ccr/follow\n\n{ "remote_cluster": "c", "leader_index": "l" }',
    'POST /a/_ccr/pause_follow',
    'POST /a/_close',
  ],
  ...[
    '# @name b\nPUT /_security/api_key\n\n{ "name": 5 }',
    'GET /_snapshot/a\nAuthorization: ApiKey {{a.response.body.encoded}}',
  ],
];
const manyRequests = fc
  .tuple(fc.array(fc.constantFrom(...related), { minLength: 30, maxLength: 100 }), lineEnds)
  .map(([texts, lines]) => requestFile('many requests', lines(texts.join('\n\n###\n'))));

/** A body with faults of many kinds that is long enough for edits to be followed. */
function largeText(of: (index: number) => string, separator: string): string {
  let text = '';
  for (let index = 0; text.length < largeBody + 2000; index++) text += `${index === 0 ? '' : separator}${of(index)}`;
  return text;
}
const roles = (user: string): string =>
  `{\n  "name": "large",\n  "role_descriptors": {\n${largeText(
    (index) =>
      `    "role-${String(index)}": {${index % 7 === 0 ? ' "cluser": ["monitor"],' : ''} "run_as": ${index % 5 === 0 ? '"nobody"' : `["${user}"]`}, ` +
      `"indices": [\n      { "names": ["logs-${String(index)}-*"], "privileges": ["raed"] }${index % 9 === 0 ? ', // é😀' : ''}\n    ] }`,
    ',\n',
  )}\n  }\n}\n`;
const bulk = largeText(
  (index) => `{ "create": { "_index": "l${String(index % 30)}", "_idd": "1" } }\n{ "m": "{{m}}" }`,
  '\n',
);
const settings = `{ "type": "url", "settings": { "url": "http://example.com", "extra": [${largeText((index) => `{ "a${String(index)}": [1, "x", null] }`, ', ')}] } }`;
const large: readonly StartFile[] = [
  requestFile('a large body', `PUT /_security/api_key\n\n${roles('u')}\n### The next\nGET /\n`),
  requestFile(
    'a large body with variables',
    `@m = 1\n\n### One\nPUT {{host}}/_security/api_key\n\n${roles('{{user}}')}`,
  ),
  requestFile('large lines', `POST /_bulk\nContent-Type: application/x-ndjson\n\n${bulk}\n\n###\nGET /\n`),
  requestFile('a large response', `PUT /_security/api_key\n\n{ "name": "k" }\n\nHTTP/1.1 200 OK\n\n${roles('u')}\n`),
  { name: 'a large file', uri: `${root}/bodies/key.json`, languageId: 'json', text: roles('u') },
  {
    name: 'a large line',
    uri: `${root}/repository.json`,
    languageId: 'json',
    text: `// @request PUT /_snapshot/a\n${settings}`,
  },
];

const bodies = fc
  .tuple(
    fc.constantFrom(
      '{ "name": "k", "role_descriptors": { "r": { "cluster": ["all"], "cluster": [] } } }\n',
      ...requests.flatMap((text) => /^\{[\s\S]*/m.exec(text)?.[0] ?? []),
    ),
    fc.constantFrom('// @request PUT /_security/api_key\n', '// @request POST /repos/o/r/hooks\n', ''),
    lineEnds,
  )
  .map(([text, head, lines]): StartFile => ({
    name: 'a body',
    uri: `${root}/${head === '' ? 'bodies/' : ''}key.json`,
    languageId: 'json',
    text: lines(head + text),
  }));

const found = strangers();

/** Files of all kinds; `isLarge` says of which size. */
export const startArbitrary = (isLarge: boolean): fc.Arbitrary<StartFile> =>
  isLarge
    ? fc.constantFrom(...large)
    : fc.oneof(
        { weight: 6, arbitrary: fewRequests },
        { weight: 1, arbitrary: manyRequests },
        { weight: 2, arbitrary: bodies },
        ...(found.length === 0
          ? []
          : [
              {
                weight: 2,
                arbitrary: fc.constantFrom(...found).map((text) => requestFile('a file of a stranger', text)),
              },
            ]),
      );
