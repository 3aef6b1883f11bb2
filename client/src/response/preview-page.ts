import * as vscode from 'vscode';
import { maskResponse } from '@rulebook/sender/response';
import { contentTypeOf, extensionOfResponse } from './content-type';
import { escaped, htmlPage, type PageSources } from '../pages/html';
import type { Exchange } from './kept-responses';

/** How a response can be looked at. */
type PreviewKind = 'image' | 'html' | 'elsewhere';

/** The images that every editor can show. */
const images = /^image\/(png|jpeg|gif|webp|svg\+xml)$/;

/** Returns how a response can be looked at; undefined when it cannot. */
export function previewKindOf({ response }: Pick<Exchange, 'response'>): PreviewKind | undefined {
  if (response.size === 0) return undefined;
  const type = contentTypeOf(response.headers);
  if (images.test(type)) return 'image';
  const extension = extensionOfResponse(response);
  if (extension === 'pdf' || (response.binary !== undefined && /^(?:zip|gz)$/.test(extension))) return 'elsewhere';
  return /^(text\/html|application\/xhtml\+xml)$/.test(type) && response.binary === undefined ? 'html' : undefined;
}

/** Returns a page with the image of a response. An SVG runs and loads nothing inside an image. */
export function imagePage({ label, response }: Exchange, bytes: Uint8Array, sources: PageSources): string {
  const address = imageAddress({ response }, bytes);
  const alternative = vscode.l10n.t('The response to {0}', label);
  const body = `<main class="image"><img src="${escaped(address)}" alt="${escaped(alternative)}"></main>`;
  return htmlPage(vscode.l10n.t('Preview: {0}', label), body, sources, '; img-src data:');
}

/** Returns the address of the image of a response. */
export function imageAddress({ response }: Pick<Exchange, 'response'>, bytes: Uint8Array): string {
  return `data:${contentTypeOf(response.headers)};base64,${base64(bytes)}`;
}

/** Returns the HTML of a response for a frame that runs no script and loads nothing. Secrets are masked. */
export function frameContent({ response, secrets }: Pick<Exchange, 'response' | 'secrets'>): string {
  return withoutAddresses(maskResponse(response, secrets).body);
}

/** Returns a page with the HTML of a response in a frame that runs no script and loads nothing. Secrets are masked. */
export function framePage(exchange: Exchange, sources: PageSources): string {
  const { label } = exchange;
  const content = frameContent(exchange);
  const title = vscode.l10n.t('The page of {0}', label);
  const frame = `<iframe sandbox="" title="${escaped(title)}" srcdoc="${escaped(content)}"></iframe>`;
  const explanation = vscode.l10n.t('Scripts do not run in this preview, and nothing is loaded from elsewhere.');
  const body = `<main class="frame"><p class="note">${escaped(explanation)}</p>${frame}</main>`;
  // The frame has the policy of this page; its own styles are a part of what it looks like.
  const policy = " 'unsafe-inline'; img-src data:; font-src data:; frame-src 'none'";
  return htmlPage(vscode.l10n.t('Preview: {0}', label), body, sources, policy);
}

/**
 * Returns the HTML without frames and links: a browser connects to the host of a frame even when it may not load it, and to that of a link
 * which is clicked.
 */
function withoutAddresses(html: string): string {
  return html
    .replace(/<(\/?)(?=(?:iframe|frame|object|embed|portal|fencedframe|area|link|base|meta)[\s/>])/gi, '<$1unloaded-')
    .replace(/<(\/?)a(?=[\s/>])/gi, '<$1u');
}

function base64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8190)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 8190))));
  return pieces.join('');
}
