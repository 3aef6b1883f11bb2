import * as vscode from 'vscode';
import { answerScheme } from '../../../server/src/protocol';
import type { KeptResponses, Exchange } from './kept-responses';
import { foldingOfResponse } from './response-folding';
import { isChecked } from './response-uri';
import type { ResponseFindings } from './response-findings';
import type { ResponseScroll } from './scroll-responses';
import { lensesOf } from './response-lenses';
import { writtenLinks } from './written-notes';

/** What the documents of responses show. */
export interface DocumentParts {
  /** Returns whether the request of a response received another one before. */
  readonly hasEarlier: (exchange: Exchange) => Promise<boolean>;
  readonly findings: Pick<ResponseFindings, 'countOf' | 'onChange'>;
  readonly answers: KeptResponses;
  readonly texts: ReadonlyMap<string, string>;
  readonly scroll: ResponseScroll;
}

/** What of the documents has changed. */
interface DocumentEvents {
  readonly changed: vscode.EventEmitter<vscode.Uri>;
  readonly lensesChanged: vscode.EventEmitter<void>;
  readonly foldsChanged: vscode.EventEmitter<void>;
}

/** Shows the texts of responses with their lenses, foldable parts and links. */
export function showDocuments(
  { answers, texts, scroll, findings, hasEarlier }: DocumentParts,
  { changed, lensesChanged, foldsChanged }: DocumentEvents,
): readonly vscode.Disposable[] {
  return [
    vscode.workspace.registerTextDocumentContentProvider(answerScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) =>
        answers.get(uri.toString())?.text ??
        texts.get(uri.toString()) ??
        vscode.l10n.t('# This response is no longer kept. Send the request again.\n'),
    }),
    vscode.languages.registerFoldingRangeProvider(
      { scheme: answerScheme },
      {
        onDidChangeFoldingRanges: foldsChanged.event,
        provideFoldingRanges: ({ uri }) => {
          const { text = '', head } = answers.get(uri.toString()) ?? {};
          return foldingOfResponse(text, head, !isChecked(uri)).map(
            // The editor folds ranges of this kind when it opens a document; see `editor.foldingImportsByDefault` in package.json.
            ({ first, last, isHead }) =>
              new vscode.FoldingRange(first, last, isHead ? vscode.FoldingRangeKind.Imports : undefined),
          );
        },
      },
    ),
    vscode.languages.registerCodeLensProvider(
      { scheme: answerScheme },
      {
        onDidChangeCodeLenses: lensesChanged.event,
        provideCodeLenses: async ({ uri }) => {
          const key = uri.toString();
          const answer = answers.get(key);
          if (answer === undefined || scroll.withoutLenses(key)) return [];
          const isComparable = answer.exchange !== undefined && (await hasEarlier(answer.exchange));
          return lensesOf(key, answer, { differences: findings.countOf(key), isComparable });
        },
      },
    ),
    vscode.languages.registerDocumentLinkProvider(
      { scheme: answerScheme },
      { provideDocumentLinks: (document) => writtenLinks(document, answers.get(document.uri.toString())?.exchange) },
    ),
  ];
}
