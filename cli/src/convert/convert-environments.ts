import { writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  type AddedVariable,
  convertEnvironments,
  environmentsInSettings,
  privateFile,
  sharedFile,
  withIgnored,
} from '@rulebook/request-file/environments';
import { count } from '@rulebook/text';
import { causeOf, readText } from '@rulebook/node/files/files';
import { isIgnoredByGit } from '@rulebook/node/files/git-ignore';
import { replaceText } from '@rulebook/node/files/replace-text';
import { complain, exitCodes, sayOnError } from '../exit-codes';

/** The options of `rulebook convert-environments`. */
export interface ConvertEnvironmentsOptions {
  readonly dryRun?: boolean;
}

/** In bytes. */
const longest = 10_000_000;

/** A file that is written: with its former text, which it must still have. */
interface WrittenFile {
  readonly path: string;
  readonly former: string | undefined;
  readonly text: string;
  readonly about: string;
}

/** Writes the environments of REST Client in a settings file into environment files, and returns the exit code. */
export function writeConvertedEnvironments(settings: string, { dryRun = false }: ConvertEnvironmentsOptions): number {
  const content = readText(settings, longest);
  if ('cause' in content) {
    complain(`${settings}: cannot be read: ${content.cause}`);
    return exitCodes.usage;
  }
  const added = environmentsInSettings(resolve(settings), content.text);
  if (added === undefined) {
    complain(`${settings}: is not a settings.json in .vscode or a .code-workspace with environments of REST Client`);
    return exitCodes.usage;
  }
  if (added.length === 0) {
    complain(`${settings}: holds no variable in the setting rest-client.environmentVariables`);
    return exitCodes.usage;
  }
  return writeEnvironments(folderOf(settings), added, dryRun);
}

/** Writes variables into the environment files of a folder, and returns the exit code. */
export function writeEnvironments(folder: string, added: readonly AddedVariable[], dryRun = false): number {
  const texts: Record<string, string | undefined> = {};
  for (const name of [sharedFile, privateFile]) {
    const present = readText(join(folder, name), longest);
    if ('text' in present) texts[name] = present.text;
    else if (!present.isMissing) {
      complain(`${join(folder, name)}: cannot be read: ${present.cause}; nothing was written`);
      return exitCodes.usage;
    }
  }
  const converted = convertEnvironments(added, texts);
  if ('cause' in converted) {
    complain(`${join(folder, converted.name)}: ${converted.cause}; correct it, nothing was written`);
    return exitCodes.usage;
  }
  // Secrets stay out of version control from the beginning.
  const written = [
    ...(converted.files.some(({ name }) => name === privateFile) ? ignoring(folder) : []),
    ...converted.files.map(({ name, text, added: variables }): WrittenFile => {
      return { path: join(folder, name), former: texts[name], text, about: count(variables, 'variable') };
    }),
  ];
  for (const file of written) {
    const cause = dryRun ? undefined : write(file);
    if (cause !== undefined) {
      complain(`${file.path}: cannot be written: ${cause}`);
      return exitCodes.usage;
    }
    sayOnError(`${file.path}: ${file.about} ${dryRun ? 'would be added' : 'added'}`);
  }
  if (written.length === 0 && converted.conflicts.length === 0) sayOnError('All variables are there already.');
  for (const conflict of converted.conflicts) complain(`${conflict}: has another value there already, which stays`);
  return converted.conflicts.length > 0 ? exitCodes.findings : exitCodes.success;
}

/** Environment files of the settings in `.vscode` are next to that folder. */
function folderOf(settings: string): string {
  const folder = dirname(resolve(settings));
  return basename(folder) === '.vscode' ? dirname(folder) : folder;
}

function ignoring(folder: string): readonly WrittenFile[] {
  if (isIgnoredByGit(join(folder, privateFile)) !== false) return [];
  const path = join(folder, '.gitignore');
  const present = readText(path, longest);
  const former = 'text' in present ? present.text : undefined;
  return [{ path, former, text: withIgnored(former, privateFile), about: privateFile }];
}

function write({ path, former, text }: WrittenFile): string | undefined {
  if (former !== undefined) return replaceText(path, former, text);
  try {
    writeFileSync(path, text, { flag: 'wx', ...(basename(path) === privateFile && { mode: 0o600 }) });
    return undefined;
  } catch (error) {
    return causeOf(error);
  }
}
