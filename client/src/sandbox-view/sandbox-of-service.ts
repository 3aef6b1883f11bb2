import * as vscode from 'vscode';
import type { WindowSandbox } from './sandbox';

/** Returns the endpoint of the sandbox that plays a described service, which is started if it does not run; undefined where that cannot be. */
export async function sandboxOfService(
  sandbox: WindowSandbox,
  service: string,
  title: string,
): Promise<string | undefined> {
  const name = `sandbox-${service}`;
  const isPlayed = () => sandbox.servers().some((server) => server.name === name);
  await sandbox.findRunning();
  if (isPlayed()) return name;
  if (sandbox.servers().length === 0) {
    if (!(await sandbox.start(service))) return undefined;
  } else if (sandbox.isRunning()) {
    const again = vscode.l10n.t('Restart Sandbox');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t(
        'The sandbox that runs does not have the service {0}. Restart it with all services? Its contents are deleted.',
        title,
      ),
      again,
    );
    if (answer !== again) return undefined;
    await sandbox.stop();
    if (!(await sandbox.start())) return undefined;
  }
  if (isPlayed()) return name;
  void vscode.window.showWarningMessage(
    vscode.l10n.t(
      'The sandbox that runs does not have the service {0}. Stop it where it was started, then try again.',
      title,
    ),
  );
  return undefined;
}
