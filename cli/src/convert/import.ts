import { basename, dirname, relative, resolve, sep } from 'node:path';
import { writeStories } from '@rulebook/sandbox/contract-tests';
import {
  credentialFields,
  describedRequests,
  importFolder,
  importRequests,
  isDescriptionText,
  offeredBaseUrls,
  type ImportFormat,
  type ImportLibraries,
  type WrittenRequests,
} from '@rulebook/exchange';
import { createDescribedService } from '@rulebook/services';
import { count } from '@rulebook/text';
import { readText } from '@rulebook/node/files/files';
import { isArazzoFile } from '../arazzo/is-arazzo';
import { environment } from '../configuration/configuration-file';
import { rootOfDescription } from '../configuration/described-services';
import { complain, exitCodes } from '../exit-codes';
import { readInput } from '../requests/read-input';
import { folderOfCollection, readCollection } from './read-collection';
import { createPlanner } from './planner';
import { nameOfImport, printImported, writeImported } from './write-imported';

/** The options of `rulebook import`. */
export interface ImportOptions {
  readonly from?: ImportFormat | 'openapi' | 'arazzo';
  readonly baseUrl?: string;
  /** Of a description, the stories of its resources in place of its operations. */
  readonly stories?: boolean;
  /** The folder for files; absent: the requests are printed. */
  readonly to?: string;
  /** `--no-asserts` makes it false. */
  readonly asserts?: boolean;
}

/** Prints what another tool has written as a request file, or writes it into a folder, and returns the exit code. */
export async function importFile(
  path: string,
  { from, baseUrl, stories = false, to, asserts }: ImportOptions,
): Promise<number> {
  const folder = path === '-' ? undefined : folderOfCollection(path);
  if (folder !== undefined) {
    const planOf = createPlanner();
    const { files, place } = readCollection(folder);
    const filesAt = to === undefined ? undefined : placeFrom(to, place);
    const name = basename(resolve(folder));
    const read = importFolder(files, { planOf, libraries: await loadLibraries(), filesAt, name });
    return finish(folder, read, to);
  }
  const content = path === '-' ? await readInput() : readText(path);
  const name = path === '-' ? 'standard input' : path;
  if ('cause' in content) {
    complain(`${name}: cannot be read: ${content.cause}`);
    return exitCodes.usage;
  }
  const { text } = content;
  if (from === 'arazzo' || (from === undefined && isArazzoFile(path === '-' ? 'input.yaml' : path, text, true))) {
    const { importDocument } = await import('./import-document');
    return finish(path, await importDocument(path, text, { baseUrl, name: nameOfImport(path) }), to);
  }
  const isDescription = from === 'openapi' || (from === undefined && isDescriptionText(text));
  if (baseUrl !== undefined && !/^https?:\/\/[^/?#\s@]+(?:\/[^?#\s]*)?$/i.test(baseUrl)) {
    complain('--base-url takes an http or https URL without user name, query and fragment');
    return exitCodes.usage;
  }
  if (stories && !isDescription) {
    complain(`${name}: --stories needs an OpenAPI or Swagger description`);
    return exitCodes.usage;
  }
  const written = isDescription
    ? await importDescription(path, baseUrl, stories)
    : importRequests(text, {
        hasAsserts: asserts,
        ...{ format: from, planOf: createPlanner(), libraries: await loadLibraries(), name: nameOfImport(path) },
        filesAt: to === undefined || path === '-' ? undefined : placeFrom(to, dirname(path)),
      });
  return finish(path === '-' ? '-' : path, written, to);
}

function placeFrom(folder: string, to: string): string {
  return relative(resolve(folder), resolve(to)).split(sep).join('/') || '.';
}

function finish(path: string, written: WrittenRequests | { readonly problem: string }, to: string | undefined): number {
  if ('problem' in written) {
    complain(`${path === '-' ? 'standard input' : path}: ${written.problem}`);
    return exitCodes.usage;
  }
  const code = to === undefined ? printImported(written) : writeImported(to, written, nameOfImport(path));
  for (const note of written.notes) complain(note);
  if (written.missing > 0) complain(`${count(written.missing, 'request')} could not be taken over completely`);
  return code === exitCodes.success && written.missing > 0 ? exitCodes.findings : code;
}

async function loadLibraries(): Promise<ImportLibraries> {
  const { importLibraries } = await import('@rulebook/exchange/libraries');
  return importLibraries;
}

/** Returns a request for each operation of a description, with the files that it refers to. */
async function importDescription(
  file: string,
  given: string | undefined,
  hasStories: boolean,
): Promise<WrittenRequests | { readonly problem: string }> {
  if (file === '-') return { problem: 'a description may refer to other files; name its file' };
  const path = resolve(file);
  const root = rootOfDescription(path);
  const { createDescriptionReader } = await import('@rulebook/node/descriptions/own-descriptions');
  const read = await createDescriptionReader(environment)({
    root,
    description: relative(root, path).split(sep).join('/'),
  });
  if ('cause' in read) return { problem: `cannot be read: ${read.cause}` };
  const [problem] = read.problems;
  if (read.compiled === undefined)
    return {
      problem:
        problem === undefined
          ? 'it is not a description that Rulebook can read'
          : `read as an OpenAPI description: ${problem.message.replace(/\.$/, '')}; correct the description, whose problems \`rulebook describe\` lists`,
    };
  const [first] = offeredBaseUrls(read.compiled);
  const service = createDescribedService(read.compiled, { id: 'described' });
  const baseUrl = (given ?? first ?? '').replace(/\/+$/, '');
  if (!hasStories) return describedRequests(service, { baseUrl, planOf: createPlanner(), problems: read.problems });
  const stories = writeStories(service, { url: baseUrl, headers: credentialFields(service) });
  if (stories.requests > 0) return { ...stories, missing: 0 };
  return { problem: stories.notes[0] ?? 'no resources were found in it' };
}
