import * as vscode from 'vscode';
import type { FoundEnvironmentFile } from '@rulebook/request-file/environments';
import { findWorkspaceEnvironmentFiles } from '@rulebook/platform/browser/environment-files';
import type { MachinePorts } from '../ports/ports';
import { workspaceFiles } from './workspace-files';

/**
 * Returns what knows the files of variables where files are only read in the background: it returns what it has read of the folder, reads it
 * again, and says when it has found something else.
 */
export function createEnvironmentFiles(): vscode.Disposable &
  Required<Pick<MachinePorts, 'environmentFiles' | 'onEnvironmentFiles'>> {
  const found = new vscode.EventEmitter<void>();
  const known = new Map<string, readonly FoundEnvironmentFile[]>();
  const reading = new Set<string>();
  const read = async (document: string, folder: string) => {
    if (reading.has(folder)) return;
    reading.add(folder);
    try {
      const files = await findWorkspaceEnvironmentFiles(document, workspaceFiles);
      const isOther = JSON.stringify(files) !== JSON.stringify(known.get(folder) ?? []);
      known.set(folder, files);
      if (isOther) found.fire();
    } finally {
      reading.delete(folder);
    }
  };
  return {
    environmentFiles: (document) => {
      const folder = vscode.Uri.joinPath(document, '..').toString();
      void read(document.toString(), folder);
      return known.get(folder);
    },
    onEnvironmentFiles: found.event,
    dispose: () => {
      found.dispose();
    },
  };
}
