import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createConnection } from 'vscode-languageserver/node';
import { createEngine } from '../../engine/src/index';
import { findRequestFiles, readTextFile } from '../../platform/node/files';
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
  files: {
    read: async (uri) => {
      const path = pathOf(uri);
      return path === undefined ? undefined : readTextFile(path);
    },
    findRequestFiles: async (folder) => {
      const path = pathOf(folder);
      return path === undefined ? [] : (await findRequestFiles(path)).map((found) => pathToFileURL(found).href);
    },
  },
});

/** Returns the path of a file of this machine; nothing is known of others. */
function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}
