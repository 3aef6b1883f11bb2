import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf, root } from '../command-line';
import { elasticsearchRows, opensearchRows, waysOfRows } from './rehearsed-rows';

/** What of the report is read. */
interface Report {
  readonly rehearsals: readonly {
    readonly findings: readonly { readonly path: string; readonly kind: string; readonly rule: string }[];
    readonly play: { readonly differences: readonly { readonly path: string }[] };
  }[];
}

const configuration = JSON.stringify({
  endpoints: { es: { service: 'search-cluster', baseUrl: 'https://es.example:9200', version: '8.19' } },
  defaults: { 'search-cluster': 'es' },
});

const page = readFileSync(join(root, 'docs/server-versions.md'), 'utf8');

/** Returns the first cells of the table below a heading. */
function rowsBelow(heading: string): readonly string[] {
  const [, below = ''] = page.split(`## ${heading}\n`);
  const [section = ''] = below.split('\n## ');
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).map((line) => line.slice(2).split(' | ')[0] ?? '');
}

describe.each([
  ['es@9.5', 'From Elasticsearch 8.19 to 9.5', elasticsearchRows],
  ['opensearch@3', 'From Elasticsearch 8.19 to OpenSearch 3.9', opensearchRows],
] as const)('a rehearsal of %s', (release, heading, requests) => {
  it('says something of the requests of each row of the table', async () => {
    const rows = rowsBelow(heading);
    expect(Object.keys(requests)).toEqual(rows);
    // Each row has an index and a repository of its own.
    const nameOf = (row: string): string => `row-${rows.indexOf(row)}`;
    const files = Object.entries(requests).map(([row, text]) => [
      `${nameOf(row)}.es`,
      text.replaceAll(/(?<=[/"-])i(?=[/"?\n]|$)/g, nameOf(row)),
    ]);
    const cwd = folderOf({ 'rulebook.json': configuration, ...Object.fromEntries(files) });
    const { out, error } = await commandLine(['check', '--as', release, '--format', 'json', '.'], { cwd });
    expect(error).toBe('');
    const [rehearsal] = (JSON.parse(out) as Report).rehearsals;
    const ways = rows.map((row) => {
      const isOf = ({ path }: { readonly path: string }): boolean => path === `${nameOf(row)}.es`;
      const found = new Set(rehearsal?.findings.filter(isOf).map(({ kind, rule }) => `${kind}: ${rule}`));
      return [...found, ...(rehearsal?.play.differences.some(isOf) === true ? ['played'] : [])].join(', ');
    });
    expect(Object.fromEntries(rows.map((row, index) => [row, ways[index]]))).toEqual(
      Object.fromEntries(rows.map((row, index) => [row, waysOfRows[release][index]])),
    );
    // What is wrong for both does not differ: a check reports it.
    const silent = rows.filter((_, index) => ways[index] === '');
    expect(silent).toEqual(rows.filter((row) => row.includes('is reported as no JSON for both')));
    for (const row of silent)
      expect((await commandLine(['check', `${nameOf(row)}.es`], { cwd })).out).toContain('malformed-json');
  });
});
