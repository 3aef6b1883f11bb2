import * as vscode from 'vscode';
import { responseScheme } from '../../editing/our-schemes';
import { htmlPage, escaped } from '../../pages/html';
import { keepsFocus, responsePlace } from '../../pages/response-column';
import { titleOfTab } from '../tab-title';
import type { FromView, StripEntry, ToView, ViewModel } from './view-model';
import { responseViewType } from './view-type';
import { viewWords } from './view-words';

/** A view of responses in a tab. */
export interface ResponsePanel {
  readonly show: (model: ViewModel, strip: readonly StripEntry[]) => void;
  readonly post: (message: ToView) => void;
  readonly reveal: () => void;
  /** The response that it shows. */
  readonly shown: () => string | undefined;
  readonly isActive: () => boolean;
  readonly close: () => void;
}

/** What happens in a view. */
interface PanelListeners {
  readonly said: (message: Exclude<FromView, { readonly kind: 'ready' }>) => void;
  readonly closed: () => void;
  /** It has the focus, or no longer. */
  readonly turned: (isActive: boolean) => void;
}

/** Opens a view next to the requests, or takes one that the editor has opened again. */
export function openResponsePanel(
  extension: vscode.Uri,
  { said, closed, turned }: PanelListeners,
  given?: vscode.WebviewPanel,
): ResponsePanel {
  const roots = [vscode.Uri.joinPath(extension, 'client', 'media'), vscode.Uri.joinPath(extension, 'dist')];
  const options = { enableScripts: true, enableFindWidget: false, localResourceRoots: roots };
  const panel =
    given ??
    vscode.window.createWebviewPanel(
      responseViewType,
      vscode.l10n.t('Response'),
      responsePlace(responseScheme),
      options,
    );
  const { webview } = panel;
  webview.options = options;
  panel.iconPath = vscode.Uri.joinPath(extension, 'images', 'icon.png');
  let isReady = false;
  let last: ToView | undefined;
  webview.onDidReceiveMessage((message: FromView) => {
    if (message.kind === 'ready') {
      isReady = true;
      if (last) void webview.postMessage(last);
    } else said(message);
  });
  panel.onDidDispose(closed);
  panel.onDidChangeViewState(() => {
    turned(panel.active);
  });
  webview.html = pageOf(webview, extension);
  return {
    show: (model, strip) => {
      panel.title = titleOfTab(model.label, model.kind === 'answered' ? model.status : undefined);
      last = { kind: 'show', model, strip };
      if (isReady) void webview.postMessage(last);
    },
    post: (message) => {
      if (isReady) void webview.postMessage(message);
    },
    reveal: () => {
      if (!panel.visible) panel.reveal(undefined, keepsFocus());
    },
    shown: () => (last?.kind === 'show' ? last.model.uri : undefined),
    isActive: () => panel.active,
    close: () => {
      panel.dispose();
    },
  };
}

/** The page loads the script and the style sheets of the extension, and nothing else. */
function pageOf(webview: vscode.Webview, extension: vscode.Uri): string {
  const nonce = crypto.randomUUID();
  const address = (...path: string[]) => webview.asWebviewUri(vscode.Uri.joinPath(extension, ...path)).toString();
  const styles = ['response.css', 'response-view.css'].map((file) => address('client', 'media', file));
  const words = escaped(JSON.stringify(viewWords()));
  const body = `<main id="view" data-words="${words}" data-nonce="${nonce}"></main><script nonce="${nonce}" src="${escaped(address('dist', 'response-view.js'))}"></script>`;
  // The editor of the text makes style sheets, which have the mark; pictures are in the page itself.
  const policy = ` 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src data:`;
  return htmlPage(vscode.l10n.t('Response'), body, { styles, origin: webview.cspSource }, policy);
}
