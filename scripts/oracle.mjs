// `npm run oracle`: what we say, compared with servers and clients that we did not write.
//   AREA…        only areas whose names contain one of these words
//   --seed N     the seed of the generated requests (1)
//   --show       every difference that is not listed, with its request
//   --raw FILE   all answers as JSON
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './ensure.mjs';
import { compareNode } from './oracle/compare-node.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    show: { type: 'boolean', default: false },
    raw: { type: 'string' },
  },
});

ensureDependencies();
const result = await compareNode({
  seed: Number(values.seed),
  words: positionals,
  log: (line) => console.error(line),
});
if (values.raw !== undefined) await writeFile(values.raw, JSON.stringify(result, undefined, 1));
for (const line of result.table) console.log(line);
if (values.show) for (const line of result.details) console.log(line);
process.exitCode = result.isGood ? 0 : 1;
