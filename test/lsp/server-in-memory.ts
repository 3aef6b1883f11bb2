import { AbstractMessageReader, AbstractMessageWriter, createConnection, Emitter } from 'vscode-languageserver/node';
import type { DataCallback, InitializeParams, InitializeResult, Message } from 'vscode-languageserver/node';
import { createEngine, type CheckOptions, type Engine, type FileReport } from '../../packages/engine/src/index';
import {
  environmentFileKind,
  inFolderOrder,
  isIgnoredBy,
  isPrivateByName,
} from '../../packages/request-file/src/environments/index';
import { queryLanguages } from '../../packages/queries/src/index';
import type { RequestFile } from '../../packages/request-file/src/syntax/index';
import { createMessageEncoder } from '../../server/src/documents/encode-message';
import { startServer } from '../../server/src/server';

/** What the engine of a server was asked last, and what it found. */
export interface LastCheck {
  readonly file: RequestFile;
  readonly options: CheckOptions;
  readonly report: FileReport;
}

/** The server in this process; its messages pass through the bytes in which they are sent. */
export interface ServerInMemory {
  readonly engine: Engine;
  readonly initialized: InitializeResult;
  /** Takes the last check; undefined when there was none since it was taken. */
  readonly takeCheck: () => LastCheck | undefined;
  /** The newest diagnostics of each document that the server has sent without being asked. */
  readonly published: ReadonlyMap<string, unknown>;
  /** The methods that the server registered with the client. */
  readonly registered: readonly string[];
  /** What the server logged; nothing, unless something failed. */
  readonly log: readonly string[];
  /** The values of progress notifications, with which parts of results come. */
  readonly progress: readonly unknown[];
  readonly request: (method: string, params: unknown) => Promise<unknown>;
  /** Cancels the newest request. */
  readonly cancel: () => void;
  readonly notify: (method: string, params: unknown) => void;
  /** Waits until the server has handled what was sent, and what follows from it. */
  readonly settled: () => Promise<void>;
}

/** The parts of the client's first message that a test chooses. */
export type ClientParts = Partial<Pick<InitializeParams, 'capabilities' | 'initializationOptions' | 'rootUri'>>;

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly params?: {
    readonly registrations?: readonly { readonly method: string }[];
    readonly message?: string;
    readonly uri?: string;
    readonly diagnostics?: unknown;
    readonly value?: unknown;
  };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

class Reader extends AbstractMessageReader {
  readonly #received = new Emitter<Message>();
  listen(callback: DataCallback) {
    return this.#received.event(callback);
  }
  receive(message: object): void {
    this.#received.fire({ jsonrpc: '2.0', ...message } as Message);
  }
}

class Writer extends AbstractMessageWriter {
  readonly #encode = createMessageEncoder();
  readonly #send: (answer: Answer) => void;
  constructor(send: (answer: Answer) => void) {
    super();
    this.#send = send;
  }
  write(message: Message): Promise<void> {
    this.#send(JSON.parse(Buffer.from(this.#encode(message)).toString()) as Answer);
    return Promise.resolve();
  }
  end(): void {
    // There is nothing to end.
  }
}

/** Starts the server with a few files, which may change, and shakes hands. */
export async function startInMemory(
  files: ReadonlyMap<string, string>,
  parts: ClientParts = {},
  /** Returns what the client answers to a request of the server; null unless given. */
  answer: (method: string, params: unknown) => unknown = () => null,
): Promise<ServerInMemory> {
  let last: LastCheck | undefined;
  let started: Engine | undefined;
  const log: string[] = [];
  const registered: string[] = [];
  const progress: unknown[] = [];
  const published = new Map<string, unknown>();
  const waiting = new Map<number, (answer: Answer) => void>();
  const reader = new Reader();
  const writer = new Writer((message) => {
    if (message.method === undefined) waiting.get(message.id ?? -1)?.(message);
    else if (message.id !== undefined) {
      registered.push(...(message.params?.registrations ?? []).map(({ method }) => method));
      reader.receive({ id: message.id, result: answer(message.method, message.params) });
    } else if (message.method === 'textDocument/publishDiagnostics')
      published.set(message.params?.uri ?? '', message.params?.diagnostics);
    else if (message.method === '$/progress') progress.push(message.params?.value);
    else if (message.method === 'window/logMessage') log.push(message.params?.message ?? '');
  });
  startServer((options) => createConnection(reader, writer, options), {
    createEngine: ({ onRuleFailure }) => {
      const engine = createEngine({ loadQueries: () => queryLanguages, onRuleFailure, keepsOutlines: true });
      started = {
        ...engine,
        check: (file, options) => {
          const report = engine.check(file, options);
          last = { file, options, report };
          return report;
        },
      };
      return started;
    },
    defer: (task) => {
      setImmediate(task);
    },
    readFile: (uri) => Promise.resolve(files.get(uri)),
    environmentFiles: (uri) => {
      // A folder with a file `.git` is a repository.
      const isExposed = (path: string): boolean => {
        const [folder = '', name = ''] = [path.replace(/[^/]*$/, ''), path.replace(/^.*\//, '')];
        const isPrivate = files.has(`${folder}.git`) && isPrivateByName(path);
        return isPrivate && isIgnoredBy(files.get(`${folder}.gitignore`) ?? '', name) !== true;
      };
      const isAbove = (path: string) => uri.startsWith(path.replace(/(?:\.vscode\/)?[^/]*$/, ''));
      const found = [...files].filter(([path]) => environmentFileKind(path) !== undefined && isAbove(path));
      return Promise.resolve(
        inFolderOrder(found, ([path]) => path).map(([path, text]) => ({
          path,
          place: path.replace(/^.*\//, ''),
          content: { text },
          ...(isExposed(path) && { isExposed: true }),
        })),
      );
    },
    files: {
      read: (uri) => {
        const text = files.get(uri);
        return Promise.resolve(text === undefined ? { cause: 'there is no such file' } : { text });
      },
      isFile: (uri) => Promise.resolve(files.has(uri)),
      findRequestFiles: (_, __, others) =>
        Promise.resolve([...files.keys()].filter((uri) => uri.endsWith('.http') || others?.test(uri) === true)),
    },
  });
  let id = 0;
  const request = (method: string, params: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const own = ++id;
      waiting.set(own, ({ result, error }) => {
        waiting.delete(own);
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result);
      });
      reader.receive({ id: own, method, params });
    });
  const notify = (method: string, params: unknown): void => {
    reader.receive({ method, params });
  };
  const initialized = (await request('initialize', {
    processId: null,
    rootUri: null,
    capabilities: {},
    ...parts,
  })) as InitializeResult;
  notify('initialized', {});
  if (!started) throw new Error('The server made no engine.');
  return {
    engine: started,
    initialized,
    takeCheck: () => {
      const taken = last;
      last = undefined;
      return taken;
    },
    published,
    registered,
    log,
    progress,
    request,
    cancel: () => {
      notify('$/cancelRequest', { id });
    },
    notify,
    settled: async () => {
      // Messages are handled one a turn, and what they start reads files in promises only.
      for (let turn = 0; turn < 8; turn++) await new Promise(setImmediate);
    },
  };
}
