import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkText } from './check-text';

/** A request of the corpus; see its README. */
interface CorpusItem {
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
const isThere = folder !== '' && files.every((file) => existsSync(join(folder, file)));
const reason = folder === '' ? 'RULEBOOK_CORPUS is not set' : `no corpus in ${folder}`;

/** Writes the item as a request file, as an author would. */
function requestFileOf(item: CorpusItem): string {
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

function itemsOf(file: string): readonly CorpusItem[] {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as CorpusItem);
}

describe.skipIf(!isThere)(`the corpus of public requests${isThere ? '' : ` (skipped: ${reason})`}`, () => {
  const items = isThere ? files.flatMap(itemsOf) : [];
  const checked = items.map((item) => ({ item, findings: checkText(requestFileOf(item)).map(({ finding }) => finding) }));

  it('reads the corpus', () => {
    expect(items.length).toBeGreaterThan(50);
  });

  it('gives no error on a valid request', () => {
    const wrong = checked
      .filter(({ item }) => item.expect === 'valid' && item.contradicts_document === undefined)
      .flatMap(({ item, findings }) =>
        findings
          .filter(({ severity }) => severity === 'error')
          .map(({ rule, message }) => `${item.id}: ${rule}: ${message}`),
      );
    expect(wrong).toEqual([]);
  });

  it('gives an error on a request that the documents forbid', () => {
    const missed = checked
      .filter(({ item }) => item.expect === 'invalid' && item.detect === 'documented')
      .filter(({ findings }) => findings.every(({ severity }) => severity !== 'error'))
      .map(({ item }) => item.id);
    expect(missed).toEqual([]);
  });

  it('says how often it warns about valid requests', () => {
    const counts = new Map<string, number>();
    for (const { item, findings } of checked) {
      if (item.expect !== 'valid') continue;
      for (const { severity, rule } of findings) {
        if (severity === 'warning') counts.set(rule, (counts.get(rule) ?? 0) + 1);
      }
    }
    const valid = checked.filter(({ item }) => item.expect === 'valid').length;
    const lines = [...counts].sort((a, b) => b[1] - a[1]).map(([rule, count]) => `  ${rule}: ${String(count)}`);
    console.log([`Warnings on ${String(valid)} valid requests:`, ...lines].join('\n'));
    expect(valid).toBeGreaterThan(0);
  });
});
