import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { roundTrips } from '../../../tools/oracle/trips/round-trips.mjs';
import { startSandbox } from '../command-line';

const corpus = process.env['RULEBOOK_CORPUS'] ?? '';
const isThere = existsSync(join(corpus, 'es_snapshot.jsonl'));

describe(`round trips${isThere ? '' : ' (skipped: RULEBOOK_CORPUS names no corpus)'}`, () => {
  it.skipIf(!isThere)('of the corpus have no difference, and each altered value is found', async () => {
    const sandbox = await startSandbox(['--free-ports', '--unlisted', '--path-repo', '/tmp']);
    onTestFinished(async () => {
      await sandbox.end();
    });
    const { baseUrl = '', credential = '' } = sandbox.ready.endpoints[0] ?? {};
    const kinds = ['repository', 'mapping', 'API key'];
    const place = { baseUrl, authorization: credential, repositories: '/tmp', corpus, isSandbox: true };
    const result = await roundTrips({ ...place, kinds });
    expect(result.notMissing).toEqual([]);
    expect(result.differing).toEqual([]);
    expect(result.missed).toEqual([]);
    expect(result.refused).toEqual([]);
    // In the place of a port, the corpus has something that looks like a user of a URL.
    expect(result.unknown.map(({ unknown }) => unknown.map(({ path }) => path))).toEqual([
      ['settings.uri'],
      ['settings.uri'],
    ]);
    expect(result.repositories).toBeGreaterThanOrEqual(20);
    // The corpus has no more of them.
    expect(result.mappings).toBeGreaterThanOrEqual(35);
    expect(result.fields).toBeGreaterThanOrEqual(25);
    expect(result.others).toMatchObject([{ kind: 'API key' }]);
    expect(result.others[0]?.corpus).toBeGreaterThanOrEqual(25);
    expect(result.altered).toBeGreaterThanOrEqual(100);
  });
});
