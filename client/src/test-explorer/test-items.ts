import * as vscode from 'vscode';
import { mayHaveTests } from '@rulebook/sender/asserts';
import type { SendServices } from '../sending/send-services';

/** In bytes: larger files are not searched for tests. */
const longest = 2_000_000;
const maxFiles = 1_000;

/** The tests of the workspace: files with asserts, and their requests. */
export interface TestItems {
  /** Finds the files with asserts; called when a user looks at the tests. */
  readonly find: () => Promise<void>;
  /** Finds the requests of a file that is known. */
  readonly resolve: (item: vscode.TestItem) => Promise<void>;
  /** Finds the requests of a document again after an edit, if it is known or has asserts. */
  readonly update: (document: vscode.TextDocument) => Promise<void>;
}

/** Returns the tests of a controller. */
export function createTestItems(
  { items, createTestItem }: vscode.TestController,
  { tests }: Pick<SendServices, 'tests'>,
): TestItems {
  const fill = async (uri: vscode.Uri, text: string) => {
    const found = mayHaveTests(text) ? await tests({ text }) : { requests: [] };
    // The server does not respond; what is known stays.
    if ('reason' in found) return;
    const { requests } = found;
    const id = uri.toString();
    if (requests.length === 0) {
      items.delete(id);
      return;
    }
    const file = items.get(id) ?? createTestItem(id, vscode.workspace.asRelativePath(uri), uri);
    // A request keeps its results while others move: it is known by its name, and by its turn among those of the same name.
    const turns = new Map<string, number>();
    const children = requests.map(({ label, line }) => {
      const turn = (turns.get(label) ?? 0) + 1;
      turns.set(label, turn);
      const child = file.children.get(`${id}#${label}#${turn}`) ?? createTestItem(`${id}#${label}#${turn}`, label, uri);
      child.range = new vscode.Range(line, 0, line, 0);
      return child;
    });
    file.children.replace(children);
    items.add(file);
  };
  const read = async (uri: vscode.Uri) => {
    const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
    if (open !== undefined) return open.getText();
    try {
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > longest) return '';
      return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    } catch {
      // It was removed meanwhile.
      return '';
    }
  };
  return {
    find: async () => {
      const files = await vscode.workspace.findFiles('**/*.{http,rest,es}', '**/node_modules/**', maxFiles);
      for (const uri of files) await fill(uri, await read(uri));
    },
    resolve: async ({ uri }) => {
      if (uri !== undefined) await fill(uri, await read(uri));
    },
    update: (document) => fill(document.uri, document.getText()),
  };
}
