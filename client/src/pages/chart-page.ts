import * as vscode from 'vscode';
import { responsePlace } from './response-column';
import { responseScheme } from '../editing/our-schemes';
import { chartHtml, type ChartKind } from './chart-html';

/** A tab with a page whose script draws the data that it is sent. */
interface ChartPage {
  readonly panel: vscode.WebviewPanel;
  readonly post: (message: unknown) => void;
}

/** Opens a page whose script and style sheet are those of the extension; it runs and loads nothing else. */
export function openChartPage(
  extension: vscode.Uri,
  kind: ChartKind,
  title: string,
  words: Readonly<Record<string, string>>,
  receive: (message: { readonly kind: string; readonly id: string }) => void,
): ChartPage {
  const media = vscode.Uri.joinPath(extension, 'client', 'media');
  const panel = vscode.window.createWebviewPanel(`rulebook.${kind}`, title, responsePlace(responseScheme).viewColumn, {
    enableScripts: true,
    localResourceRoots: [media],
  });
  const { webview } = panel;
  const address = (file: string) => webview.asWebviewUri(vscode.Uri.joinPath(media, file)).toString();
  webview.html = chartHtml({ kind, title, words, address, origin: webview.cspSource, nonce: crypto.randomUUID() });
  webview.onDidReceiveMessage((message: unknown) => {
    const { kind: what, id } = (message ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof what === 'string') receive({ kind: what, id: typeof id === 'string' ? id : '' });
  });
  return { panel, post: (message) => void webview.postMessage(message) };
}
