import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { loadPublished } from '../binding/published';

const folder = join(import.meta.dirname, '../../../descriptions');
const rows = readFileSync(join(folder, 'github-permissions.tsv'), 'utf8')
  .split('\n')
  .filter((row) => row !== '')
  .map((row) => row.split('\t') as [string, string]);
const titles = new Map(
  readFileSync(join(folder, 'github-permission-titles.tsv'), 'utf8')
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => row.split('\t') as [string, string]),
);

describe('the published permissions of tokens', () => {
  const engine = createEngine({ loadDescription: loadPublished });
  const options = {
    context: {
      endpoints: [{ name: 'hub', service: 'code-hosting', baseUrl: 'http://127.0.0.1:9', vendor: 'github' }],
      defaults: { 'code-hosting': 'hub' },
    },
    severities: {},
  };
  const needsOf = (line: string) =>
    Array.from(engine.planAll(engine.openFile(line.replace(/\{[^}]*\}/g, 'x')), options))[0]?.needs;

  it('belong to operations of the description, all of them', () => {
    expect(rows.length).toBeGreaterThan(900);
    const lost = rows.filter(([line]) => !needsOf(line)?.some(({ kind }) => kind === 'permission'));
    expect(lost.map(([line]) => line)).toEqual([]);
  });

  it('have titles', () => {
    const names = rows.flatMap(([, permissions]) =>
      [...permissions.matchAll(/(\w+):(?:read|write|admin)/g)].map(([, name]) => name!),
    );
    expect([...new Set(names)].filter((name) => !titles.has(name))).toEqual([]);
  });

  it.each([
    ['PUT /repos/{owner}/{repo}/contents/a.yml', ['contents write', 'workflows write if a workflow file is written']],
    [
      'GET /repos/{owner}/{repo}/invitations',
      ['administration read unclear', 'private_repository_invitations read unclear'],
    ],
    ['PUT /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}', ['members read', 'administration write']],
  ])('distinguish alternatives, sums and what is not known: %s', (line, expected) => {
    const said = needsOf(line)
      ?.filter(({ kind }) => kind === 'permission')
      .map(({ names, access, condition, certainty }) =>
        [names.join('|'), access, condition && `if ${condition}`, certainty].filter(Boolean).join(' '),
      );
    expect(said).toEqual(expected);
  });
});
