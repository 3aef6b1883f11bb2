import type {
  CodeAction,
  CompletionItem,
  CompletionList,
  Connection,
  Diagnostic,
  DocumentDiagnosticReport,
  InitializeResult,
} from 'vscode-languageserver';
import {
  CodeActionKind,
  CodeLensRefreshRequest,
  DidChangeWatchedFilesNotification,
  DocumentDiagnosticReportKind,
  SymbolInformation,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { defaultConfiguration, framesOf } from '../../engine/src/index';
import type { CheckOptions } from '../../engine/src/index';
import { createAnswers } from './answers';
import type { Answers } from './answers';
import { clientOf, controlAbilitiesOf } from './client-abilities';
import type { Client } from './client-abilities';
import { createCompletionAsking } from './completion-asking';
import type { CompletionAsking } from './completion-asking';
import { createDiagnoser } from './diagnostics';
import { openConfiguration, severityActions } from './control-actions';
import { DocumentStore } from './documents';
import type { OpenDocument } from './documents';
import { createFeatures } from './features';
import type { Features } from './features';
import { Includes } from './includes';
import type { ServerPorts } from './ports';
import { answerNotification, answerScheme, configurationNotification, lookNotification, planRequest } from './protocol';
import type {
  AnswerParams,
  ConfigurationParams,
  InitializationOptions,
  LookParams,
  PlanParams,
  PlanResult,
} from './protocol';
import {
  classifyJson,
  configurationUri,
  readConfiguration,
  foldersFrom,
  rootsOf,
  settingsFor,
  settingsOf,
} from './settings';
import type { Settings } from './settings';
import { chooseEncoding } from './to-lsp';

/**
 * Characters behind which something else can stand, so that the client asks for completions. What is offered depends on the place,
 * and mostly it is nothing: an answer without entries also closes a list that the character has left behind.
 */
const triggerCharacters = ['"', '/', '?', '&', '=', ':', ' ', '@', '{'];

/**
 * How often a check steps back behind the messages that have arrived. The queue hands out one message a turn, and the writer needs
 * one more for its answer: so the next key comes first, and the completion that was asked for in the same breath too.
 */
const turnsBeforeCheck = 4;

/** What exists from `initialize` on. */
interface Session {
  readonly documents: DocumentStore;
  readonly includes: Includes;
  readonly answers: Answers;
  readonly features: Features;
  readonly diagnose: (document: OpenDocument) => Diagnostic[];
  readonly forget: (uri: string) => void;
  readonly isCut: (uri: string) => boolean;
  /** Returns the actions that set rules in the `rulebook.json` of the document. */
  readonly control: (uri: string, rules: readonly string[]) => Promise<CodeAction[]>;
  readonly client: Client;
  readonly asking: CompletionAsking;
  /** As in `InitializationOptions`. */
  readonly opensUnselected: boolean;
}

/** Serves the language on a connection, and starts to listen. */
export function startServer(connection: Connection, ports: ServerPorts): void {
  let session: Session | undefined;
  /** One for each workspace folder; the first holds outside of all folders too. */
  let folders: readonly [Settings, ...Settings[]] = [settingsFor(defaultConfiguration, true, undefined)];
  let isConfiguredByClient = false;
  /** Counts the settings, so that a result id names those that it was computed under. */
  let epoch = 0;

  const logFailure = (what: string, error: unknown): void => {
    connection.console.error(`${what} failed.\n${framesOf(error)}`);
  };
  const guarded = <T>(what: string, fallback: T, run: (session: Session) => T): T => {
    if (!session) return fallback;
    try {
      return run(session);
    } catch (error) {
      logFailure(what, error);
      return fallback;
    }
  };
  const withDocument = <T>(
    what: string,
    uri: string,
    fallback: T,
    run: (document: OpenDocument, session: Session) => T,
  ): T =>
    guarded(what, fallback, (current) => {
      const document = current.documents.get(uri);
      return document ? run(document, current) : fallback;
    });

  const publish = (uri: string): void => {
    withDocument('publishDiagnostics', uri, undefined, (document, { diagnose, includes }) => {
      const loading = includes.load(document);
      if (loading) {
        void loading.then(() => {
          if (session?.documents.get(uri)?.serial === document.serial) publish(uri);
        });
        return;
      }
      send(connection.sendDiagnostics({ uri, version: document.version, diagnostics: diagnose(document) }));
    });
  };
  /** Publishes unless the document changes first, so that a flood of changes is checked once. */
  const schedule = ({ uri, serial }: OpenDocument): void => {
    if (!session || session.client.pullsDiagnostics) return;
    const wait = (turns: number): void => {
      if (session?.documents.get(uri)?.serial !== serial) return;
      if (turns === 0) publish(uri);
      else
        ports.defer(() => {
          wait(turns - 1);
        });
    };
    wait(turnsBeforeCheck);
  };
  /** Checks again what takes the file as a body, and asks again what the JSON files are. */
  const refreshAround = (uri: string, isInclusionChanged: boolean): void => {
    guarded('includes', undefined, ({ documents, includes, client }) => {
      const touched = includes.includersOf(uri).flatMap((includer) => documents.get(includer) ?? []);
      if (isInclusionChanged) touched.push(...documents.reclassify());
      if (touched.length === 0) return;
      epoch++;
      if (client.pullsDiagnostics && client.refreshesDiagnostics) send(connection.languages.diagnostics.refresh());
      for (const document of touched) schedule(document);
    });
  };
  /** A JSON file that nothing else explains may be included by a request file that is not open. */
  const searchIncluders = ({ uri, kind }: OpenDocument): void => {
    if (kind !== 'ignored') return;
    const searching = session?.includes.search(settingsOf(folders, uri).root);
    void searching?.then(() => {
      refreshAround(uri, true);
    });
  };
  const applySettings = (next: readonly [Settings, ...Settings[]]): void => {
    const lensesOf = (all: readonly Settings[]) =>
      JSON.stringify(all.map(({ codeLens, root, checkOptions: { context } }) => [codeLens, root, context]));
    const lensesChanged = lensesOf(next) !== lensesOf(folders);
    folders = next;
    epoch++;
    guarded('settings', undefined, ({ documents, client }) => {
      documents.reclassify();
      if (client.pullsDiagnostics && client.refreshesDiagnostics) send(connection.languages.diagnostics.refresh());
      for (const document of documents.all()) schedule(document);
      if (lensesChanged && client.refreshesLenses) send(connection.sendRequest(CodeLensRefreshRequest.type));
    });
  };
  const optionsOf = ({ uri }: Pick<OpenDocument, 'uri'>): CheckOptions => {
    const base = settingsOf(folders, uri).checkOptions;
    return session?.includes.optionsFor(uri, base) ?? base;
  };
  /** A request to the client can fail because the client is gone; then there is nobody left to tell. */
  const send = (sent: Promise<unknown>): void => {
    sent.catch(() => undefined);
  };
  const readOwn = async (root: string | undefined, codeLens: boolean): Promise<Settings> => {
    const uri = configurationUri(root);
    const text = uri === undefined ? undefined : await ports.readFile?.(uri).catch(() => undefined);
    return settingsFor(readConfiguration(text), codeLens, root);
  };

  connection.onInitialize(async (params): Promise<InitializeResult> => {
    const options = (params.initializationOptions ?? {}) as InitializationOptions;
    const [root, ...others] = rootsOf(params);
    const codeLens = options.codeLens !== false;
    isConfiguredByClient = options.configuration !== undefined;
    folders = isConfiguredByClient
      ? foldersFrom(options, root)
      : [await readOwn(root, codeLens), ...(await Promise.all(others.map((other) => readOwn(other, codeLens))))];

    const { capabilities } = params;
    const encoding = chooseEncoding(capabilities.general?.positionEncodings);
    const engine = ports.createEngine((rule, frames) => {
      connection.console.error(`The rule ${rule} failed and is left out.\n${frames}`);
    });
    const answers = createAnswers(engine);
    const includes: Includes = new Includes({
      engine,
      encoding,
      files: ports.files,
      openDocument: (uri) => documents.find(uri),
      rootOf: (uri) => settingsOf(folders, uri).root,
    });
    const documents: DocumentStore = new DocumentStore(
      engine,
      encoding,
      (uri, head) =>
        answers.associationOf(uri) ?? classifyJson(uri, head, settingsOf(folders, uri)) ?? includes.associationOf(uri),
    );
    const diagnoser = createDiagnoser(engine, encoding, {
      rangesAt: (location) => includes.rangesAt(location),
      hasOwnSyntax: ({ kind, uri }) =>
        options.reportsJsonSyntax === true && kind === 'body' && !uri.startsWith(`${answerScheme}:`),
    });
    session = {
      documents,
      includes,
      answers,
      features: createFeatures(engine, {
        encoding,
        snippets: capabilities.textDocument?.completion?.completionItem?.snippetSupport === true,
        suggestCommand: options.suggestCommand,
        versionedEdits: capabilities.workspace?.workspaceEdit?.documentChanges === true,
      }),
      diagnose: (document) => diagnoser.diagnose(document, optionsOf(document)),
      forget: diagnoser.forget,
      isCut: diagnoser.isCut,
      control: async (uri, rules) => {
        const own = configurationUri(settingsOf(folders, uri).root);
        if (own === undefined) return [];
        const open = documents.find(own);
        const text = open ? undefined : await ports.readFile?.(own);
        const file = open ? openConfiguration(engine, open) : { uri: own, ...(text === undefined ? {} : { text }) };
        return severityActions(engine, rules, file, controlAbilitiesOf(capabilities, encoding, options));
      },
      client: clientOf(capabilities),
      asking: createCompletionAsking(encoding),
      opensUnselected: options.opensUnselected === true,
    };
    return {
      serverInfo: { name: 'rulebook' },
      capabilities: {
        positionEncoding: encoding,
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        completionProvider: { resolveProvider: true, triggerCharacters },
        hoverProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        ...(options.sends === true && { codeLensProvider: {} }),
        documentSymbolProvider: true,
        foldingRangeProvider: true,
        ...(session.client.pullsDiagnostics && {
          diagnosticProvider: { identifier: 'rulebook', interFileDependencies: true, workspaceDiagnostics: false },
        }),
      },
    };
  });

  connection.onInitialized(() => {
    if (!session?.client.registersWatchers || folders[0].root === undefined) return;
    send(
      connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: '**/*.{http,rest,json,jsonc,ndjson}' }],
      }),
    );
  });

  connection.onNotification(configurationNotification, (params: ConfigurationParams) => {
    isConfiguredByClient = true;
    applySettings(foldersFrom(params, folders[0].root));
  });

  connection.onNotification(answerNotification, (params: AnswerParams) => {
    guarded('answer', undefined, ({ answers }) => {
      answers.note(params);
    });
  });

  connection.onNotification(lookNotification, ({ uri, line }: LookParams) => {
    guarded('look', undefined, ({ documents, isCut, client }) => {
      if (!documents.get(uri) || !isCut(uri)) return;
      const document = documents.look(uri, line);
      if (document) schedule(document);
      if (client.pullsDiagnostics && client.refreshesDiagnostics) send(connection.languages.diagnostics.refresh());
    });
  });

  connection.onDidChangeWatchedFiles(async ({ changes }) => {
    for (const { uri } of changes) {
      // What is open counts as it is in the editor.
      if (!session || session.documents.find(uri)) continue;
      session.includes.drop(uri);
      const isRequestFile = /\.(?:http|rest)$/i.test(uri);
      if (isRequestFile) await session.includes.readAgain(uri);
      refreshAround(uri, isRequestFile);
    }
    const isOwn = ({ root }: Settings) => changes.some(({ uri }) => uri === configurationUri(root));
    if (isConfiguredByClient || !folders.some(isOwn)) return;
    const [first, ...others] = folders;
    const readAgain = (one: Settings) => (isOwn(one) ? readOwn(one.root, one.codeLens) : Promise.resolve(one));
    applySettings([await readAgain(first), ...(await Promise.all(others.map(readAgain)))]);
  });

  connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
    guarded('didOpen', undefined, ({ documents, includes }) => {
      includes.drop(uri);
      const document = documents.open(uri, languageId, version, text);
      const isChanged = includes.update(document);
      schedule(document);
      refreshAround(uri, isChanged);
      searchIncluders(document);
    });
  });

  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    guarded('didChange', undefined, ({ documents, includes }) => {
      const document = documents.change(uri, version, contentChanges);
      if (!document) return;
      const isChanged = includes.update(document);
      schedule(document);
      refreshAround(uri, isChanged);
    });
  });

  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    guarded('didClose', undefined, ({ documents, includes, forget, client }) => {
      documents.close(uri);
      forget(uri);
      // What was typed but not saved no longer counts.
      const wasIncluding = includes.close(uri);
      includes.drop(uri);
      void includes.readAgain(uri).then(() => {
        refreshAround(uri, wasIncluding);
      });
      if (!client.pullsDiagnostics) send(connection.sendDiagnostics({ uri, diagnostics: [] }));
    });
  });

  // Messages are handled in the order of their arrival and each answer is computed in one go, so an answer always belongs to
  // the newest version that the client had sent before it asked.
  const noDiagnostics: DocumentDiagnosticReport = { kind: DocumentDiagnosticReportKind.Full, items: [] };
  const report = (uri: string, previousResultId: string | undefined): DocumentDiagnosticReport =>
    withDocument<DocumentDiagnosticReport>('diagnostic', uri, noDiagnostics, (document, { diagnose }) => {
      const resultId = `${String(document.serial)}.${String(epoch)}`;
      if (previousResultId === resultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
      return { kind: DocumentDiagnosticReportKind.Full, resultId, items: diagnose(document) };
    });
  connection.languages.diagnostics.on(({ textDocument: { uri }, previousResultId }) =>
    withDocument<DocumentDiagnosticReport | Promise<DocumentDiagnosticReport>>(
      'diagnostic',
      uri,
      noDiagnostics,
      (document, { includes }) => {
        const loading = includes.load(document);
        return loading ? loading.then(() => report(uri, previousResultId)) : report(uri, previousResultId);
      },
    ),
  );

  connection.onHover(({ textDocument: { uri }, position }) =>
    withDocument('hover', uri, null, (document, { features }) =>
      features.hover(document, position, optionsOf(document)),
    ),
  );

  connection.onCompletion(({ textDocument: { uri }, position, context }) =>
    withDocument<CompletionItem[] | CompletionList>('completion', uri, [], (document, session) => {
      const { features, asking, opensUnselected } = session;
      const automatic = asking.isAutomatic(document, position, context)
        ? { opensUnselected: opensUnselected && document.kind === 'requests' }
        : undefined;
      return features.complete(document, position, optionsOf(document), automatic);
    }),
  );

  connection.onCompletionResolve((item) =>
    guarded('completionItem/resolve', item, ({ features }) => features.resolveCompletion(item)),
  );

  connection.onCodeAction((params) =>
    withDocument<CodeAction[] | Promise<CodeAction[]>>(
      'codeAction',
      params.textDocument.uri,
      [],
      (document, { features, control }) => {
        const actions = features.codeActions(document, params, optionsOf(document));
        const rules = features.rulesAt(document, params, optionsOf(document));
        return rules.length === 0
          ? actions
          : control(document.uri, rules).then(
              (more) => [...actions, ...more],
              () => actions,
            );
      },
    ),
  );

  connection.onCodeLens(({ textDocument: { uri } }) =>
    withDocument('codeLens', uri, [], (document, { features }) =>
      settingsOf(folders, uri).codeLens ? features.codeLenses(document, optionsOf(document)) : [],
    ),
  );

  connection.onDocumentSymbol(({ textDocument: { uri } }) =>
    withDocument<ReturnType<Features['symbols']> | SymbolInformation[]>(
      'documentSymbol',
      uri,
      [],
      (document, { features, client }) => {
        const symbols = features.symbols(document);
        if (client.nestedSymbols) return symbols;
        return symbols.map(({ name, kind, range }) => SymbolInformation.create(name, kind, range, uri));
      },
    ),
  );

  connection.onFoldingRanges(({ textDocument: { uri } }) =>
    withDocument('foldingRange', uri, [], (document, { features }) => features.folding(document)),
  );

  connection.onRequest<PlanResult, unknown>(planRequest, (params: PlanParams) =>
    guarded<PlanResult>('plan', { reason: 'The request could not be read.' }, ({ documents, features }) =>
      features.plan(documents.get(params.uri), params, optionsOf({ uri: params.uri })),
    ),
  );

  connection.listen();
}
