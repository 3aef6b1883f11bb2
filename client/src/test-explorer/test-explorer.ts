import { isRequestFileName } from '@rulebook/request-file/syntax';
import * as vscode from 'vscode';
import { summaryTable, summariseRun, type ReportedRequest } from '@rulebook/sender/report';
import type { SendServices } from '../sending/send-services';
import { createTestItems } from './test-items';
import { runTests } from './run-tests';

/** In milliseconds: the tests of a file follow an edit when no one has typed for so long. */
const pause = 500;

/** Shows the asserts of the workspace in the Test Explorer, and runs them. */
export function createTestExplorer(services: SendServices): vscode.Disposable {
  const controller = vscode.tests.createTestController('rulebook', 'Rulebook');
  const items = createTestItems(controller, services);
  let isSought = false;
  controller.resolveHandler = async (item) => {
    if (item !== undefined) return items.resolve(item);
    isSought = true;
    return items.find();
  };
  controller.refreshHandler = () => items.find();
  controller.createRunProfile(
    vscode.l10n.t('Send'),
    vscode.TestRunProfileKind.Run,
    async (request, token) => {
      // No one has looked at the tests yet.
      if (!isSought && request.include === undefined) await items.find();
      const run = controller.createTestRun(request);
      const start = Date.now();
      const requests: ReportedRequest[] = [];
      try {
        await runTests({
          ...{ services, controller, run, request, token },
          onRequest: (one) => requests.push(one),
        });
      } finally {
        const table = summaryTable(summariseRun({ path: '', requests, duration: Date.now() - start }));
        run.appendOutput(`\r\n${table.replaceAll('\n', '\r\n')}\r\n`);
        run.end();
      }
    },
    true,
  );
  let waiting: NodeJS.Timeout | undefined;
  const isRequestFile = ({ uri, languageId }: vscode.TextDocument) =>
    (uri.scheme === 'file' || uri.scheme === 'untitled') && (languageId === 'http' || isRequestFileName(uri.path));
  const follow = (document: vscode.TextDocument | undefined) => {
    if (document !== undefined && isRequestFile(document)) void items.update(document);
  };
  follow(vscode.window.activeTextEditor?.document);
  const subscriptions = [
    controller,
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      follow(editor?.document);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (!isRequestFile(document)) return;
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        follow(document);
      }, pause);
    }),
    vscode.workspace.onDidDeleteFiles(({ files }) => {
      for (const uri of files) items.forget(uri);
    }),
  ];
  return {
    dispose: () => {
      clearTimeout(waiting);
      for (const one of subscriptions) one.dispose();
    },
  };
}
