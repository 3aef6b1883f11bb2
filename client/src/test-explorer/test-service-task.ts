import * as vscode from 'vscode';

/** Runs the contract test of a service as a task, whose terminal shows the findings and takes answers; the findings are in a folder of the workspace. */
export async function testServiceInTask(
  { node, program }: { readonly node: string; readonly program: string },
  folder: vscode.Uri,
  service: string,
  endpoint: string,
): Promise<void> {
  const args = [program, 'test', service, '--endpoint', endpoint];
  const execution = new vscode.ProcessExecution(node, args, {
    cwd: folder.fsPath,
    // The editor itself is the only Node that is certainly there.
    env: { ELECTRON_RUN_AS_NODE: '1' },
  });
  const scope = vscode.workspace.getWorkspaceFolder(folder) ?? vscode.TaskScope.Workspace;
  const title = vscode.l10n.t('Test {0}', service);
  const task = new vscode.Task({ type: 'rulebook.test', service }, scope, title, 'Rulebook', execution, []);
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, focus: true, clear: true };
  await vscode.tasks.executeTask(task);
}
