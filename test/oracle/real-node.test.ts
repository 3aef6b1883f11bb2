import { expect, it } from 'vitest';
import { compareNode } from '../../tools/oracle/compare-node.mjs';
import { reasonAgainst } from '../../tools/oracle/jars.mjs';
import { usual } from '../../tools/oracle/servers.mjs';

const reason = await reasonAgainst(usual);

// `npm run oracle` plays all areas; one of them shows that the node starts and the comparison works.
it.skipIf(reason !== undefined)(
  `answers requests about mappings as a real node does, and finds before sending what it refuses${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  { timeout: 300_000 },
  async () => {
    const { rows, steps } = await compareNode({ seed: 1, words: ['flattened mapping'], log: () => undefined });
    const row = rows[0];
    if (row === undefined) throw new Error('no area');
    expect(steps.length).toBeGreaterThan(300);
    expect(row.other).toBeLessThanOrEqual(0.01 * (row.requests - row.listed));
    expect(row.found).toBeGreaterThanOrEqual(0.95 * row.refused);
    expect(row.wrong).toBe(0);
  },
);
