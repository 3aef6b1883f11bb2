import * as vscode from 'vscode';
import { templateFile, templateOf, templates, type Template } from './templates';

interface Item extends vscode.QuickPickItem {
  readonly template?: Template;
  /** The command that makes the file. */
  readonly command?: string;
}

/** Makes a request file of the OpenAPI description of a service. */
const describing = 'rulebook.useDescription';

/** Opens an untitled editor with a template: the one with the given id, or one that the user chooses. */
export async function newRequestFile(extension: vscode.Uri, id: unknown): Promise<void> {
  const given = templateOf(id);
  const picked = given === undefined ? await pickTemplate() : { template: given };
  if (picked?.command !== undefined) {
    await vscode.commands.executeCommand(picked.command);
    return;
  }
  const template = picked?.template;
  if (template === undefined) return;
  const content = await textOfTemplate(extension, template);
  const document = await vscode.workspace.openTextDocument({ language: template.language, content });
  // The cursor is in a request, so that the key that sends works at once.
  const line = content.split('\n').findIndex((text) => /^(GET|PUT|POST|PATCH|DELETE) /.test(text));
  const position = new vscode.Position(Math.max(line, 0), 0);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position) });
}

async function pickTemplate(): Promise<Pick<Item, 'template' | 'command'> | undefined> {
  const items: Item[] = [];
  for (const template of templates) {
    const { label, description, area } = template;
    if (items.at(-1)?.template?.area !== area) items.push({ label: area, kind: vscode.QuickPickItemKind.Separator });
    items.push({ label, description, template });
    if (template.id === 'graphql' && (await vscode.commands.getCommands(true)).includes(describing))
      items.push({
        label: vscode.l10n.t('From an OpenAPI file'),
        description: vscode.l10n.t('Check and complete the requests of your own service'),
        template,
        command: describing,
      });
  }
  return vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('New Request File'),
    placeHolder: vscode.l10n.t('Choose what the file starts with'),
    matchOnDescription: true,
  });
}

async function textOfTemplate(extension: vscode.Uri, template: Template): Promise<string> {
  const file = templateFile(template);
  if (file === undefined) return '';
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, file)));
}
