import { expect, it } from 'vitest';
import { advisoriesAgainst } from '../../../tools/audit.mjs';

const advisory = (name: string, title: string) => ({ name, title, severity: 'high', range: '<2', url: 'https://x' });
const audit = {
  vulnerabilities: {
    bundled: {
      name: 'bundled',
      nodes: ['node_modules/bundled', 'node_modules/tool/node_modules/bundled'],
      via: [advisory('bundled', 'Reads too much'), 'below'],
    },
    tool: { name: 'tool', nodes: ['node_modules/tool'], via: [advisory('tool', 'Only builds')] },
  },
};
const lock = {
  packages: {
    'node_modules/bundled': { version: '1.0.0' },
    'node_modules/tool/node_modules/bundled': { version: '0.9.0' },
    'node_modules/tool': { version: '1.0.0' },
  },
};
const bill = (...packages: readonly string[]) => ({
  components: [
    { type: 'file', 'bom-ref': 'tool@1.0.0' },
    ...packages.map((name) => ({ type: 'library', 'bom-ref': name })),
  ],
});

it('names the advisories against what is bundled, and not against what only builds', () => {
  expect(advisoriesAgainst(audit, bill('bundled@1.0.0', 'other@1.0.0'), lock)).toEqual([
    'bundled@1.0.0: high: Reads too much (<2) https://x',
  ]);
});

it('names nothing where another version is bundled', () => {
  expect(advisoriesAgainst(audit, bill('bundled@2.0.0'), lock)).toEqual([]);
});
