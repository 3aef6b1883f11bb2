import { refused, type Refusal } from '@rulebook/sender/refusal';
import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync, realpathSync, writeSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { environmentFileKind } from '@rulebook/request-file/environments';
import { plainFileName } from '@rulebook/sender/private';
import { causeOf, pathInside } from './files';

/** A file that a response is written to while it arrives. */
export interface OutputFile {
  readonly path: string;
  /** Appends bytes at once; throws when there is no room. */
  readonly write: (bytes: Uint8Array) => void;
  /** Ends the file and returns its length in bytes. */
  readonly end: () => number;
}

/** Folders whose files start programs, or belong to a tool that does: a response is never written there. */
const guarded = /^(?:\.(?:git|hg|svn|vscode|idea|husky)|git~\d)$/i;
/** The name of the configuration, which decides with the files of variables where private values go: a response replaces none of them. */
const configuration = 'rulebook.json';
/** So many names are tried for a file that exists. */
const maxNames = 10_000;

/**
 * Opens the file that a request names for its response. It must be in one of the folders, also behind links. Without `overwrites`, a file
 * that exists stays, and the new one gets a number: `answer-1.json`. Returns why it cannot be written, as a part of a sentence.
 */
export function openOutputFile(
  path: string,
  from: { readonly base: string; readonly allowed: readonly string[] },
  overwrites: boolean,
): OutputFile | Refusal {
  const wanted = resolve(from.base, path);
  const outside = refused(`it lies outside of ${from.allowed.at(-1) ?? from.base}`);
  // A folder that is not there yet is made below the nearest one that is, which must be inside.
  let folder = dirname(wanted);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  if (!isInside(folder, from.allowed)) return outside;
  const real = join(realpathSync(folder), relative(folder, wanted));
  const own = guardedFolder(real, from.allowed) ?? guardedFile(real);
  if (own !== undefined) return refused(`a response is not written into ${own}`);
  if (path.trim() === '' || /[/\\]$/.test(path)) return refused('it is not the name of a file');
  try {
    mkdirSync(dirname(wanted), { recursive: true });
    for (let count = 0; count < maxNames; count++) {
      const target = count === 0 ? wanted : numbered(wanted, count);
      const link = lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
      if (overwrites && link) return refused('it is a link');
      if (!overwrites && (link || existsSync(target))) continue;
      // Only its owner can read a new file, since a response may contain a secret. A link that appears meanwhile is not followed.
      const flags = overwrites ? constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0) : constants.O_EXCL;
      return written(target, openSync(target, constants.O_WRONLY | constants.O_CREAT | flags, 0o600));
    }
    return refused('too many files have this name');
  } catch (error) {
    return refused(causeOf(error));
  }
}

/** Returns whether a folder is one of some folders or below one, when links are followed. */
function isInside(folder: string, allowed: readonly string[]): boolean {
  const isOne = (one: string) => existsSync(one) && realpathSync(one) === realpathSync(folder);
  return existsSync(folder) && (allowed.some(isOne) || pathInside(folder, allowed) !== undefined);
}

/** Returns the name of the first such folder on the way from the allowed folders to a path without links. */
function guardedFolder(path: string, allowed: readonly string[]): string | undefined {
  return allowed
    .filter((folder) => existsSync(folder))
    .map((folder) => relative(realpathSync(folder), path).split(/[/\\]/))
    .filter(([first]) => first !== '..')
    .flatMap((way) => way.slice(0, -1))
    .find((part) => guarded.test(plainFileName(part)));
}

/** Returns the name of a file that says where values go, or holds them. */
function guardedFile(path: string): string | undefined {
  const name = plainFileName(basename(path)).toLowerCase();
  return name === configuration || environmentFileKind(name) !== undefined ? basename(path) : undefined;
}

function numbered(path: string, count: number): string {
  const ending = extname(path);
  return join(dirname(path), `${basename(path, ending)}-${count}${ending}`);
}

function written(path: string, file: number): OutputFile {
  let size = 0;
  return {
    path,
    write: (bytes) => {
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
      size += bytes.length;
    },
    end: () => {
      closeSync(file);
      return size;
    },
  };
}
