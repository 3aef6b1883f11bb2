// Stands for the module of the editor in unit tests: what files need that only make words.

/** The words in the language of the editor. */
export const l10n = {
  t: (text: string, ...values: readonly (string | number | boolean)[]): string =>
    text.replace(/\{(\d+)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole)),
};

/** What is known of the editor. */
export const env = { language: 'en' };

/** The questions of the editor, each of which gets the next answer; without one, it is closed. */
export const asked: {
  readonly questions: string[];
  readonly details: string[];
  readonly answers: string[];
  /** Whether the last question keeps the user from anything else. */
  isModal: boolean;
} = { questions: [], details: [], answers: [], isModal: false };

/** An event; its listeners receive it at once. */
export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

export class Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
  constructor(line: number, character: number, endLine: number, endCharacter: number) {
    this.start = { line, character };
    this.end = { line: endLine, character: endCharacter };
  }
}

export class ThemeColor {
  constructor(readonly id: string) {}
}

export class MarkdownString {
  value = '';
  appendCodeblock(text: string): this {
    this.value += text;
    return this;
  }
  appendText(text: string): this {
    this.value += text;
    return this;
  }
}

export const OverviewRulerLane = { Right: 4 };

const closed = new EventEmitter<{ readonly uri: { toString(): string } }>();

/** The editor closes a document. */
export function closeDocument(uri: { toString(): string }): void {
  closed.fire({ uri });
}

/** What the editor has for language models; without these members, it is an older one. */
export const lm: { registerTool?: unknown; registerMcpServerDefinitionProvider?: unknown } = {};

export class LanguageModelTextPart {
  constructor(readonly value: string) {}
}

export class LanguageModelToolResult {
  constructor(readonly content: readonly LanguageModelTextPart[]) {}
}

export class McpStdioServerDefinition {
  cwd: unknown;
  constructor(
    readonly label: string,
    readonly command: string,
    readonly args: readonly string[],
    readonly env: object,
  ) {}
}

export const Disposable = {
  from: (...all: readonly { dispose(): void }[]) => ({
    dispose: () => {
      for (const one of all) one.dispose();
    },
  }),
};

export const workspace = {
  workspaceFolders: undefined as
    | readonly { readonly name: string; readonly uri: { readonly path: string } }[]
    | undefined,
  textDocuments: [] as readonly { readonly uri: { toString(): string }; getText(): string }[],
  onDidCloseTextDocument: closed.event,
  get isTrusted() {
    return settings.isTrusted;
  },
  asRelativePath: (uri: { readonly path: string }) => uri.path.replace(/^\/+/, ''),
  getConfiguration: () => ({ inspect: () => ({ globalValue: settings.liveNames }) }),
};

export const window = {
  withProgress: async <Result>(
    options: { readonly title: string },
    run: (progress: unknown, token: CancellationTokenSource['token']) => Promise<Result>,
  ) => {
    settings.progress.push(options.title);
    return run(undefined, new CancellationTokenSource().token);
  },
  showErrorMessage: (message: string): Promise<undefined> => {
    asked.questions.push(message);
    return Promise.resolve(undefined);
  },
  visibleTextEditors: [] as readonly unknown[],
  activeTextEditor: undefined as unknown,
  onDidChangeVisibleTextEditors: new EventEmitter<readonly unknown[]>().event,
  createTextEditorDecorationType: (options: unknown) => ({ options, dispose: () => undefined }),
  showInformationMessage: (message: string): Promise<undefined> => {
    asked.questions.push(message);
    return Promise.resolve(undefined);
  },
  showWarningMessage: (
    question: string,
    options?: { readonly detail?: string; readonly modal?: boolean },
  ): Promise<string | undefined> => {
    asked.questions.push(question);
    asked.isModal = options?.modal === true;
    asked.details.push(options?.detail ?? '');
    return Promise.resolve(asked.answers.shift());
  },
};

/** What of the editor tests of sending decide. */
export const settings: { isTrusted: boolean; liveNames: boolean | undefined; readonly progress: string[] } = {
  isTrusted: true,
  liveNames: undefined,
  progress: [],
};

export const ProgressLocation = { Window: 10, Notification: 15 };

export class CancellationTokenSource {
  readonly token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };
  dispose(): void {
    // Nothing is kept.
  }
}

export const Uri = {
  joinPath: (base: { toString(): string }, path: string) => Uri.parse(`${base.toString()}/${path}`),
  parse: (text: string) => ({
    scheme: text.split(':')[0] ?? '',
    path: text.replace(/^\w+:\/\//, ''),
    fsPath: text.replace(/^\w+:\/\//, ''),
    toString: () => text,
  }),
};
