import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A request of the corpus; see its README. */
export interface CorpusItem {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string | number | boolean>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly sequence?: readonly string[];
  readonly expect: 'valid' | 'invalid';
  readonly detect?: 'documented' | 'reference' | 'stateful' | 'environment';
  readonly contradicts_document?: unknown;
}

const files = ['es_api_key.jsonl', 'es_ccr.jsonl', 'es_flattened.jsonl', 'es_sequences.jsonl', 'es_snapshot.jsonl', 'gh_projects.jsonl', 'gh_webhooks.jsonl'];
const folder = process.env['RULEBOOK_CORPUS'] ?? '';
/** Whether the corpus is there to be read. */
export const isThere = folder !== '' && files.every((file) => existsSync(join(folder, file)));
/** Why it is not. */
export const reason = folder === '' ? 'RULEBOOK_CORPUS is not set' : `no corpus in ${folder}`;

/** Writes the item as a request file, as an author would. */
export function requestFileOf(item: CorpusItem): string {
  if (item.sequence !== undefined) return item.sequence.map(stepOf).join('\n###\n');
  const query = Object.entries(item.query).map(([name, value]) => (value === '' ? name : `${name}=${String(value)}`));
  const head = `${item.method} ${item.path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const headers = Object.entries(item.headers).map(([name, value]) => `${name}: ${value}`);
  return [head, ...headers, ...(item.body === null ? [] : ['', item.body]), ''].join('\n');
}

/** Writes a step `METHOD path {body}`. */
function stepOf(step: string): string {
  const [head = '', body] = step.split(/ (?=\{)/);
  return body === undefined ? `${head}\n` : `${head}\n\n${step.slice(head.length + 1)}\n`;
}

/** Returns every item; none where there is no corpus. */
export function readCorpus(): readonly CorpusItem[] {
  return isThere ? files.flatMap(itemsOf) : [];
}

function itemsOf(file: string): readonly CorpusItem[] {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as CorpusItem);
}
