// Sends files with httpYac, from the folder of its installation. Started by `host.mjs`.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const [folder = ''] = process.argv.slice(2);
const { cli, send, store } = createRequire(join(folder, 'package.json'))('httpyac');
cli.initFileProvider();
cli.initIOProvider();
process.on('uncaughtException', () => undefined);
process.on('unhandledRejection', () => undefined);

process.on('message', async (/** @type {{ file: string, environment: string }} */ { file, environment }) => {
  const said = [];
  const note = (...words) => said.push(words.join(' '));
  try {
    process.chdir(dirname(file));
    const config = { log: { level: 1000 } };
    const httpFile = await new store.HttpFileStore().getOrCreate(file, () => readFile(file, 'utf8'), 0, {
      workingDir: dirname(file),
      activeEnvironment: [environment],
      config,
    });
    const scriptConsole = {
      info: note,
      error: note,
      warn: note,
      log: note,
      debug: note,
      trace: note,
      logPriority: note,
    };
    await send({ httpFile, activeEnvironment: [environment], config, scriptConsole, processedHttpRegions: [] });
  } catch (error) {
    note(String(error));
  }
  await store.userSessionStore.reset();
  process.send?.({ said });
});
