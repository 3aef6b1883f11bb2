import { existsSync } from 'node:fs';
import type { Checker } from '@rulebook/engine/checking';
import { isMarkdownName, scriptFormOf, withoutProse, type RequestFile } from '@rulebook/request-file/syntax';

/** Opens the requests of a file: of a Markdown file, those in its fenced blocks. */
export function openRequests(engine: Checker, path: string, text: string): RequestFile {
  return isMarkdownName(path) ? engine.openMarkdown(text) : engine.openFile(text);
}

/** Opens the requests of a file that are judged only: also those of commands, in scripts, workflows and Markdown files. */
export function openJudgedRequests(engine: Checker, path: string, text: string): RequestFile {
  const form = scriptFormOf(path);
  if (form !== undefined) return engine.openScript(text, form);
  return isMarkdownName(path) ? engine.openMarkdownWithCommands(text) : engine.openFile(text);
}

/** Returns the text of a file as far as it belongs to requests, with all lines at their numbers. */
export function requestsInText(path: string, text: string): string {
  return isMarkdownName(path) ? withoutProse(text) : text;
}

/**
 * Reads `README.md:12`, as editors and compilers write positions: the file, and the options with the line that chooses a request. A file of
 * this very name comes first.
 */
export function readNamedRequest<T extends { readonly line?: number }>(
  argument: string,
  options: T,
): { readonly path: string; readonly options: T } {
  const [, path, line] = /^(.+?):([1-9]\d{0,8})(?::\d+)?$/.exec(argument) ?? [];
  if (path === undefined || existsSync(argument)) return { path: argument, options };
  return { path, options: { line: Number(line), ...options } };
}
