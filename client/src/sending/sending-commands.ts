import * as vscode from 'vscode';
import { sequenceNamesIn } from '@rulebook/request-file/syntax';
import { runWorkflowCommand, sendCommand, sendSequenceCommand } from '../../../server/src/protocol';
import { pickEndpoints } from '../configuration/endpoints';
import { isBodyFile } from './json-bodies';
import type { Ask } from '../ports/ask';
import type { Commands } from '../ports/commands';
import { rerunLast } from './rerun-last';
import { saveBodyOfRunCommand } from './run-bodies';
import type { RunSummary } from './run-summary';
import type { RequestPlace } from './attempt';
import { runWorkflow } from './run-workflow';
import { sendRequest } from './send-request';
import { aboutRun, sendSeveral, sendToSeveral, type SendScope } from './send-several';
import type { SendServices } from './send-services';

/** Returns the commands that send. Those for a request take its URI and line; without them, they mean the cursor. */
export function sendingCommands(services: SendServices, runs: RunSummary, ask: Ask): Commands {
  const several = (scope: SendScope) => sendSeveral(services, runs, scope);
  return {
    [sendCommand]: (uri, line) => {
      // A JSON file has no request line: it is the body of a request that its name or its first line says.
      if (typeof uri !== 'string' && isBodyFile(vscode.window.activeTextEditor?.document))
        return vscode.commands.executeCommand('rulebook.sendBody');
      const selected = typeof uri === 'string' ? undefined : selectedLines();
      return selected === undefined
        ? atRequest((place) => several({ uri: place.uri, lines: [[place.line, place.line]] }))(uri, line)
        : several(selected);
    },
    'rulebook.sendAll': (file) => {
      // A menu of the explorer names the file.
      const uri = file instanceof vscode.Uri ? file : vscode.window.activeTextEditor?.document.uri;
      return uri === undefined ? sayWhere() : several({ uri });
    },
    'rulebook.sendWithDependencies': atRequest(({ uri, line }) =>
      several({ uri, lines: [[line, line]], withDependencies: true }),
    ),
    [sendSequenceCommand]: (uri, name) => sendSequence(several, uri, name),
    [runWorkflowCommand]: (uri, workflow) =>
      typeof uri === 'string' && typeof workflow === 'string'
        ? runWorkflow(services, runs, ask, { uri, workflow })
        : undefined,
    'rulebook.sendTo': atRequest((place) => sendTo(services, runs, place)),
    'rulebook.rerunLast': () =>
      rerunLast(services.sends.last(), async (uri, line) => void (await sendRequest(services, { uri, line }))),
    // The title of a summary names it.
    'rulebook.saveReport': (summary) =>
      runs.save(summary instanceof vscode.Uri ? summary : vscode.window.activeTextEditor?.document.uri),
    [saveBodyOfRunCommand]: runs.saveBody,
    'rulebook.cancelSend': services.sends.cancelAll,
  };
}

/** Returns a command for the request that it is given, or the one with the cursor. */
export function atRequest(run: (place: RequestPlace) => unknown): (uri?: unknown, line?: unknown) => unknown {
  return (uri, line) => {
    const place = placeOfCommand(uri, line);
    return place === undefined ? sayWhere() : run(place);
  };
}

/** Sends a sequence of a file: the one that is named, or one that the user chooses. */
async function sendSequence(send: (scope: SendScope) => unknown, uri: unknown, name: unknown): Promise<void> {
  const target = typeof uri === 'string' ? vscode.Uri.parse(uri) : vscode.window.activeTextEditor?.document.uri;
  if (target === undefined) {
    await sayWhere();
    return;
  }
  const sequence = typeof name === 'string' ? name : await chooseSequence(target);
  if (sequence !== undefined) await send({ uri: target, sequence });
}

async function chooseSequence(uri: vscode.Uri): Promise<string | undefined> {
  const names = sequenceNamesIn((await vscode.workspace.openTextDocument(uri)).getText());
  if (names.length > 0)
    return vscode.window.showQuickPick(names, { title: vscode.l10n.t('Choose the sequence to send') });
  void vscode.window.showWarningMessage(
    vscode.l10n.t('The file states no sequence. Write a comment such as `# @sequence deploy: login, create` into it.'),
  );
  return undefined;
}

async function sendTo(services: SendServices, runs: RunSummary, place: RequestPlace): Promise<void> {
  const { endpoints, defaults } = services.configuration.of(place.uri);
  const names = await pickEndpoints(
    endpoints,
    defaults,
    vscode.l10n.t('Choose one endpoint, or several to compare their responses'),
  );
  const [only] = names;
  if (only === undefined) return;
  if (names.length === 1) {
    await sendRequest(services, place, { endpoint: only });
    return;
  }
  const began = Date.now();
  const entries = await sendToSeveral(services, place, names);
  const [first, second] = entries;
  if (entries.length === 2 && first && second) await runs.compare(first, second);
  else if (entries.length > 0)
    await runs.show(
      entries[0]?.label ?? '',
      entries,
      names.length - entries.length,
      aboutRun(services, place.uri, began),
    );
}

function placeOfCommand(uri: unknown, line: unknown): RequestPlace | undefined {
  const editor = vscode.window.activeTextEditor;
  const target = typeof uri === 'string' ? vscode.Uri.parse(uri) : editor?.document.uri;
  if (target === undefined) return undefined;
  return { uri: target, line: typeof line === 'number' ? line : (editor?.selection.active.line ?? 0) };
}

/** Returns the lines of the active editor's selections; undefined when nothing is selected but a part of a line. */
function selectedLines(): SendScope | undefined {
  const editor = vscode.window.activeTextEditor;
  const selected = editor?.selections.filter(({ isSingleLine }) => !isSingleLine) ?? [];
  if (editor === undefined || (selected.length === 0 && editor.selections.length < 2)) return undefined;
  const lines = editor.selections.map(({ start, end }): readonly [number, number] => {
    // A selection of whole lines ends at the beginning of the next one.
    return [start.line, end.character === 0 && end.line > start.line ? end.line - 1 : end.line];
  });
  return { uri: editor.document.uri, lines };
}

function sayWhere(): Thenable<unknown> {
  return vscode.window.showWarningMessage(
    vscode.l10n.t('Open a request file, put the cursor into a request, and send again.'),
  );
}
