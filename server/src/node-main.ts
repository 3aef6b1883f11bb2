import { Console } from 'node:console';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Connection, ConnectionOptions } from 'vscode-languageserver/node';
import { createConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { createEngine, readMarkdownWith, type Engine } from '@rulebook/engine';
import { framesOf } from '@rulebook/text';
import { addWork, beginWork } from '@rulebook/node/compiled-parts';
import { createDescriptionLoader } from '@rulebook/node/shipped-descriptions';
import { loadGraphql } from '@rulebook/node/shipped-graphql';
import { loadMarkdownWriter } from '@rulebook/node/shipped-markdown';
import { loadQueries } from '@rulebook/node/shipped-queries';
import type { DescriptionReader } from '@rulebook/node/descriptions/own-descriptions';
import {
  describeFile,
  findRequestFiles,
  isRegularFile,
  isWritable,
  readInside,
  readStart,
  readTextFile,
} from '@rulebook/node/files/files';
import { findEnvironmentFiles } from '@rulebook/node/files/environment-files';
import { createGarbageCollector, createRestCollector } from '@rulebook/node/rest-collector';
import type { EditorSender } from '@rulebook/node/sending/sender';
import { createMessageEncoder } from './documents/encode-message';
import { startServer } from './server';

/** The pages of the rules, which are shipped next to dist/parts/ with this module. */
const pages = fileURLToPath(new URL('../../docs/rules', import.meta.url));

/** The exit code when Rulebook itself fails, as on the command line. */
const internalError = 70;

// Node itself would print the message of the error, which may quote a document.
process.on('uncaughtException', (error) => {
  process.stderr.write(`The language server failed; please report it with these lines:\n${framesOf(error)}\n`);
  process.exit(internalError);
});

let reader: Promise<DescriptionReader> | undefined;
/** What reads descriptions takes long to load, and most folders have none of their own. */
function loadReader(): Promise<DescriptionReader> {
  reader ??= import('@rulebook/node/descriptions/own-descriptions').then(({ createDescriptionReader }) =>
    createDescriptionReader((name) => process.env[name]),
  );
  return reader;
}

let sender: Promise<EditorSender> | undefined;
/** The HTTP client is large, and most sessions send nothing. */
function loadSender(): Promise<EditorSender> {
  sender ??= import('@rulebook/node/sending/sender').then(({ createEditorSender }) =>
    createEditorSender((name) => process.env[name]),
  );
  return sender;
}

readMarkdownWith(loadMarkdownWriter);

/** Until then, the first files are checked. What comes later must not pause for garbage as a whole. In milliseconds. */
const startTime = 3_000;
setTimeout(beginWork(), startTime).unref();

// The connection is chosen by the arguments: `--stdio`, `--node-ipc`, `--socket=PORT` or `--pipe=NAME`.
startServer(process.argv.includes('--stdio') ? connectStandardStreams : createConnection, {
  createEngine: ({ onRuleFailure, onMissingDescription }) => {
    const engine = createEngine({
      keepsOutlines: true,
      onRuleFailure,
      loadDescription: createDescriptionLoader(onMissingDescription),
      loadGraphql,
      loadQueries,
    });
    const openFile: Engine['openFile'] = (text) => {
      addWork(text.length, { isOneTurn: true });
      return engine.openFile(text);
    };
    return { ...engine, openFile };
  },
  defer: (task) => {
    setImmediate(task);
  },
  releaseMemory: createGarbageCollector({ leastGrowth: 60_000_000, leastShare: 0.5 }),
  readFile: async (uri) => {
    const path = pathOfUri(uri);
    const content = path === undefined ? undefined : await readTextFile(path);
    // No such file, or a URI without a path on this machine: both mean that nothing is configured.
    return content !== undefined && 'text' in content ? content.text : undefined;
  },
  ...(existsSync(pages) && { rulePage: (rule) => pathToFileURL(join(pages, `${rule}.md`)).href }),
  describe: async (folder, description, overlays, form) => {
    const root = pathOfUri(folder);
    if (root === undefined) return { cause: 'it is not on this machine', files: [] };
    const read = await (await loadReader())({ root, description, overlays, form });
    const files = read.files.map(uriOf);
    if ('cause' in read) return { cause: read.cause, files };
    const problems = read.problems.map(({ path, ...problem }) => ({ ...problem, uri: uriOf(path) }));
    return { ...read, files, problems };
  },
  readInside: async (folder, path) => {
    const root = pathOfUri(folder);
    if (root === undefined) return { uri: folder, cause: 'it is not on this machine' };
    const { path: absolute, ...content } = await readInside(root, path);
    return { uri: uriOf(absolute), ...content };
  },
  environmentFiles: (uri) => {
    const path = pathOfUri(uri);
    const found = path === undefined ? [] : findEnvironmentFiles(dirname(path));
    return Promise.resolve(
      found.map(({ realPath, ...one }) => ({
        ...{ ...one, path: uriOf(one.path) },
        ...(realPath !== undefined && { realPath: uriOf(realPath) }),
      })),
    );
  },
  send: async (uri, order) => {
    const path = pathOfUri(uri);
    const steps = order.steps.flatMap((step) => {
      const location = pathOfUri(step.location);
      const root = step.root === undefined ? undefined : pathOfUri(step.root);
      const sources = step.sources.map((one) => ({ ...one, location: pathOfUri(one.location) ?? one.location }));
      return location === undefined ? [] : [{ ...step, location, root, sources }];
    });
    if (path === undefined || steps.length < order.steps.length) return false;
    await (await loadSender()).send(path, { ...order, steps });
    return true;
  },
  keepAnswer: async (text) => uriOf((await loadSender()).keep(text)),
  files: {
    read: async (uri) => {
      const path = pathOfUri(uri);
      return path === undefined ? undefined : readTextFile(path);
    },
    describe: async (uri) => {
      const path = pathOfUri(uri);
      return path === undefined ? undefined : describeFile(path);
    },
    isFile: async (uri) => {
      const path = pathOfUri(uri);
      return path !== undefined && (await isRegularFile(path));
    },
    isWritable: async (uri) => {
      const path = pathOfUri(uri);
      return path !== undefined && (await isWritable(path));
    },
    readStart: async (uri) => {
      const path = pathOfUri(uri);
      return path === undefined ? undefined : readStart(path);
    },
    findRequestFiles: async (folder, most, others) => {
      const path = pathOfUri(folder);
      return path === undefined ? [] : (await findRequestFiles(path, most, others)).map(uriOf);
    },
  },
});

/** Connects standard input and output as `createConnection()` does, but with a writer that reuses what it has written. */
function connectStandardStreams(options: ConnectionOptions): Connection {
  // Only messages may be written to standard output.
  Object.assign(console, new Console(process.stderr));
  const encode = createMessageEncoder();
  const noteWork = createRestCollector();
  const output = process.stdout;
  const writer = new StreamMessageWriter(output, {
    contentTypeEncoder: {
      name: 'application/json',
      encode: (message) => {
        noteWork();
        return Promise.resolve(encode(message));
      },
    },
  });
  const connection = createConnection(new StreamMessageReader(process.stdin), writer, options);
  let isShutDown = false;
  connection.onShutdown(() => {
    isShutDown = true;
  });
  // The library ends the process at `exit`, but does not notice when the streams behind a reader close.
  const exit = (): never => process.exit(isShutDown ? 0 : 1);
  process.stdin.on('end', exit).on('close', exit);
  output.on('close', exit);
  return connection;
}

function uriOf(path: string): string {
  return pathToFileURL(path).href;
}

/** Returns the path of a file on this machine; undefined for other URIs. */
function pathOfUri(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}
