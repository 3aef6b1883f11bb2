// The settings of a workspace, which a step changes while the window is open.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Changes the settings of the workspace, as a person does in the file.
 * @param {string} workspace
 * @param {object | undefined} settings
 */
export function setWorkspace(workspace, settings) {
  mkdirSync(join(workspace, '.vscode'), { recursive: true });
  const path = join(workspace, '.vscode/settings.json');
  if (settings === undefined) rmSync(path, { force: true });
  else writeFileSync(path, JSON.stringify(settings));
}
