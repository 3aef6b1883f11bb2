import * as vscode from 'vscode';
import type { Commands } from '../ports/commands';
import type { SendServices } from '../sending/send-services';
import { convertRestClientEnvironments } from './convert-environments';
import { copyAs } from './copy-as';
import type { Ask } from '../ports/ask';
import { replaceCurl, importFiles, pasteAsRequest } from './import-text';
import { insertRequest } from './insert-request';

/** Returns the commands that turn requests into other forms and back. */
export function convertCommands(services: SendServices, ask: Ask): Commands {
  return {
    'rulebook.copyAs': async (uri, line) => {
      const editor = vscode.window.activeTextEditor;
      const target = typeof uri === 'string' ? vscode.Uri.parse(uri) : editor?.document.uri;
      if (target === undefined) {
        void vscode.window.showWarningMessage(vscode.l10n.t('Place the cursor on a request first.'));
        return;
      }
      await copyAs(services, {
        uri: target,
        line: typeof line === 'number' ? line : (editor?.selection.active.line ?? 0),
      });
    },
    'rulebook.pasteAsRequest': () => pasteAsRequest(ask),
    'rulebook.convertCurl': (uri, line) => replaceCurl(ask, uri, line),
    'rulebook.importRequests': (file, selected) =>
      importFiles(
        ask,
        // A menu of the explorer names the file, and all that are selected.
        (Array.isArray(selected) ? selected : [file]).filter((one) => one instanceof vscode.Uri),
      ),
    'rulebook.convertEnvironments': convertRestClientEnvironments,
    'rulebook.insertRequest': (given) => insertRequest(ask, given),
  };
}
