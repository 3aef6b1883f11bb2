// Writes entries of the history in a process of its own. It is bundled by history-files.test.ts.
import { createHistoryFiles } from '../../../../packages/node/src/files/history-files';

const [folder = '', id = '', count = '1', length = '100'] = process.argv.slice(2);
const files = createHistoryFiles(folder);
for (let at = 0; at < Number(count); at++) {
  const name = `${String(at).padStart(15, '0')}-${id}.json`;
  await files.write(name, JSON.stringify({ text: 'x'.repeat(Number(length)) })).catch((error) => {
    process.stdout.write(`${error.message}\n`);
  });
  if (at === 0) process.stdout.write('begun\n');
}
