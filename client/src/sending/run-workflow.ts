import * as vscode from 'vscode';
import {
  resourceScheme,
  workflowRequest,
  type WorkflowParams,
  type WorkflowResult,
} from '../../../server/src/protocol';
import type { Ask } from '../ports/ask';
import type { RunSummary } from './run-summary';
import { sendSeveral } from './send-several';
import type { SendServices } from './send-services';

/** Runs a workflow of an Arazzo document: its steps are the requests of a sequence, in a document that is not shown. */
export async function runWorkflow(
  services: SendServices,
  runs: RunSummary,
  ask: Ask,
  { uri, workflow }: WorkflowParams,
): Promise<void> {
  const params: WorkflowParams = { uri, workflow };
  const read = await ask<WorkflowResult>(workflowRequest, params);
  if ('reason' in read) {
    void vscode.window.showWarningMessage(read.reason);
    return;
  }
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(uri))?.uri.toString();
  const requests = vscode.Uri.from({
    scheme: resourceScheme,
    path: `/workflow/${workflow}.http`,
    query: read.text,
    // By it the endpoints are found.
    ...(folder !== undefined && { fragment: `${folder}/` }),
  });
  const [note] = read.notes;
  if (note !== undefined)
    void vscode.window.showInformationMessage(
      read.notes.length === 1
        ? vscode.l10n.t('Not carried out here: {0}. "rulebook run" carries it out.', note)
        : vscode.l10n.t(
            'Not carried out here: {0}, and {1} more. "rulebook run" carries them out.',
            note,
            read.notes.length - 1,
          ),
    );
  await sendSeveral(services, runs, { uri: requests, sequence: workflow });
}
