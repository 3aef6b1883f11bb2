import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { requestFileEndings } from '@rulebook/request-file/syntax';
import { causeOf, readText, type FileContent } from '@rulebook/node/files/files';
import { findFiles, missingInput } from '@rulebook/node/files/find-files';
import { readNamedRequest } from './named-requests';
import { readInput } from './read-input';

/** A file with requests that a command line names. */
export interface RequestInput {
  /** As the user wrote it; of a folder or glob, relative to the current folder. */
  readonly path: string;
  /** Behind the path: `smoke.http:12`. */
  readonly line?: number;
  /** What standard input holds; absent for a file. */
  readonly text?: string;
}

/** The files that the arguments of a command stand for. */
export interface RequestInputs {
  /** At least one: files in the order in which they were given, those of a folder by their paths. */
  readonly inputs: readonly RequestInput[];
  /** A folder, a glob or several files were named, so that all of their requests are meant. */
  readonly isSeveral: boolean;
}

/**
 * Finds the request files of paths, folders, globs and `file.http:12`, each once, for every command that takes files with requests: those that
 * `check` finds, too; where the command takes it, `-` is standard input. Returns a line for standard error where an argument stands for none.
 */
export async function findRequestInputs(
  paths: readonly string[],
  { takesInput = false } = {},
): Promise<RequestInputs | string> {
  const inputs = new Map<string, RequestInput>();
  let isSeveral = paths.length > 1;
  for (const argument of paths) {
    if (argument === '-' && takesInput) {
      const content = await readInput();
      if ('cause' in content) return `standard input: cannot be read: ${content.cause}`;
      inputs.set(argument, { path: inputName, text: content.text });
      continue;
    }
    const { path, options } = readNamedRequest<{ line?: number }>(argument, {});
    const { files, named, empty } = await findFiles([path], 'requests');
    const isNamed = named.size > 0;
    if (files.length === 0) {
      // One file alone is said to be missing where it is read.
      if (paths.length === 1 && empty.length === 0 && !/[*?[{!(]/.test(path)) return oneOf({ path, ...options });
      return empty.length > 0 ? emptyFolder(path) : missingInput(path);
    }
    if (!isNamed && options.line !== undefined)
      return `${argument}: a line chooses a request of one file, and ${path} means ${files.length}; leave out the line`;
    isSeveral ||= !isNamed;
    for (const file of files) {
      const input = { path: isNamed ? path : file, ...options };
      const key = `${resolve(input.path)}:${options.line ?? ''}`;
      if (!inputs.has(key)) inputs.set(key, input);
    }
  }
  return { inputs: [...inputs.values()], isSeveral };
}

/** The file that standard input stands for, in the current folder. */
const inputName = 'stdin.http';

/** Returns the text of an input, or why it cannot be read. */
export function textOfInput({ path, text }: RequestInput): FileContent {
  return text === undefined ? readText(path) : { text };
}

function oneOf(input: RequestInput): RequestInputs {
  return { inputs: [input], isSeveral: false };
}

function emptyFolder(path: string): string {
  try {
    readdirSync(path);
  } catch (error) {
    return `${path}: cannot be read: ${causeOf(error)}`;
  }
  const endings = requestFileEndings.map((ending) => `.${ending}`).join(', ');
  return `${path}: there is no request file (${endings}) in this folder; name Markdown files by a glob such as '${path.replace(/\/$/, '')}/**/*.md'`;
}
