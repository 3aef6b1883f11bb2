import { expect, it } from 'vitest';
import * as vscode from 'vscode';
import { createTestItems } from '../../../client/src/test-explorer/test-items';

/** The part of an item that is used. */
class Item {
  readonly children = new Items();
  description?: string;
  constructor(
    readonly id: string,
    public label: string,
    readonly uri?: vscode.Uri,
  ) {}
}

class Items {
  readonly #items = new Map<string, Item>();
  get size(): number {
    return this.#items.size;
  }
  get(id: string): Item | undefined {
    return this.#items.get(id);
  }
  add(item: Item): void {
    this.#items.set(item.id, item);
  }
  delete(id: string): void {
    this.#items.delete(id);
  }
  replace(items: readonly Item[]): void {
    this.#items.clear();
    for (const item of items) this.add(item);
  }
  tree(): object {
    return Object.fromEntries([...this.#items.values()].map(({ label, children }) => [label, children.tree()]));
  }
}

const uriOf = (path: string) => vscode.Uri.parse(`file:///${path}`);
const finding = (message: string, operation: string) =>
  `# ${message}\n# Found by \`rulebook test\` at ${operation}. Send it by \`rulebook run\`.\n\n### One\n?? status == 200\n`;

it('lists findings by operation, and the files of users by their paths', async () => {
  const items = new Items();
  const controller = {
    items,
    createTestItem: (id: string, label: string, uri?: vscode.Uri) => new Item(id, label, uri),
  } as unknown as vscode.TestController;
  const tests = ({ text }: { readonly text: string }) =>
    Promise.resolve({
      requests: text.includes('??') ? [{ label: 'tested', line: 3, asserts: 1, scriptTests: 0 }] : [],
    });
  const { update, forget } = createTestItems(controller, { tests });
  const write = (path: string, text: string) =>
    update({ uri: uriOf(path), getText: () => text } as unknown as vscode.TextDocument);
  await write(
    'found/a.http',
    finding('POST /v1.0/notes does not accept 200 characters: status 500.', 'POST /v1.0/notes'),
  );
  await write('found/b.http', finding('An item of /v1.0/notes is not there.', 'POST /v1.0/notes'));
  await write('found/c.http', finding('GET /v1.0/notes receives no response.', 'GET /v1.0/notes'));
  await write('own.http', '# Found by me\n\n?? status == 200\n');
  const first = { 'does not accept 200 characters: status 500.': { tested: {} } };
  expect(items.tree()).toEqual({
    'POST /v1.0/notes': { ...first, 'An item of /v1.0/notes is not there.': { tested: {} } },
    'GET /v1.0/notes': { 'receives no response.': { tested: {} } },
    'own.http': { tested: {} },
  });

  // The file is now about another operation, another one has no tests, and a third one is removed.
  await write('found/b.http', finding('GET /v1.0/notes fails.', 'GET /v1.0/notes'));
  await write('found/c.http', 'GET /\n');
  forget(uriOf('own.http'));
  expect(items.tree()).toEqual({
    'POST /v1.0/notes': first,
    'GET /v1.0/notes': { 'fails.': { tested: {} } },
  });
  forget(uriOf('found/b.http'));
  forget(uriOf('found/a.http'));
  expect(items.tree()).toEqual({});
});
