import * as vscode from 'vscode';
import { comparedWithEarlier, readEarlierResponse, type EarlierResponse } from '@rulebook/sender/response';
import { visibleLine } from '@rulebook/text';
import { compareEarlierCommand, openEarlierCommand, type EarlierArguments } from '../../../server/src/protocol';
import type { Commands } from '../ports/commands';
import type { Exchange } from './kept-responses';
import type { ResponseView } from './show-response';

/** In bytes: larger files are not compared. */
const longest = 20_000_000;

/** Returns the commands of the lenses on a line `<> file`. */
export function earlierCommands(responses: ResponseView): Commands {
  const compare = async (source: string, line: number, path: string, other: string | undefined) => {
    const [left, right] = [await read(source, path), other === undefined ? undefined : await read(source, other)];
    if (left === undefined || (other !== undefined && right === undefined)) return;
    const last = other === undefined ? lastResponse(responses, source, line) : undefined;
    if (right === undefined && last === undefined) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('This request has received no response in this window. Send it, then compare again.'),
      );
      return;
    }
    // Of two files, the one without a head decides.
    const hasHead = left.hasHead && (right?.hasHead ?? true);
    const sides = [
      { title: nameOfFile(path), text: comparedWithEarlier(left.response, { hasHead }) },
      right
        ? { title: nameOfFile(other ?? ''), text: comparedWithEarlier(right.response, { hasHead }) }
        : { title: last?.label ?? '', text: last ? comparedWithEarlier(last.response, { ...last, hasHead }) : '' },
    ].map(({ title, text }) => ({ title, uri: responses.addText(title, text) }));
    for (const { uri } of sides)
      await vscode.languages.setTextDocumentLanguage(await vscode.workspace.openTextDocument(uri), 'http');
    const title = sides.map((side) => side.title).join(' ↔ ');
    await vscode.commands.executeCommand('vscode.diff', sides[0]?.uri, sides[1]?.uri, title, { preview: false });
  };
  return {
    [openEarlierCommand]: async (...given) => {
      const [source, , path] = argumentsOf(given) ?? [];
      if (source === undefined || path === undefined) return;
      const uri = await find(source, path);
      if (uri === undefined) reportMissing(path);
      else await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preview: true });
    },
    [compareEarlierCommand]: (...given) => {
      const [source, line = 0, path, other] = argumentsOf(given) ?? [];
      return source === undefined || path === undefined ? undefined : compare(source, line, path, other);
    },
  };
}

function argumentsOf(given: readonly unknown[]): EarlierArguments | undefined {
  const [uri, line, ...paths] = given;
  const written = paths.filter((path) => typeof path === 'string');
  return typeof uri === 'string' && typeof line === 'number' ? [uri, line, ...written] : undefined;
}

/** Returns the last response of the request at a line that is kept in this window. */
function lastResponse(
  responses: ResponseView,
  uri: string,
  line: number,
): (Exchange & { readonly label: string }) | undefined {
  const exchanges = responses.all().flatMap(({ answer }) => answer.exchange ?? []);
  return exchanges.find(({ source, kept }) => kept === undefined && source.uri === uri && source.line === line);
}

async function read(source: string, path: string): Promise<EarlierResponse | undefined> {
  const uri = await find(source, path);
  if (uri === undefined) {
    reportMissing(path);
    return undefined;
  }
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > longest) {
    void vscode.window.showWarningMessage(vscode.l10n.t('{0} is too large to be compared.', nameOfFile(path)));
    return undefined;
  }
  return readEarlierResponse(path, new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)));
}

/** Returns the file that a path means: next to the request file, or from the folder of the workspace. */
async function find(source: string, path: string): Promise<vscode.Uri | undefined> {
  const document = vscode.Uri.parse(source);
  const folder = vscode.workspace.getWorkspaceFolder(document)?.uri;
  const written = path.replaceAll('\\', '/');
  const isAbsolute = /^(?:[a-z]:)?\//i.test(written);
  const bases = [vscode.Uri.joinPath(document, '..'), ...(folder ? [folder] : [])];
  const places = isAbsolute
    ? [document.with({ path: written.startsWith('/') ? written : `/${written}` })]
    : bases.map((base) => vscode.Uri.joinPath(base, written));
  for (const place of places) {
    try {
      const { type } = await vscode.workspace.fs.stat(place);
      if ((type & vscode.FileType.File) !== 0) return place;
    } catch {
      // There is none.
    }
  }
  return undefined;
}

function reportMissing(path: string): void {
  void vscode.window.showWarningMessage(
    vscode.l10n.t('There is no file {0} with an earlier response.', visibleLine(path)),
  );
}

function nameOfFile(path: string): string {
  return visibleLine(path.replace(/^.*[/\\]/s, ''));
}
