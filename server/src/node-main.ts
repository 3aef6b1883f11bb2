import { Console } from 'node:console';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Connection } from 'vscode-languageserver/node';
import { createConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { createEngine, framesOf } from '../../engine/src/index';
import { findRequestFiles, readTextFile } from '../../platform/node/files';
import { createMessageEncoder } from './encode-message';
import { startServer } from './server';

// What Node would print itself quotes the message of the error, and that may quote a document.
process.on('uncaughtException', (error) => {
  process.stderr.write(`The language server failed.\n${framesOf(error)}\n`);
  process.exit(1);
});

// The connection is chosen by the arguments: `--stdio`, `--node-ipc`, `--socket=PORT` or `--pipe=NAME`.
startServer(process.argv.includes('--stdio') ? connectStandardStreams() : createConnection(), {
  createEngine: (onFault) => createEngine({ onFault }),
  defer: (task) => {
    setImmediate(task);
  },
  readFile: async (uri) => {
    const path = pathOf(uri);
    const content = path === undefined ? undefined : await readTextFile(path);
    // No such file, or an address that is no path here: both mean that nothing is configured.
    return content !== undefined && 'text' in content ? content.text : undefined;
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

/** Connects standard input and output as `createConnection()` does, but for the writer, which remembers what it has written. */
function connectStandardStreams(): Connection {
  // Nothing but messages may be written to standard output.
  Object.assign(console, new Console(process.stderr));
  const encode = createMessageEncoder();
  const writer = new StreamMessageWriter(process.stdout, {
    contentTypeEncoder: {
      name: 'application/json',
      encode: (message) => Promise.resolve(encode(message)),
    },
  });
  const connection = createConnection(new StreamMessageReader(process.stdin), writer);
  let isShutDown = false;
  connection.onShutdown(() => {
    isShutDown = true;
  });
  // The library ends the process at `exit` itself, but knows nothing of the streams behind a reader.
  for (const event of ['end', 'close']) process.stdin.on(event, () => process.exit(isShutDown ? 0 : 1));
  return connection;
}

/** Returns the path of a file of this machine; nothing is known of others. */
function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}
