/* global require, exports, fetch, TextEncoder -- an extension in a worker, as CommonJS */
// The editor loads it in a worker as CommonJS. The files come from the server of the test.
const vscode = require('vscode');

/** Texts by path. */
const files = new Map();
const changes = new vscode.EventEmitter();

exports.activate = async ({ extensionUri, subscriptions }) => {
  const response = await fetch(vscode.Uri.joinPath(extensionUri, '../files.json').toString(true));
  for (const [path, text] of Object.entries(await response.json())) {
    files.set(`/project/${path}`, new TextEncoder().encode(text));
  }
  subscriptions.push(vscode.workspace.registerFileSystemProvider('memory', provider, { isCaseSensitive: true }));
};

const provider = {
  onDidChangeFile: changes.event,
  watch: () => ({ dispose: () => undefined }),
  stat: ({ path }) => {
    const content = files.get(path);
    if (content !== undefined) return { type: vscode.FileType.File, ctime: 1, mtime: 1, size: content.length };
    if (namesIn(path).size > 0) return { type: vscode.FileType.Directory, ctime: 1, mtime: 1, size: 0 };
    throw vscode.FileSystemError.FileNotFound(path);
  },
  readDirectory: ({ path }) =>
    [...namesIn(path)].map((name) => [
      name,
      files.has(`${path.replace(/\/$/, '')}/${name}`) ? vscode.FileType.File : vscode.FileType.Directory,
    ]),
  readFile: (uri) => {
    const content = files.get(uri.path);
    if (content === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return content;
  },
  writeFile: (uri, content) => {
    const type = files.has(uri.path) ? vscode.FileChangeType.Changed : vscode.FileChangeType.Created;
    files.set(uri.path, content);
    changes.fire([{ type, uri }]);
  },
  createDirectory: () => undefined,
  delete: (uri) => {
    files.delete(uri.path);
    changes.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
  },
  rename: (from, to) => {
    provider.writeFile(to, provider.readFile(from));
    provider.delete(from);
  },
};

function namesIn(folder) {
  const start = `${folder.replace(/\/$/, '')}/`;
  const below = [...files.keys()].filter((path) => path.startsWith(start));
  return new Set(below.map((path) => path.slice(start.length).split('/')[0] ?? ''));
}
