import * as vscode from 'vscode';
import { joinCells, type CellPlace, type JoinedCells } from '@rulebook/request-file/cells';
import { cellsOf } from './cells-of-notebook';
import { joinedDocument } from './joined-document';
import { cellScheme, notebookTypes } from './notebook-types';

/** The whole text of a notebook, as its file would be. */
export interface JoinedNotebook extends JoinedCells {
  readonly uri: vscode.Uri;
  readonly version: number;
  readonly languageId: 'http' | 'markdown';
}

/** A cell with requests, and where it is in the file. */
export interface PlacedCell {
  readonly cell: vscode.NotebookCell;
  readonly place: CellPlace;
  readonly file: JoinedNotebook;
}

/** The notebooks of this window as files. */
export interface OpenNotebooks {
  /** Returns the notebook of a file; undefined where the file is not open as one. */
  readonly find: (uri: string) => vscode.NotebookDocument | undefined;
  /** Returns the whole text of a notebook as it is now. */
  readonly joined: (notebook: vscode.NotebookDocument) => JoinedNotebook;
  /** Returns the cell of a document. */
  readonly cellOf: (uri: string) => PlacedCell | undefined;
  /** Returns the cell with a line of the file. */
  readonly cellAt: (notebook: vscode.NotebookDocument, line: number) => PlacedCell | undefined;
  /** Opens a document for what sends its requests: of a notebook, all of its text. */
  readonly openDocument: (uri: vscode.Uri) => Thenable<vscode.TextDocument>;
}

/** Returns the open notebooks. Their texts are joined when they are asked for. */
export function createOpenNotebooks(): OpenNotebooks {
  const kept = new WeakMap<vscode.NotebookDocument, { readonly key: string; readonly file: JoinedNotebook }>();
  const find = (uri: string) =>
    vscode.workspace.notebookDocuments.find(
      (one) => !one.isClosed && Object.hasOwn(notebookTypes, one.notebookType) && one.uri.toString() === uri,
    );
  const joined = (notebook: vscode.NotebookDocument): JoinedNotebook => {
    const cells = notebook.getCells();
    const key = cells.map(({ document: { uri, version } }) => `${uri.toString()} ${version}`).join('\n');
    const former = kept.get(notebook);
    if (former?.key === key) return former.file;
    const form = notebookTypes[notebook.notebookType] ?? 'requests';
    const given = cells.map(({ kind, document, metadata }) => ({ kind, text: document.getText(), metadata }));
    const made = joinCells(cellsOf(given, notebook.metadata), form);
    const version = (former?.file.version ?? 0) + 1;
    const languageId = form === 'markdown' ? 'markdown' : 'http';
    const file = { ...made, uri: notebook.uri, version, languageId } as const;
    kept.set(notebook, { key, file });
    return file;
  };
  const placed = (cell: vscode.NotebookCell): PlacedCell | undefined => {
    const file = joined(cell.notebook);
    const place = file.places[cell.index];
    return place && { cell, place, file };
  };
  return {
    find,
    joined,
    cellOf: (uri) => {
      if (!uri.startsWith(`${cellScheme}:`)) return undefined;
      for (const notebook of vscode.workspace.notebookDocuments) {
        if (!Object.hasOwn(notebookTypes, notebook.notebookType)) continue;
        const cell = notebook.getCells().find(({ document }) => document.uri.toString() === uri);
        if (cell !== undefined) return placed(cell);
      }
      return undefined;
    },
    cellAt: (notebook, line) => {
      const { places } = joined(notebook);
      const index = places.findIndex((one) => line >= one.line && line < one.line + one.lines);
      const cell = index < 0 ? undefined : notebook.getCells()[index];
      return cell?.kind === vscode.NotebookCellKind.Code ? placed(cell) : undefined;
    },
    openDocument: (uri) => {
      const notebook = find(uri.toString());
      return notebook === undefined
        ? vscode.workspace.openTextDocument(uri)
        : Promise.resolve(joinedDocument(uri, joined(notebook)));
    },
  };
}
