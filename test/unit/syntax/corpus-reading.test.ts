import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../../packages/engine/src/index';
import type { RequestPlan } from '../../../packages/sender/src/plan/index';
import { createDescriptionLoader } from '../../../packages/node/src/shipped-descriptions';

type Segment = RequestPlan['target'][number];

const corpus = process.env['RULEBOOK_CORPUS'];
const folder = corpus === undefined ? '' : join(corpus, 'files');
const engine = createEngine();
const options: CheckOptions = { context: { endpoints: [], defaults: {} }, severities: {} };

interface Reading {
  readonly line: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A list when files are part of it. */
  readonly body?: string | readonly string[];
  readonly name?: string;
}

interface Expected {
  readonly file: string;
  readonly requests: readonly Reading[];
}

/** How a file is read here: the requests that are sent as HTTP, with the methods of GraphQL and the queries as they are written. */
function readingOf(text: string): readonly Reading[] {
  const file = engine.openFile(text);
  return [...file.blocks].flatMap((_, index) => {
    const block = engine.parse(file, index);
    const plan = engine.plan(file, index, options);
    if (!plan) return [];
    const body = plan.body && bodyOf(plan.body);
    const reading: Reading = {
      line: (plan.line ?? 0) + 1,
      method: block.otherRequest ? 'OTHER' : (block.request?.method?.text ?? 'GET'),
      // The reader gives the target as it is written; the variable is in front of it when it is sent.
      url: block.request?.target.origin ? textOf(plan.target) : textOf(plan.target).replace(/^\{\{host\}\}/, ''),
      headers: Object.fromEntries(plan.headers.map(({ name, value }) => [textOf(name), textOf(value)])),
      ...(body !== undefined && { body: block.request?.body?.kind === 'graphql' ? variablesOf(body) : body }),
      ...(block.title && { name: block.title.text }),
      ...(plan.name !== undefined && { name: plan.name }),
    };
    return [plain(reading)];
  });
}

function textOf(segments: readonly Segment[]): string {
  return segments.map((segment) => (typeof segment === 'string' ? segment : `{{${segment.variable}}}`)).join('');
}

function bodyOf(body: NonNullable<RequestPlan['body']>): string {
  if (body.kind === 'text') return textOf(body.segments);
  if (body.kind === 'file') return fileMark;
  return body.pieces.map((piece) => (piece.kind === 'file' ? fileMark : textOf(piece.segments))).join('');
}

/** Stands for the content of a file. */
const fileMark = '<fn>';

/** The reader gives the variables of a GraphQL document only. */
function variablesOf(body: string): string {
  return /"variables":(.*)\}$/s.exec(body)?.[1] ?? body;
}

const otherMethods = /^(?:WSS?|WEBSOCKET|SSE|EVENTSOURCE|GRPC|MQTT|AMQP|KAFKA|RSOCKET|STOMP|CURL)$/i;

/** The scheme that a host means, blanks in variables and a slash behind the host make no difference. */
function plainUrl(url: string): string {
  return url
    .replace(/\{\{\s*(.*?)\s*\}\}/g, '{{$1}}')
    .replace(/^https?:\/\//, '')
    .replace(/^([^/?]*)\/(?=\?|$)/, '$1')
    .replace(/^\//, '');
}

function plain({ line, method, url, headers, body, name }: Reading): Reading {
  // Of a request that is not sent, only its place is compared.
  if (method === 'OTHER' || otherMethods.test(method) || /^(?:wss?|grpc|mqtt|amqp):/i.test(url))
    return { line, method: 'OTHER', url: '', headers: {} };
  const fields = Object.entries(headers).map(([field, value]) => [
    field.toLowerCase(),
    value.replace(/\s+/g, ' ').trim(),
  ]);
  return {
    line,
    method,
    url: plainUrl(url),
    headers: Object.fromEntries(fields.sort()) as Reading['headers'],
    ...(body !== undefined && { body: (typeof body === 'string' ? body : body.join('')).replace(/\s+/g, '') }),
    ...(name !== undefined && { name }),
  };
}

const variableInHead =
  'A line of the head that is only a variable is a header field for other tools. As a body, it needs a blank line above; this is reported.';

/** Files that are read in another way than by the reader, with the rule of the tool that the file belongs to. */
const accepted: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'metaData/import.http',
      'metaData/importGlobal.http',
      'metaData/name.http',
      'metaData/refWithHttpyacJsApi.http',
      'project/environments/request/test.http',
      'script/importWithJs.http',
      'script/refWithJs.http',
    ].map((name) => [`httpyac__httpyac.github.io/examples/${name}`, variableInHead]),
  ),
  'httpyac__httpyac.github.io/examples/request/kafka/kafkaKeepStreaming.http':
    'A request over Kafka is one for its tool, too; only the reader, which lacks the extension, takes it for a GET of a path.',
  'httpyac__httpyac.github.io/examples/variables/variablesLazy.http':
    '`# @name=result` is a name for tools that write it with an equals sign; nothing refers to it here.',
  'mistweaverco__kulala.nvim/lua/tree-sitter/snapshots/test.http':
    'The fragment of a URL may be on a line of its own; the reader takes it for a comment, and the header fields behind it for the body.',
  'mistweaverco__kulala.nvim/tests/functional/fixtures/export/export_1.http':
    'The fragment of a URL is never sent: curl, by which the tool sends, removes it.',
  'mistweaverco__kulala.nvim/tests/functional/fixtures/format.http':
    'A line `run #…` sends another request; the reader takes it for a GET of a path.',
};

describe.skipIf(folder === '' || !existsSync(folder))('files that other tools publish', () => {
  const lines = existsSync(join(folder, 'expected.jsonl'))
    ? readFileSync(join(folder, 'expected.jsonl'), 'utf8').trim().split('\n')
    : [];
  const files = lines.map((line) => JSON.parse(line) as Expected);

  it('get no finding of a service\u2019s rules', () => {
    // The published descriptions know more paths, and so may take more for a service's.
    const whole = createEngine({ loadDescription: createDescriptionLoader(() => undefined) });
    const ofService = files.flatMap(({ file }) =>
      whole
        .check(whole.openFile(readFileSync(join(folder, file), 'utf8')), options)
        .findings.flat()
        .filter(({ provenance }) => provenance.kind !== 'syntax')
        .map(({ rule, message }) => `${file}: ${rule}: ${message}`),
    );
    expect(ofService).toEqual([]);
  });

  it('are read as their tool reads them, but for the listed ones', () => {
    const different = files.filter(({ file, requests }) => {
      const mine = readingOf(readFileSync(join(folder, file), 'utf8'));
      return JSON.stringify(mine) !== JSON.stringify(requests.map(plain));
    });
    expect(different.map(({ file }) => file).sort()).toEqual(Object.keys(accepted).sort());
  });
});
