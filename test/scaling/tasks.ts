import { createEngine, type CheckOptions } from '../../packages/engine/src/index';
import {
  associateBody,
  defaultConfiguration,
  mergeConfiguration,
  ownFilesOf,
  parseConfiguration,
} from '../../packages/sender/src/configuration/index';
import { createMasker, createStreamMask, redact } from '../../packages/catalogue/src/masking/index';
import type { ReceivedResponse } from '../../packages/sender/src/plan/index';
import { describeResponse } from '../../packages/sender/src/response/index';
import { evaluateAsserts } from '../../packages/sender/src/asserts/index';
import { riskyWays } from '../../packages/sender/src/private/index';
import { plainPaint, reportFile, reportFormats, SummaryCounter } from '../../packages/sender/src/report/index';
import { matchesGlob } from '../../packages/sender/src/configuration/associate-body';
import { valueAtPath } from '../../packages/json/src/select-nodes';
import { printJson } from '../../packages/sender/src/response/json-printer';

/** Work that grows with `n`, in a way that could grow faster. */
export interface ScalingTask {
  readonly name: string;
  /** How large `n` is at most when it is doubled. */
  readonly n: number;
  /** Returns what is measured. */
  readonly prepare: (n: number) => () => unknown;
}

export const times = (n: number, piece: (at: number) => string, between = ''): string =>
  Array.from({ length: n }, (_, at) => piece(at)).join(between);
export const listOf = (n: number, item: (at: number) => string): readonly string[] =>
  Array.from({ length: n }, (_, at) => item(at));
export const objectOf = (n: number, value = '1'): string => `{${times(n, (at) => `"a${at}": ${value}`, ', ')}}`;
const nested = (n: number): string => `${'{"a":['.repeat(n)}1${']}'.repeat(n)}`;

const paths: readonly ScalingTask[] = [
  { name: 'a path below many members', n: 20_000, prepare: (n) => path(objectOf(n), '$..b') },
  { name: 'a path below many items', n: 200_000, prepare: (n) => path(`[${times(n, () => '1', ',')}]`, '$..b') },
  { name: 'a path below deep values', n: 20_000, prepare: (n) => path(nested(n), '$..b') },
  { name: 'a path that goes below often', n: 500, prepare: (n) => path(nested(n), '$..*..*..*..*..b') },
  { name: 'a path of many steps below', n: 5_000, prepare: (n) => path(nested(20), `$${'..*'.repeat(n)}..b`) },
  { name: 'a JSON path of many steps', n: 20_000, prepare: (n) => path(nested(20), `$${'.a[0]'.repeat(n)}`) },
  { name: 'a path with an open quote', n: 100_000, prepare: (n) => path('{}', `$['${'\\\\'.repeat(n)}`) },
  { name: 'a path of blanks', n: 100_000, prepare: (n) => path('{}', `$[${' '.repeat(n)}x`) },
  {
    name: 'a path to the last of equal members',
    n: 50_000,
    prepare: (n) => path(`{${'"a":1,'.repeat(n)}"b":1}`, '$.b'),
  },
];

function path(source: string, steps: string): () => unknown {
  return () => valueAtPath(source, steps);
}

const maskings: readonly ScalingTask[] = [
  {
    name: 'secrets in a long text',
    n: 2_000,
    prepare: (n) => {
      const secrets = listOf(n, (at) => `a secret/${at}`);
      return masking(
        secrets,
        times(n, (at) => `some words and a secret/${at} and more words `),
      );
    },
  },
  {
    name: 'secrets that begin alike',
    n: 5_000,
    prepare: (n) =>
      masking(
        listOf(n, (at) => `${'a'.repeat(60)}${at}`),
        'a'.repeat(n * 10),
      ),
  },
  {
    name: 'secrets that begin one another',
    n: 5_000,
    prepare: (n) =>
      masking(
        listOf(60, (at) => 'a'.repeat(at + 4)),
        `${'a'.repeat(59)}b`.repeat(n),
      ),
  },
  { name: 'a long secret', n: 100_000, prepare: (n) => masking([`${'ab'.repeat(n)}c`], 'ab'.repeat(n * 2)) },
  {
    name: 'members with secrets',
    n: 20_000,
    prepare: (n) =>
      masking(
        [],
        times(n, (at) => `"api_key": "k${at}abc", `),
      ),
  },
  ...[
    ...['token', 'token: a b c\n', '\n token: a ', '"token"', '"token":"', '"token": ["', '"token":\\'],
    ...['\\"token\\":\\"', '\\', '://', 'Cookie:'],
  ].map((piece) => ({
    name: `many of ${JSON.stringify(piece)}`,
    n: 50_000,
    prepare: (n: number) => masking([], piece.repeat(n)),
  })),
  { name: 'names of secrets and equals signs', n: 50_000, prepare: (n) => masking([], 'token='.repeat(n)) },
  { name: 'lists of secrets', n: 50_000, prepare: (n) => masking([], `"token": [${'"abcd1234", '.repeat(n)}`) },
  { name: 'openings of lists of secrets', n: 30_000, prepare: (n) => masking([], '"token": ['.repeat(n)) },
  { name: 'blanks behind names of secrets', n: 500, prepare: (n) => masking([], `"token"${' '.repeat(n)}`.repeat(50)) },
  { name: 'blanks behind a name of a secret', n: 100_000, prepare: (n) => masking([], `"token"${' '.repeat(n)}x`) },
  { name: 'backslashes in masked text', n: 100_000, prepare: (n) => masking([], `"token": "${'\\'.repeat(n)}`) },
  { name: 'backslashes and quotes', n: 50_000, prepare: (n) => masking([], `\\"token\\":\\"${'\\\\"'.repeat(n)}`) },
  {
    name: 'quotes behind backslashes',
    n: 50_000,
    prepare: (n) => masking([], `${'\\'.repeat(n)}"token": "${'\\"'.repeat(n)}`),
  },
  { name: 'user names of URLs', n: 50_000, prepare: (n) => masking([], 'http://a:b'.repeat(n)) },
  { name: 'colons of URLs', n: 50_000, prepare: (n) => masking([], `http://${':'.repeat(n)}{{`) },
  { name: 'braces in URLs', n: 50_000, prepare: (n) => masking([], `http://${'{{a'.repeat(n)}@e.org`) },
  { name: 'escaped letters', n: 50_000, prepare: (n) => masking([], '\\u0061'.repeat(n)) },
  {
    name: 'a stream of many lines',
    n: 1_000,
    prepare: (n) => () => {
      const stream = createStreamMask(['some secret']);
      for (let at = 0; at < n; at++) stream(`"token": "secret${at % 9}", ${'words '.repeat(1000)}\n`);
    },
  },
];

function masking(secrets: readonly string[], text: string): () => unknown {
  return () => [createMasker(secrets).text(text), redact(text)];
}

const globs: readonly ScalingTask[] = [
  ...[
    '****************z',
    '*a*a*a*a*a*a*a*a*z',
    '{a,b}{a,b}{a,b}{a,b}{a,b}*z',
    '+(a|aa)+(a|aa)+(a|aa)z',
    '[a-z]*[a-z]*[a-z]*[a-z]*9',
  ].map((glob): ScalingTask => ({
    name: `the glob ${glob}`,
    n: 20_000,
    prepare: (n) => globbing('a'.repeat(n), glob),
  })),
  { name: 'a glob of folders', n: 20_000, prepare: (n) => globbing('a/'.repeat(n), '**/a/**/a/**/a/**/z') },
  { name: 'stars in a glob', n: 400, prepare: (n) => globbing('a'.repeat(2_000), `${'*a'.repeat(n)}z`) },
  { name: 'folders in a glob', n: 200, prepare: (n) => globbing('a/'.repeat(500), `${'**/a/'.repeat(n)}z`) },
  { name: 'choices in a glob', n: 200, prepare: (n) => globbing('a'.repeat(2_000), `${'{a,b}'.repeat(n)}z`) },
  {
    name: 'choices in choices',
    n: 300,
    prepare: (n) => globbing('a'.repeat(2_000), `${'{a,'.repeat(n)}b${'}'.repeat(n)}`),
  },
  { name: 'brackets in a glob', n: 900, prepare: (n) => globbing('a'.repeat(2_000), '['.repeat(n)) },
  {
    name: 'globs of a configuration',
    n: 1_000,
    prepare: (n) => {
      const bodies = listOf(n, (at) => `{ "files": "*a*a*a${at}*.json", "request": "PUT /_security/api_key" }`);
      const { configuration } = parseConfiguration(`{ "bodies": [${bodies.join(',')}] }`);
      return () => associateBody(`${'a'.repeat(200)}.json`, '{}', configuration ?? defaultConfiguration);
    },
  },
];

/** Each list and table of `rulebook.json`, with so many entries. */
const configurations: readonly ScalingTask[] = (
  [
    ['endpoints', (at) => `"e${at}": { "baseUrl": "https://h${at}.example", "insecure": true, "authentication": {} }`],
    ['services', (at) => `"s${at}": { "description": "./d${at}.yaml" }`],
    ['schemas', (at) => `"s${at}": { "file": "./d${at}.json" }`],
    ['environments', (at) => `"e${at}": { "protected": true }`],
    ['defaults', (at) => `"s${at}": "e${at}"`],
    ['rules', (at) => `"r${at}": "off"`],
    ['bodies', (at) => `{ "files": "a${at}.json", "request": "POST /a${at}" }`, '[]'],
    ['rulesets', (at) => `"./r${at}.json"`, '[]'],
  ] satisfies readonly (readonly [member: string, entry: (at: number) => string, brackets?: string])[]
).map(([member, entry, brackets = '{}']): ScalingTask => ({
  name: `${member} of a configuration`,
  n: 10_000,
  prepare: (n) => {
    const text = `{ "${member}": ${brackets.charAt(0)}${times(n, entry, ',')}${brackets.charAt(1)} }`;
    return () => {
      const { configuration } = parseConfiguration(text, { ruleIds: [] });
      return [riskyWays(text), ownFilesOf(configuration), mergeConfiguration(configuration, configuration)];
    };
  },
}));

function globbing(file: string, glob: string): () => unknown {
  return () => matchesGlob(file, glob);
}

const answers: readonly ScalingTask[] = [
  { name: 'printed members', n: 50_000, prepare: (n) => printing(objectOf(n)) },
  { name: 'printed brackets', n: 50_000, prepare: (n) => printing('['.repeat(n) + ']'.repeat(n)) },
  { name: 'printed objects in objects', n: 50_000, prepare: (n) => printing('{"a":'.repeat(n) + '1' + '}'.repeat(n)) },
  { name: 'a printed string', n: 500_000, prepare: (n) => printing(`"${'\\"'.repeat(n)}"`) },
  { name: 'a printed string without an end', n: 500_000, prepare: (n) => printing(`["a","${'\\"'.repeat(n)}`) },
  { name: 'a printed number', n: 500_000, prepare: (n) => printing('1'.repeat(n)) },
  { name: 'printed lines', n: 50_000, prepare: (n) => printing('{"a":1}\n'.repeat(n)) },
  { name: 'blanks that are printed', n: 500_000, prepare: (n) => printing(`[${' '.repeat(n)}1]`) },
  { name: 'a described answer', n: 20_000, prepare: (n) => describing(responseOf(objectOf(n))) },
  {
    name: 'a described answer with secrets',
    n: 5_000,
    prepare: (n) => describing(responseOf(`[${times(n, (at) => `{"api_key":"s3cret ${at}"}`, ',')}]`)),
  },
  { name: 'a described deep answer', n: 20_000, prepare: (n) => describing(responseOf(nested(n))) },
  { name: 'a described text', n: 500_000, prepare: (n) => describing(responseOf(`"${'a'.repeat(n)}`)) },
  {
    name: 'blank ends of a text',
    n: 200_000,
    prepare: (n) => describing(responseOf(`a${' \n'.repeat(n)}b${' '.repeat(n)}`)),
  },
  {
    name: 'described header fields',
    n: 5_000,
    prepare: (n) => {
      const headers = listOf(n, (at) => `x${at}`).map((name) => [name, 'a=b; c'] as const);
      const cookies = listOf(n, (at) => `session${at}=value${at}; Path=/`).map(
        (value) => ['Set-Cookie', value] as const,
      );
      return describing({ ...responseOf('{}'), headers: [...headers, ...cookies] });
    },
  },
];

const asserts: readonly ScalingTask[] = [
  { name: 'asserts on a small body', n: 5_000, prepare: (n) => asserting(n, responseOf('{"hits":[{"id":1}]}')) },
  {
    name: 'an assert on many items',
    n: 20_000,
    prepare: (n) => asserting(1, responseOf(`{"hits":[${times(n, () => '{"id":1}', ',')}]}`)),
  },
  {
    name: 'asserts on a body with secrets',
    n: 300,
    prepare: (n) =>
      asserting(n, responseOf(`{"hits":[{"id":1}],"keys":[${times(n, (at) => `{"api_key":"s3cret ${at}"}`, ',')}]}`)),
  },
];

function asserting(n: number, response: ReceivedResponse): () => unknown {
  const list = Array.from({ length: n }, (_, line) => ({ text: `body $.hits[0].id == ${line}`, line }));
  const system = { now: () => 0, guid: () => 'guid', random: () => 0.5, environment: () => undefined };
  return () =>
    evaluateAsserts(list, { response, secrets: [], resolve: () => undefined, system, differences: () => undefined });
}

function printing(source: string): () => unknown {
  return () => printJson(source);
}

function describing(response: ReceivedResponse): () => unknown {
  return () => describeResponse(response, { secrets: ['some secret'] });
}

export function responseOf(body: string): ReceivedResponse {
  const size = body.length;
  return {
    status: 200,
    statusText: 'OK',
    httpVersion: '1.1',
    headers: [],
    body,
    isTruncated: false,
    size,
    duration: 1,
  };
}

const reports: readonly ScalingTask[] = [
  {
    name: 'reports of many findings',
    n: 10_000,
    prepare: (n) => reporting(`POST /repos/o/r/hooks\n\n${objectOf(n).replaceAll(', ', ',\n')}`),
  },
  {
    name: 'reports of findings on one line',
    n: 10_000,
    prepare: (n) => reporting(`POST /repos/o/r/hooks\n\n${objectOf(n)}`),
  },
  {
    name: 'reports of many requests',
    n: 3_000,
    prepare: (n) => reporting('###\nPOST /repos/o/r/hooks\n\n{ "a": 1 }\n'.repeat(n)),
  },
  {
    name: 'reports of a long name',
    n: 100_000,
    prepare: (n) => reporting(`POST /repos/o/r/hooks\n\n{ "${'\u202e'.repeat(n)}": 1 }`),
  },
];

const options: CheckOptions = { context: { endpoints: [], defaults: {} } as never, severities: {} };

function reporting(text: string): () => unknown {
  const engine = createEngine();
  const file = engine.openFile(text);
  const report = engine.check(file, options);
  return () => {
    let length = 0;
    for (const { write } of reportFormats) {
      const writer = write({ rules: engine.rules, version: '1.0.0', failsAt: 'error', paint: plainPaint });
      const counter = new SummaryCounter();
      const reported = reportFile('a.http', report);
      for (const finding of reported.findings) counter.add(finding);
      for (const piece of writer.file(reported)) length += piece.length;
      for (const piece of writer.end(counter.summary)) length += piece.length;
    }
    return length;
  };
}

/** What is doubled, besides the texts of files. */
export const tasks: readonly ScalingTask[] = [
  ...paths,
  ...maskings,
  ...globs,
  ...configurations,
  ...answers,
  ...asserts,
  ...reports,
];
