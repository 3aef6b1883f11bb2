import * as vscode from 'vscode';
import { escaped } from '../response/html';

/** A tab with a page whose script draws the data that it is sent. */
export interface ChartPage {
  readonly panel: vscode.WebviewPanel;
  readonly post: (message: unknown) => void;
}

/** Opens a page whose script and style sheet are those of the extension; it runs and loads nothing else. */
export function openChartPage(
  extension: vscode.Uri,
  kind: 'deliveries' | 'lag',
  title: string,
  receive: (message: { readonly kind: string; readonly id: string }) => void,
): ChartPage {
  const media = vscode.Uri.joinPath(extension, 'client', 'media');
  const panel = vscode.window.createWebviewPanel(`rulebook.${kind}`, title, vscode.ViewColumn.Active, {
    enableScripts: true,
    localResourceRoots: [media],
  });
  const { webview } = panel;
  const address = (file: string) => escaped(webview.asWebviewUri(vscode.Uri.joinPath(media, file)).toString());
  const nonce = crypto.randomUUID();
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource}; form-action 'none'; base-uri 'none'`;
  webview.html = [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<link rel="stylesheet" href="${address('response.css')}">`,
    `<link rel="stylesheet" href="${address('charts.css')}">`,
    `<title>${escaped(title)}</title>`,
    '</head>',
    `<body><main id="page"><h1>${escaped(title)}</h1></main>`,
    ...['elements', kind].map((name) => `<script nonce="${nonce}" src="${address(`${name}.js`)}"></script>`),
    '</body>',
    '</html>',
  ].join('\n');
  webview.onDidReceiveMessage((message: unknown) => {
    const { kind: what, id } = (message ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof what === 'string') receive({ kind: what, id: typeof id === 'string' ? id : '' });
  });
  return { panel, post: (message) => void webview.postMessage(message) };
}
