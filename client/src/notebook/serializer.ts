import * as vscode from 'vscode';
import { joinCells, splitCells, type CellForm } from '@rulebook/request-file/cells';
import { cellsOf, type CellMetadata, type FileMetadata } from './cells-of-notebook';

const byteOrderMark = '\uFEFF';

/** Returns what reads a file as a notebook, and writes it. What the cells show is not all of the file, so they keep the rest. */
export function createSerializer(form: CellForm): vscode.NotebookSerializer {
  return {
    deserializeNotebook: (content) => {
      const whole = decoded(content);
      const hasMark = whole.startsWith(byteOrderMark);
      const text = hasMark ? whole.slice(1) : whole;
      const id = digestOf(text);
      const cells = splitCells(text, form).map(({ kind, text: shown, source }) => {
        const cell = new vscode.NotebookCellData(
          kind === 'prose' ? vscode.NotebookCellKind.Markup : vscode.NotebookCellKind.Code,
          shown,
          kind === 'prose' ? 'markdown' : 'http',
        );
        if (source !== undefined) cell.metadata = { rulebook: { file: id, kind, source } satisfies CellMetadata };
        return cell;
      });
      const data = new vscode.NotebookData(cells);
      data.metadata = { rulebook: { file: id, hasMark } satisfies FileMetadata };
      return data;
    },
    serializeNotebook: ({ cells, metadata }) => {
      const given = cells.map(({ kind, value, metadata: own }) => ({ kind, text: value, metadata: own }));
      const { text } = joinCells(cellsOf(given, metadata), form);
      const { hasMark = false } = (metadata?.['rulebook'] ?? {}) as Partial<FileMetadata>;
      return new TextEncoder().encode(hasMark ? byteOrderMark + text : text);
    },
  };
}

/** Another encoding would be lost when the file is written. */
function decoded(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    throw new Error(vscode.l10n.t('The file is not UTF-8. Open it as text, and save it with this encoding.'));
  }
}

/** Returns by what the cells of a file are known from those of others. */
function digestOf(text: string): string {
  let digest = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193);
  return `${text.length}-${(digest >>> 0).toString(16)}`;
}
