import * as vscode from 'vscode';
import { explanationScheme } from '../editing/our-schemes';
import { placeNextTo } from '../pages/response-column';
import type { RequestPlace } from '../sending/attempt';
import { explanationOf, type ExplainServices } from './explanation-text';

const uri = vscode.Uri.from({ scheme: explanationScheme, path: '/Explanation' });
/** Has the colours of request files, and is wrapped, which those are not. */
const language = 'rulebook-explanation';
/** In milliseconds. */
const pause = 300;

/** Explains one request after the other in a document next to them. */
interface ExplanationView extends vscode.Disposable {
  readonly show: (place: RequestPlace) => Promise<void>;
}

/** Creates the view. While its document is open, it follows the text of the request, and what else `others` say has changed. */
export function createExplanationView(
  services: ExplainServices,
  others: readonly vscode.Event<void>[],
): ExplanationView {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  let place: RequestPlace | undefined;
  let text = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts explanations, so that a slow one does not replace a newer one. */
  let newest = 0;

  const update = async (wanted: RequestPlace): Promise<string | undefined> => {
    const own = ++newest;
    const found = await explanationOf(services, wanted);
    if (own !== newest) return undefined;
    if ('reason' in found) return found.reason;
    place = { uri: wanted.uri, line: found.line };
    if (text !== found.text) {
      ({ text } = found);
      changed.fire(uri);
    }
    return undefined;
  };
  const refresh = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (place === undefined) return;
      if (isOpen()) void update(place);
      else place = undefined;
    }, pause);
  };
  const subscriptions = [
    changed,
    vscode.workspace.registerTextDocumentContentProvider(explanationScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: () => (text === '' ? vscode.l10n.t('# Choose "Explain" above a request.\n') : text),
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (place === undefined || document.uri.toString() !== place.uri.toString()) return;
      place = { uri: place.uri, line: movedLine(place.line, contentChanges) };
      refresh();
    }),
    ...others.map((event) => event(refresh)),
  ];
  return {
    show: async (wanted) => {
      const reason = await update(wanted);
      if (reason !== undefined) {
        void vscode.window.showWarningMessage(reason);
        return;
      }
      const document = await vscode.workspace.openTextDocument(uri);
      if (document.languageId !== language) await vscode.languages.setTextDocumentLanguage(document, language);
      await vscode.window.showTextDocument(document, {
        ...placeNextTo(explanationScheme),
        preview: true,
      });
    },
    dispose: () => {
      clearTimeout(timer);
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

function isOpen(): boolean {
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
}

/** Returns the line of a request after changes of its document. */
function movedLine(line: number, changes: readonly vscode.TextDocumentContentChangeEvent[]): number {
  return changes.reduce((at, { range, text }) => {
    if (range.end.line > at || (range.end.line === at && range.end.character > 0)) return at;
    return at + (text.split('\n').length - 1) - (range.end.line - range.start.line);
  }, line);
}
