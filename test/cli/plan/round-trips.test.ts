import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { roundTrips } from '../../../scripts/oracle/round-trips.mjs';
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
    const place = { baseUrl, authorization: credential, repositories: '/tmp', corpus, isSandbox: true };
    const result = await roundTrips(place);
    expect(result.isCreatedBefore).toBe(true);
    expect(result.differing).toEqual([]);
    expect(result.missed).toEqual([]);
    expect(result.refused).toEqual([]);
    // In the place of a port, the corpus has something that looks like a user of a URL.
    expect(result.unknown.map(({ unknown }) => unknown.map(({ path }) => path))).toEqual([
      ['settings.uri'],
      ['settings.uri'],
    ]);
    expect(result.repositories).toBeGreaterThanOrEqual(20);
    expect(result.mappings + result.fields).toBeGreaterThanOrEqual(50);
    expect(result.altered).toBeGreaterThanOrEqual(100);
  });
});
