import * as vscode from 'vscode';
import { mayHaveTests } from '@rulebook/sender/asserts';
import type { SendServices } from '../sending/send-services';
import { findingOf } from './finding-of';

/** In bytes: larger files are not searched for tests. */
const longest = 2_000_000;
const maxFiles = 1_000;

/** The tests of the workspace: files with asserts, and their requests. Files with findings of `rulebook test` are in groups, one for each operation. */
export interface TestItems {
  /** Finds the files with asserts; called when a user looks at the tests. */
  readonly find: () => Promise<void>;
  /** Finds the requests of a file that is known. */
  readonly resolve: (item: vscode.TestItem) => Promise<void>;
  /** Finds the requests of a document again after an edit, if it is known or has asserts. */
  readonly update: (document: vscode.TextDocument) => Promise<void>;
  /** Removes a file. */
  readonly forget: (uri: vscode.Uri) => void;
}

/** Returns the tests of a controller. */
export function createTestItems(
  { items, createTestItem }: vscode.TestController,
  { tests }: Pick<SendServices, 'tests'>,
): TestItems {
  const groups = new Map<string, vscode.TestItem>();
  /** Removes a file from its group, or from those without one. A group without files goes with it. */
  const remove = (id: string, group: vscode.TestItem | undefined) => {
    (group?.children ?? items).delete(id);
    if (group === undefined || group.children.size > 0) return;
    items.delete(group.id);
    groups.delete(group.id);
  };
  const groupWith = (id: string) => [...groups.values()].find(({ children }) => children.get(id) !== undefined);
  /** Returns the group of an operation. Two services have theirs in different folders. */
  const groupOf = (uri: vscode.Uri, operation: string) => {
    const path = vscode.workspace.asRelativePath(uri);
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const id = `${folder}#${operation}`;
    const group = groups.get(id) ?? createTestItem(id, operation);
    if (folder !== '') group.description = folder;
    groups.set(id, group);
    items.add(group);
    return group;
  };
  const fill = async (uri: vscode.Uri, text: string) => {
    const found = mayHaveTests(text) ? await tests({ text }) : { requests: [] };
    // The server does not respond; what is known stays.
    if ('reason' in found) return;
    const { requests } = found;
    const id = uri.toString();
    const earlier = groupWith(id);
    if (requests.length === 0) {
      remove(id, earlier);
      return;
    }
    const finding = findingOf(text);
    const group = finding && groupOf(uri, finding.operation);
    if (group !== earlier) remove(id, earlier);
    const siblings = group?.children ?? items;
    const path = vscode.workspace.asRelativePath(uri);
    const file = siblings.get(id) ?? createTestItem(id, path, uri);
    if (finding !== undefined) {
      file.label = finding.message;
      file.description = path.slice(path.lastIndexOf('/') + 1);
    }
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
    siblings.add(file);
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
    forget: (uri) => {
      const id = uri.toString();
      remove(id, groupWith(id));
    },
  };
}
