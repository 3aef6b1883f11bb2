import { kindOfPostmanFile } from './collections/postman-folder';

/** Where the collection is that a file belongs to, by how many folders that is above the file; 1 is the folder of the file. */
export interface CollectionPlace {
  /** Where it begins. */
  readonly levels: number;
  /** Where new folders are not a part of it. */
  readonly outside: number;
}

/** Returns where a collection is that has a file for each request, by the path of one of its files, with slashes. */
export function placeOfCollection(path: string): CollectionPlace {
  const parts = path.split('/');
  const index = parts.findIndex((part, at) => part === 'collections' && parts[at - 1] === 'postman');
  // A file of `collections` itself belongs to the one collection that is there.
  const isDirect = parts.length - index <= 2 || parts[index + 1] === '.resources';
  if (index > 0) return { levels: parts.length - index - (isDirect ? 1 : 2), outside: parts.length - index + 1 };
  const levels = /(?:^|\/)\.resources\/[^/]+$/.test(path) ? 2 : 1;
  return { levels, outside: kindOfPostmanFile(path) === undefined ? 1 : levels + 1 };
}

/** A folder with a collection of Postman, and what belongs to it outside. */
interface CollectionWorkspace {
  /** What its files are called, as if the folder that this leads to had been read; it ends with a slash, or is empty. */
  readonly prefix: string;
  /** The folder that holds the folders of environments, and of globals. */
  readonly workspace?: string;
  /** Where the paths of files begin that requests send. */
  readonly files: string;
}

/** Returns what belongs to a folder, by its path with slashes, where it is in the usual place: `postman/collections/NAME`. */
export function workspaceOf(folder: string): CollectionWorkspace {
  const [, workspace, rest = ''] = /^(.*)\/collections(\/[^/]+)?$/.exec(folder) ?? [];
  const [, project] = /^(.*)\/postman(?:\/collections(?:\/[^/]+)?)?$/.exec(folder) ?? [];
  return {
    prefix: workspace !== undefined && rest === '' ? 'collections/' : '',
    ...(workspace !== undefined && { workspace }),
    files: project ?? folder,
  };
}
