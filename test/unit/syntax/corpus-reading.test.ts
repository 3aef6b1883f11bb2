import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../../engine/src/index';

const corpus = process.env['RULEBOOK_CORPUS'];
const folder = corpus === undefined ? '' : join(corpus, 'files');
const engine = createEngine();
const options: CheckOptions = { context: { endpoints: [], defaults: {} }, severities: {} };

interface Reading {
  readonly method: string;
  readonly url: string;
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
    if (block.otherRequest) return [{ method: 'OTHER', url: '' }];
    const plan = engine.plan(file, index, options);
    if (!plan) return [];
    const url = plan.target.map((part) => (typeof part === 'string' ? part : `{{${part.variable}}}`)).join('');
    return [{ method: block.request?.method?.text ?? 'GET', url: plainUrl(url) }];
  });
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

function plain({ method, url }: Reading): Reading {
  return otherMethods.test(method) || /^(?:wss?|grpc|mqtt|amqp):/i.test(url)
    ? { method: 'OTHER', url: '' }
    : { method, url: plainUrl(url) };
}

/** Files that are read in another way, and why. */
const accepted: Readonly<Record<string, string>> = {
  'httpyac__httpyac.github.io/examples/assert/xpath_namespace.http':
    'A line `@xpath_ns` is no definition; it stops the request instead of being overlooked.',
  'httpyac__httpyac.github.io/examples/request/graphql/graphqlParts.http':
    'A fragment in front of the request is not read; it stops instead of being overlooked.',
  'httpyac__httpyac.github.io/examples/request/kafka/kafkaKeepStreaming.http':
    'A request over Kafka is known as one, not as a GET of a path.',
  'mistweaverco__kulala.nvim/tests/functional/fixtures/export/export_1.http': 'A fragment of a URL is never sent.',
  'mistweaverco__kulala.nvim/tests/functional/fixtures/format.http':
    'The line `run #…` is one of the file\u2019s own tool, not a GET of a path.',
};

describe.skipIf(folder === '' || !existsSync(folder))('files that other tools publish', () => {
  const lines = existsSync(join(folder, 'expected.jsonl'))
    ? readFileSync(join(folder, 'expected.jsonl'), 'utf8').trim().split('\n')
    : [];
  const files = lines.map((line) => JSON.parse(line) as Expected);

  it('get no finding of a service\u2019s rules', () => {
    const ofService = files.flatMap(({ file }) =>
      engine
        .check(engine.openFile(readFileSync(join(folder, file), 'utf8')), options)
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
