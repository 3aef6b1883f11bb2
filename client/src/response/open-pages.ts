import * as vscode from 'vscode';
import { describeSize } from '@rulebook/sender/response';
import type { BodyFiles } from '../ports/ports';
import { keepsFocus, responsePlace } from '../pages/response-column';
import { detailsPage } from './details-page';
import type { PageSources } from '../pages/html';
import type { Exchange, SavedBody } from './kept-responses';
import { framePage, imagePage, previewKindOf } from './preview-page';
import { responseScheme } from '../editing/our-schemes';

const previewPanel = 'rulebook.responsePreview';
/** In bytes: a larger image is opened by another program. */
const longestImage = 20 * 1024 * 1024;

/** Shows pages about responses in tabs next to them. */
export interface ResponsePages {
  readonly showDetails: (exchange: Exchange) => void;
  readonly showPreview: (exchange: Exchange, body: SavedBody | undefined) => Promise<void>;
  /** Shows the image of a new response at once; an open preview shows the new page, or closes when there is none. */
  readonly follow: (exchange: Exchange, body: SavedBody | undefined) => void;
}

/** Returns what shows pages; each kind has one tab, which shows the response that was asked for last. */
export function createResponsePages(
  extension: vscode.Uri,
  files: Pick<BodyFiles, 'create'> | undefined,
): ResponsePages {
  const media = vscode.Uri.joinPath(extension, 'client', 'media');
  const panels = new Map<string, vscode.WebviewPanel>();
  const show = (kind: string, title: string, page: (sources: PageSources) => string) => {
    let panel = panels.get(kind);
    if (panel === undefined) {
      const options = { enableScripts: false, enableFindWidget: true, localResourceRoots: [media] };
      panel = vscode.window.createWebviewPanel(kind, title, responsePlace(responseScheme), options);
      panel.onDidDispose(() => panels.delete(kind));
      panels.set(kind, panel);
    } else panel.reveal(undefined, keepsFocus());
    const { webview } = panel;
    panel.title = title;
    const styles = [webview.asWebviewUri(vscode.Uri.joinPath(media, 'response.css')).toString()];
    webview.html = page({ styles, origin: webview.cspSource });
  };
  const preview = (exchange: Exchange, body: SavedBody | undefined): boolean => {
    const kind = previewKindOf(exchange);
    const title = vscode.l10n.t('Preview: {0}', exchange.label);
    if (kind === 'html') show(previewPanel, title, (sources) => framePage(exchange, sources));
    else if (kind === 'image' && body?.file === undefined && body !== undefined && body.size <= longestImage)
      show(previewPanel, title, (sources) => imagePage(exchange, body.bytes, sources));
    else return false;
    return true;
  };
  return {
    follow: (exchange, body) => {
      const open = panels.get(previewPanel);
      const isShown = (open !== undefined || previewKindOf(exchange) === 'image') && preview(exchange, body);
      if (!isShown) open?.dispose();
    },
    showDetails: (exchange) => {
      show('rulebook.responseDetails', vscode.l10n.t('Details: {0}', exchange.label), (sources) =>
        detailsPage(exchange, sources),
      );
    },
    showPreview: async (exchange, body) => {
      if (preview(exchange, body)) return;
      if (previewKindOf(exchange) !== undefined && body !== undefined) await openElsewhere(body, files);
      else
        void vscode.window.showInformationMessage(
          vscode.l10n.t('This response is neither an image, nor an HTML page, nor a file of a known kind.'),
        );
    },
  };
}

/** Offers the program of the system for what the editor does not show. */
async function openElsewhere(body: SavedBody, files: Pick<BodyFiles, 'create'> | undefined): Promise<void> {
  const open = vscode.l10n.t('Open');
  const chosen = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      'The editor does not show this body ({0}, {1}). Open it with the program of the system?',
      body.extension.toUpperCase(),
      describeSize(body.size),
    ),
    open,
  );
  if (chosen !== open || files === undefined) return;
  let path = body.file;
  if (path === undefined) {
    const file = await files.create(body.extension);
    await file.write(body.bytes);
    await file.close();
    path = file.path;
  }
  await vscode.env.openExternal(vscode.Uri.file(path));
}
