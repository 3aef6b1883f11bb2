import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient';
import { isCurl } from '@rulebook/request-file/syntax';
import type { Ask } from '../ports/ask';
import { isUnasked } from '../editing/asked-actions';
import { importText, separated } from './import-text';

/** Offers to make a request of a curl command where one is pasted. */
export function offerConversions(ask: Ask): vscode.Disposable {
  return vscode.Disposable.from(...offerPasting({ language: 'http' }, ask));
}

/** Offers to convert a curl command of a request file, with a message about what is lost, where the server offers nothing because something is lost. */
export const convertLossyCurl: Pick<Middleware, 'provideCodeActions'> = {
  provideCodeActions: async (document, range, context, token, next) => {
    const found = (await next(document, range, context, token)) ?? [];
    const { QuickFix, RefactorRewrite } = vscode.CodeActionKind;
    if (isUnasked(context, range)) return found;
    const isWanted = context.only === undefined || context.only.contains(QuickFix);
    if (!isWanted || document.languageId !== 'http' || !/^\s*curl\s/.test(document.lineAt(range.start.line).text))
      return found;
    if (found.some((action) => 'kind' in action && action.kind !== undefined && RefactorRewrite.contains(action.kind)))
      return found;
    const title = vscode.l10n.t('Convert curl to Request');
    const action = new vscode.CodeAction(title, QuickFix);
    action.command = {
      title,
      command: 'rulebook.convertCurl',
      arguments: [document.uri.toString(), range.start.line],
    };
    action.isPreferred = true;
    return [...found, action];
  },
};

/** The part of the editor's interface for pasting that is used here; it exists since VS Code 1.97, and the types are older. */
interface Pasting {
  readonly languages: {
    readonly registerDocumentPasteEditProvider?: (
      selector: vscode.DocumentSelector,
      provider: {
        readonly provideDocumentPasteEdits: (
          document: vscode.TextDocument,
          ranges: readonly vscode.Range[],
          data: vscode.DataTransfer,
        ) => Promise<readonly object[] | undefined>;
      },
      metadata: { readonly providedPasteEditKinds: readonly unknown[]; readonly pasteMimeTypes: readonly string[] },
    ) => vscode.Disposable;
  };
  readonly DocumentPasteEdit?: new (text: string, title: string, kind: unknown) => object;
  readonly DocumentDropOrPasteEditKind?: {
    readonly Empty: { readonly append: (...parts: readonly string[]) => unknown };
  };
}

function offerPasting(selector: vscode.DocumentSelector, ask: Ask): readonly vscode.Disposable[] {
  const { languages, DocumentPasteEdit, DocumentDropOrPasteEditKind } = vscode as unknown as Pasting;
  const kind = DocumentDropOrPasteEditKind?.Empty.append('rulebook', 'request');
  if (!languages.registerDocumentPasteEditProvider || !DocumentPasteEdit || kind === undefined) return [];
  const provider = {
    provideDocumentPasteEdits: async (
      document: vscode.TextDocument,
      [range]: readonly vscode.Range[],
      data: vscode.DataTransfer,
    ) => {
      // Behind other text, for example in a comment, the command itself is meant.
      if (range === undefined || document.lineAt(range.start.line).text.slice(0, range.start.character).trim() !== '')
        return undefined;
      const text = (await data.get('text/plain')?.asString()) ?? '';
      if (!isCurl(text)) return undefined;
      const read = await importText(ask, text, document);
      if (read === undefined) return undefined;
      return [
        new DocumentPasteEdit(separated(document, range.start, read.text), vscode.l10n.t('Paste as Request'), kind),
      ];
    },
  };
  const metadata = { providedPasteEditKinds: [kind], pasteMimeTypes: ['text/plain'] };
  try {
    return [languages.registerDocumentPasteEditProvider(selector, provider, metadata)];
  } catch {
    // VS Code 1.91 to 1.96 have the names, as a proposal that extensions may not use: the call throws.
    return [];
  }
}
