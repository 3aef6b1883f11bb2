import * as vscode from 'vscode';
import { templateFile, templateOf, templates, type Template } from './templates';

interface Item extends vscode.QuickPickItem {
  readonly template?: Template;
}

/** Opens an untitled editor with a template: the one with the given id, or one that the user chooses. */
export async function newRequestFile(extension: vscode.Uri, id: unknown): Promise<void> {
  const template = templateOf(id) ?? (await pickTemplate());
  if (template === undefined) return;
  const content = await textOfTemplate(extension, template);
  const document = await vscode.workspace.openTextDocument({ language: template.language, content });
  // The cursor stands in a request, so that the key that sends works at once.
  const line = content.split('\n').findIndex((text) => /^(GET|PUT|POST|PATCH|DELETE) /.test(text));
  const position = new vscode.Position(Math.max(line, 0), 0);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position) });
}

async function pickTemplate(): Promise<Template | undefined> {
  const items: Item[] = [];
  for (const template of templates) {
    const { label, description, area } = template;
    if (items.at(-1)?.template?.area !== area) items.push({ label: area, kind: vscode.QuickPickItemKind.Separator });
    items.push({ label, description, template });
  }
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('New Request File'),
    placeHolder: vscode.l10n.t('Choose what the file starts with'),
    matchOnDescription: true,
  });
  return picked?.template;
}

async function textOfTemplate(extension: vscode.Uri, template: Template): Promise<string> {
  const file = templateFile(template);
  if (file === undefined) return '';
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, file)));
}
