// The other tools, from where they are installed. What is missing is said.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { restClientIn } from './build-rest-client.mjs';

/** The environments in the settings of REST Client: those of the files of the cases. */
const environmentVariables = { $shared: {}, dev: { town: 'bern', hidden: 'h-1' } };

const installed = (name) => {
  const folder = process.env.RULEBOOK_PEERS ?? '';
  return folder !== '' && existsSync(join(folder, 'node_modules', name)) ? folder : undefined;
};

/** @type {Readonly<Record<string, (log: (line: string) => void) => Promise<{ module: string, args: readonly string[] } | { missing: string }>>>} */
export const peers = {
  httpyac: async () => {
    const folder = installed('httpyac');
    return folder === undefined
      ? { missing: '`npm install httpyac` in another folder, and name that folder by RULEBOOK_PEERS.' }
      : { module: join(import.meta.dirname, 'send-httpyac.mjs'), args: [folder] };
  },
  'rest-client': async (log) => {
    const folder = process.env.RULEBOOK_PEERS ?? '';
    if (!existsSync(folder)) return { missing: 'Name a folder by RULEBOOK_PEERS, in which its source is bundled.' };
    const bundle = await restClientIn(folder, log);
    return {
      module: join(import.meta.dirname, 'send-rest-client.mjs'),
      args: [bundle, JSON.stringify({ environmentVariables })],
    };
  },
};
