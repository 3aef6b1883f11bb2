import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { playQueries, requestsOfStories } from './play-queries';

/** An answer of a node, with the number of the request among the stories. */
interface NodeAnswer {
  readonly number: number;
  readonly body: string;
  readonly status: number;
  /** Of an error. */
  readonly type?: string;
  /** Of a table: names and types, and the rows. */
  readonly columns?: readonly string[];
  readonly values?: readonly unknown[];
  /** Of another format. */
  readonly text?: string;
}

// Elasticsearch 8.19.21 gave these answers to the stories "ES|QL" of `npm run oracle`, which compares all of it with a node.
const answers = readFileSync(join(import.meta.dirname, 'node-answers.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as NodeAnswer);
const play = playQueries();
const requests = requestsOfStories();

it('has an answer of the node for each request', () => {
  expect(answers.length).toBeGreaterThan(300);
  expect(answers.map(({ number }) => number)).toEqual(answers.map((_, at) => at + 1));
  expect(requests.map(({ text }) => text)).toEqual(answers.map(({ body }) => body));
});

it.each(answers)('$number: $body', ({ number, status, type, columns, values, text }) => {
  const request = requests[number - 1]!;
  const found = play.send(`${request.method} ${request.path}`, request.text, undefined, request.headers);
  expect(found.status, found.text).toBe(status);
  if (type !== undefined) expect(found.body).toMatchObject({ error: { type } });
  if (text !== undefined) expect(found.text).toBe(text);
  if (columns === undefined) return;
  const shown = JSON.parse(found.text) as { columns: { name: string; type: string }[]; values: unknown[] };
  expect(shown.columns.map((column) => `${column.name}: ${column.type}`)).toEqual(columns);
  expect(shown.values).toEqual(values);
});
