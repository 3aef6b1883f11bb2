import * as vscode from 'vscode';

/** The walkthrough, as the manifest names it. */
const walkthrough = 'getStarted';

/** Shows the start page of the documentation, which comes with the extension. */
export async function openDocumentation(extension: vscode.Uri): Promise<void> {
  const page = vscode.Uri.joinPath(extension, 'docs/README.md');
  // The preview belongs to an extension of the editor, which can be switched off.
  const hasPreview = vscode.extensions.getExtension('vscode.markdown-language-features') !== undefined;
  if (hasPreview) await vscode.commands.executeCommand('markdown.showPreview', page);
  else await vscode.window.showTextDocument(page, { preview: true });
}

/** Opens the walkthrough of the extension. */
export async function openWalkthrough(extensionId: string): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', `${extensionId}#${walkthrough}`, false);
}
