import { describe, expect, it } from 'vitest';
import { clientLanguages, prepareClients } from '../../tools/oracle/clients.mjs';

// The official clients of other languages. Their packages are fetched with `RULEBOOK_CLIENTS=all` only.

const offline = process.env['RULEBOOK_CLIENTS'] !== 'all';
/** The fewest requests that the stories of a client send. */
const least: Readonly<Record<string, number>> = { 'go-github 62.0.0': 5 };

for (const language of clientLanguages) {
  const prepared = await prepareClients(language, { offline });
  const reason = prepared.play === undefined ? prepared.reason : undefined;
  describe.skipIf(reason !== undefined)(`the clients of ${language} (${reason ?? 'as pinned'})`, () => {
    it('play all stories, and nothing false is found in what they send', async () => {
      if (prepared.play === undefined) return;
      const rows = await prepared.play().finally(prepared.remove);
      expect(rows.length).toBeGreaterThan(0);
      for (const { client, version, requests, findings, failures } of rows) {
        expect({ client, version, findings, failures }).toEqual({ client, version, findings: [], failures: [] });
        expect(requests).toBeGreaterThan(least[`${client} ${version}`] ?? 50);
      }
    });
  });
}
