import * as vscode from 'vscode';
import { problemOfSecretName, type KeptSecrets } from './kept-secrets';

/** Asks for the name of a secret; undefined when the user cancels. */
export function askForName(kept: KeptSecrets, suggested: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Keep as Secret'),
    prompt: vscode.l10n.t("The value goes into the editor's secret storage. Requests use it as {{$secret NAME}}."),
    value: suggested,
    ignoreFocusOut: true,
    validateInput: (name) => {
      const problem = problemOfSecretName(name);
      if (problem !== undefined) return problem;
      return kept.list().some((one) => one.name === name)
        ? {
            message: vscode.l10n.t('The secret {0} is replaced.', name),
            severity: vscode.InputBoxValidationSeverity.Warning,
          }
        : undefined;
    },
  });
}

/** Puts a secret of a file into the secret storage, and a variable in its place. The arguments are `MoveSecretArguments`. */
export async function moveSecret(
  kept: KeptSecrets,
  uri: unknown,
  version: unknown,
  range: unknown,
  replacement: unknown,
): Promise<void> {
  if (typeof uri !== 'string' || typeof replacement !== 'string') return;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  const place = rangeOf(range);
  if (place === undefined || document.version !== version) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('The file has changed in the meantime. Choose the quick fix again.'),
    );
    return;
  }
  const text = document.getText(place);
  const isString = replacement.startsWith('"');
  const value = isString ? textOfString(text) : text;
  const [, suggested = 'token'] = /\{\{\s*([\w.-]+)\s*\}\}/.exec(replacement) ?? [];
  if (value === undefined || value === '') return;
  const name = await askForName(kept, suggested);
  if (name === undefined) return;
  if (document.version !== version) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('The file has changed in the meantime. Choose the quick fix again.'),
    );
    return;
  }
  await kept.keep(name, value);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, place, isString ? `"{{$secret ${name}}}"` : `{{$secret ${name}}}`);
  await vscode.workspace.applyEdit(edit);
}

function textOfString(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

function rangeOf(value: unknown): vscode.Range | undefined {
  if (typeof value !== 'object' || value === null || !('start' in value) || !('end' in value)) return undefined;
  const { start, end } = value as { readonly start: vscode.Position; readonly end: vscode.Position };
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
