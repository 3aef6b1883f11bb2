import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient';
import { answerScheme } from '../../../server/src/protocol';

/** The command that lists what differs in a response. */
export const showFindingsCommand = 'rulebook.showResponseFindings';

/** More are not listed. */
const maxListed = 1000;

/** In what responses differ from the descriptions of their operations. It is shown in the responses only, never among the problems of the user's files. */
export interface ResponseFindings extends vscode.Disposable {
  /** With the URI of the response. */
  readonly onChange: vscode.Event<string>;
  /** What they say, with the lines of the document. */
  readonly messagesOf: (uri: string) => readonly string[];
  readonly countOf: (uri: string) => number;
  /** Lists the differences of a response; choosing one goes to its line. */
  readonly show: (uri: unknown) => Promise<void>;
  /** Returns the middleware that takes the findings about responses, and leaves all others to the given one. */
  readonly inFrontOf: (middleware: Middleware) => Pick<Middleware, 'provideDiagnostics' | 'handleDiagnostics'>;
}

/** Creates the keeper of the findings; they go with the document of their response. */
export function createResponseFindings(): ResponseFindings {
  const found = new Map<string, readonly vscode.Diagnostic[]>();
  const changed = new vscode.EventEmitter<string>();
  const look = vscode.window.createTextEditorDecorationType({
    borderStyle: 'dotted',
    borderWidth: '0 0 1px 0',
    borderColor: new vscode.ThemeColor('editorInfo.foreground'),
    overviewRulerColor: new vscode.ThemeColor('editorInfo.foreground'),
    overviewRulerLane: vscode.OverviewRulerLane.Right,
  });
  const paint = () => {
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.scheme !== answerScheme) continue;
      const findings = found.get(editor.document.uri.toString()) ?? [];
      editor.setDecorations(
        look,
        findings.map(({ range, message }) => ({
          range,
          hoverMessage: new vscode.MarkdownString().appendText(message),
        })),
      );
    }
  };
  const take = (uri: vscode.Uri, findings: readonly vscode.Diagnostic[]) => {
    found.set(uri.toString(), findings);
    paint();
    changed.fire(uri.toString());
  };
  const subscriptions = [
    changed,
    look,
    vscode.window.onDidChangeVisibleTextEditors(paint),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      found.delete(uri.toString());
    }),
  ];
  return {
    onChange: changed.event,
    messagesOf: (uri) => (found.get(uri) ?? []).map(({ message }) => message.replaceAll('`', '"')),
    countOf: (uri) => found.get(uri)?.length ?? 0,
    show: async (given) => {
      const active = vscode.window.activeTextEditor?.document.uri.toString();
      const uri = typeof given === 'string' ? given : given instanceof vscode.Uri ? given.toString() : active;
      const findings = found.get(uri ?? '') ?? [];
      if (uri === undefined || findings.length === 0) {
        void vscode.window.showInformationMessage(vscode.l10n.t('This response differs in nothing that is described.'));
        return;
      }
      await list(vscode.Uri.parse(uri), findings);
    },
    inFrontOf: ({ provideDiagnostics, handleDiagnostics }) => ({
      provideDiagnostics: async (document, previousResultId, token, next) => {
        const uri = 'uri' in document ? document.uri : document;
        if (uri.scheme !== answerScheme)
          return provideDiagnostics
            ? provideDiagnostics(document, previousResultId, token, next)
            : next(document, previousResultId, token);
        const report = await next(document, previousResultId, token);
        if (!report || !('items' in report)) return report;
        take(uri, report.items);
        return { ...report, items: [] };
      },
      handleDiagnostics: (uri, diagnostics, next) => {
        if (uri.scheme === answerScheme) take(uri, diagnostics);
        else if (handleDiagnostics) handleDiagnostics(uri, diagnostics, next);
        else next(uri, diagnostics);
      },
    }),
    dispose: () => {
      for (const one of subscriptions) one.dispose();
    },
  };
}

async function list(uri: vscode.Uri, findings: readonly vscode.Diagnostic[]): Promise<void> {
  const items = findings.slice(0, maxListed).map(({ message, range, code }) => ({
    label: message.replaceAll('`', '"'),
    description: [
      vscode.l10n.t('line {0}', range.start.line + 1),
      ...(typeof code === 'string' ? [code] : typeof code === 'object' ? [String(code.value)] : []),
    ].join(' · '),
    range,
  }));
  const pick = vscode.window.createQuickPick<(typeof items)[number]>();
  pick.items = items;
  pick.title =
    findings.length === 1
      ? vscode.l10n.t('1 difference from the description')
      : vscode.l10n.t('{0} differences from the description', findings.length);
  pick.placeholder = vscode.l10n.t('Choose a difference to go to its line');
  pick.matchOnDescription = true;
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  pick.onDidChangeActive(([active]) => {
    if (active) editor?.revealRange(active.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  });
  pick.onDidAccept(() => {
    const [chosen] = pick.selectedItems;
    pick.hide();
    if (chosen === undefined) return;
    const selection = new vscode.Range(chosen.range.start, chosen.range.start);
    void vscode.window.showTextDocument(uri, { selection, ...(editor && { viewColumn: editor.viewColumn }) });
  });
  pick.onDidHide(() => {
    pick.dispose();
  });
  pick.show();
  return Promise.resolve();
}
