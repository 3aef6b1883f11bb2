import * as vscode from 'vscode';
import { isPartOfCollection, kindOfPostmanFile, placeOfCollection, workspaceOf } from '@rulebook/exchange';

/** A collection with a file for each request. */
export interface CollectionFiles {
  readonly files: readonly (readonly [path: string, text: string])[];
  /** New folders get its name, and are next to it. */
  readonly source: vscode.Uri;
  /** Where the files begin that its requests send, from a new folder. */
  readonly place: string;
  readonly name: string;
}

/** More files of a folder are not read. */
const maxFiles = 5000;

/** Returns the collection that a file belongs to, with the environments of its workspace. */
export async function filesOfCollection(file: vscode.Uri): Promise<CollectionFiles> {
  const { levels, outside } = placeOfCollection(file.path);
  const folder = above(file, levels);
  const name = folder.path.split('/').at(-1) ?? '';
  const { prefix, workspace, files: base } = workspaceOf(folder.path);
  const own = await textsIn(folder, '**/*.{bru,yml,yaml,json}', isPartOfCollection);
  const files = own.map(([path, text]) => [`${prefix}${path}`, text] as const);
  if (kindOfPostmanFile(file.path) === undefined) return { files, source: file, place: '..', name };
  const isEnvironment = (path: string) => ['environment', 'globals'].includes(kindOfPostmanFile(path) ?? '');
  const others =
    workspace === undefined
      ? []
      : await textsIn(file.with({ path: workspace }), '{environments,globals}/*.{yml,yaml}', isEnvironment);
  return {
    files: [...files, ...others.map(([path, text]) => [`../${path}`, text] as const)],
    source: vscode.Uri.joinPath(above(file, outside), name),
    place: base === folder.path ? `../${name}` : '..',
    name,
  };
}

function above(file: vscode.Uri, levels: number): vscode.Uri {
  return vscode.Uri.joinPath(file, ...Array.from({ length: levels }, () => '..'));
}

/** Returns the wanted texts in a folder by their paths from there. */
async function textsIn(
  folder: vscode.Uri,
  pattern: string,
  isWanted: (path: string) => boolean,
): Promise<CollectionFiles['files']> {
  const found = await vscode.workspace.findFiles(
    new vscode.RelativePattern(folder, pattern),
    '**/node_modules/**',
    maxFiles,
  );
  const decoder = new TextDecoder();
  const paths = found.map((file) => ({ file, path: file.path.slice(folder.path.length + 1) }));
  return Promise.all(
    paths
      .filter(({ path }) => isWanted(path))
      .map(async ({ file, path }) => [path, decoder.decode(await vscode.workspace.fs.readFile(file))] as const),
  );
}
