import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createConnection } from 'vscode-languageserver/node';
import { createEngine } from '../../engine/src/index';
import { startServer } from './server';

// The connection is chosen by the arguments: `--stdio`, `--node-ipc`, `--socket=PORT` or `--pipe=NAME`.
startServer(createConnection(), {
  createEngine: (onFault) => createEngine({ onFault }),
  defer: (task) => {
    setImmediate(task);
  },
  readFile: async (uri) => {
    if (!uri.startsWith('file:')) return undefined;
    try {
      return await readFile(fileURLToPath(uri), 'utf8');
    } catch {
      // No such file, or an address that is no path here: both mean that nothing is configured.
      return undefined;
    }
  },
});
