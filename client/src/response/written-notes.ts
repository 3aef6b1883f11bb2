import type { WrittenFiles } from '@rulebook/sender/ports';
import * as vscode from 'vscode';
import { describeWritten } from '@rulebook/sender/outcome';
import { asSentence } from '@rulebook/text';
import { redact } from '@rulebook/catalogue/masking';
import type { Exchange, WrittenNote } from './kept-responses';
import { noteLine } from './render-response';

/** Returns the lines about the files that a request names for its response. */
export function writtenNotes({ files, problems }: WrittenFiles, secrets: readonly string[]): readonly WrittenNote[] {
  return [
    ...files.map((file) => {
      const shown = vscode.workspace.asRelativePath(vscode.Uri.file(file.path));
      return { text: redact(describeWritten(file, shown), secrets), path: file.path };
    }),
    ...problems.map((problem) => ({ text: redact(asSentence(problem), secrets) })),
  ];
}

/** Returns the links of a shown response to the files that it was written to. */
export function writtenLinks(
  document: vscode.TextDocument,
  { written = [] }: Partial<Exchange> = {},
): vscode.DocumentLink[] {
  const left = written.filter(({ path }) => path !== undefined);
  const links: vscode.DocumentLink[] = [];
  // The notes are in front of the status line.
  for (let line = 0; line < document.lineCount && left.length > 0; line++) {
    const { text, range } = document.lineAt(line);
    if (!text.startsWith('#')) break;
    const index = left.findIndex((note) => noteLine(note) === text);
    const [note] = index < 0 ? [] : left.splice(index, 1);
    if (note?.path === undefined) continue;
    const link = new vscode.DocumentLink(range, vscode.Uri.file(note.path));
    link.tooltip = vscode.l10n.t('Open the file');
    links.push(link);
  }
  return links;
}
