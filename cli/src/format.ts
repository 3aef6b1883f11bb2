import { dirname } from 'node:path';
import { createFormatter, defaultFormat, type FormatOptions, type Formatter } from '@rulebook/engine/formatting';
import type { CheckContext } from '@rulebook/engine';
import { isMarkdownName } from '@rulebook/request-file/syntax';
import { count } from '@rulebook/text';
import { pathText } from '@rulebook/sender/report';
import { causeOf, readText } from '@rulebook/node/files/files';
import { findFiles, isRequestFile, missingInput } from '@rulebook/node/files/find-files';
import { createConfigurationFinder } from './configuration/configuration-file';
import { complain, exitCodes } from './exit-codes';
import { readInput } from './requests/read-input';
import { createServiceFinder } from './configuration/own-services';

/** The options of `rulebook format`. */
export interface FormatCommandOptions {
  readonly check?: boolean;
  /** A number of blanks, or `tab`. */
  readonly indent: string;
  /** The name of the file that standard input stands for. */
  readonly stdinPath: string;
}

/** The argument that stands for standard input. */
const standardInput = '-';

/** A JSON file is formatted whichever request it belongs to. */
const anyRequest = { method: 'PUT', target: '/', at: '' };

/** Formats files, and returns the exit code. */
export async function format(paths: readonly string[], options: FormatCommandOptions): Promise<number> {
  const layout = layoutOf(options.indent);
  if (layout === undefined) {
    complain(`--indent ${options.indent} is not a width; use a number of blanks from 1 to 16, or tab`);
    return exitCodes.usage;
  }
  const settingsOf = createConfigurationFinder([]);
  const servicesOf = createServiceFinder();
  const formatted = async (path: string, text: string) => {
    const { settings } = await servicesOf(settingsOf(dirname(path)));
    const { context } = settings.checkOptions;
    return formatText(await createFormatter(context), path, text, layout, context);
  };
  if (paths.includes(standardInput)) return formatInput(formatted, paths, options);
  const { files, named, missing } = await findFiles(paths);
  for (const path of missing) complain(missingInput(path));
  let isUnreadable = missing.length > 0;
  let [seen, changed] = [0, 0];
  for (const path of files) {
    // In folders and by globs, only request files are meant.
    if (!isRequestFile(path) && !(named.has(path) && /\.jsonc?$/i.test(path))) {
      if (named.has(path)) isUnreadable = refuse(path, whyNot(path));
      continue;
    }
    const content = readText(path);
    if ('cause' in content) {
      isUnreadable = refuse(path, `cannot be read: ${content.cause}`);
      continue;
    }
    seen++;
    const text = await formatted(path, content.text);
    if (text === content.text) continue;
    const cause = options.check === true ? undefined : await writeText(path, text);
    if (cause !== undefined) {
      isUnreadable = refuse(path, `cannot be written: ${cause}`);
      continue;
    }
    changed++;
    process.stdout.write(`${pathText(path)}\n`);
  }
  process.stdout.write(`${summaryOf(seen, changed, options.check === true)}\n`);
  if (isUnreadable) return exitCodes.usage;
  return options.check === true && changed > 0 ? exitCodes.findings : exitCodes.success;
}

function summaryOf(seen: number, changed: number, isCheck: boolean): string {
  const of = `${String(changed)} of ${count(seen, 'file')}`;
  if (!isCheck) return `Formatted ${of}`;
  return changed > 0 ? `Not formatted: ${of}` : `Nothing to format in ${count(seen, 'file')}`;
}

async function formatInput(
  formatted: (path: string, text: string) => Promise<string>,
  paths: readonly string[],
  { check, stdinPath }: FormatCommandOptions,
): Promise<number> {
  if (paths.length > 1) {
    complain('- reads standard input and takes no further paths');
    return exitCodes.usage;
  }
  const content = await readInput();
  if ('cause' in content) {
    complain(`${stdinPath}: cannot be read: ${content.cause}`);
    return exitCodes.usage;
  }
  const { text } = content;
  const result = await formatted(stdinPath, text);
  if (check !== true) {
    process.stdout.write(result);
    return exitCodes.success;
  }
  if (result !== text) process.stdout.write(`${pathText(stdinPath)}\n`);
  return result === text ? exitCodes.success : exitCodes.findings;
}

function formatText(
  formatter: Formatter,
  path: string,
  text: string,
  options: FormatOptions,
  context: CheckContext,
): string {
  // The mark belongs to the file, not to its first request.
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const content = text.slice(mark.length);
  const isRequests = isRequestFile(path) || !/\.jsonc?$/i.test(path);
  const file = isRequests ? formatter.openFile(content) : formatter.openBody(content, anyRequest);
  const changes = new Map(formatter.format(file, options, context).map(({ block, text }) => [block, text]));
  return mark + [...file.blocks].map((block, index) => changes.get(index) ?? block.text).join('');
}

function layoutOf(indent: string): FormatOptions | undefined {
  if (indent === 'tab') return { tabSize: 4, insertSpaces: false };
  const tabSize = /^\d{1,2}$/.test(indent) ? Number(indent) : 0;
  return tabSize >= 1 && tabSize <= 16 ? { ...defaultFormat, tabSize } : undefined;
}

function whyNot(path: string): string {
  return isMarkdownName(path)
    ? 'Markdown is left to its own formatters; name request files'
    : 'is neither a request file nor JSON; name request files (.http, .rest, .es) or JSON files';
}

function refuse(path: string, reason: string): true {
  complain(`${path}: ${reason}`);
  return true;
}

async function writeText(path: string, text: string): Promise<string | undefined> {
  // With `--check`, nothing is written.
  const { replaceFile } = await import('@rulebook/node/files/replace-file');
  try {
    replaceFile(path, text);
    return undefined;
  } catch (error) {
    return causeOf(error);
  }
}
