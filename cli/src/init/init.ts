import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createEngine } from '@rulebook/engine';
import { count, visible } from '@rulebook/text';
import { causeOf, readText } from '@rulebook/node/files/files';
import { complain, exitCodes } from '../exit-codes';
import { ciStep } from './ci-step';
import { findProjectFiles, isThere, type ForeignFile, type ProjectFiles } from './find-project-files';
import { firstFiles, shownPath, type FirstFile } from './first-files';

/** The options of `rulebook init`. */
export interface InitOptions {
  readonly dryRun?: boolean;
  /** False: no step for continuous integration. */
  readonly ci: boolean;
}

/** Filled in by the build. */
declare const RULEBOOK_VERSION: string;

/** Writes the first files of a folder, says what was found and written and how to go on, and returns the exit code. What is there stays as it is. */
export async function init(folder: string, { dryRun = false, ci }: InitOptions): Promise<number> {
  const root = resolve(folder);
  const found = isThere(root) ? findProjectFiles(root) : undefined;
  if (found === undefined) {
    complain(`${folder}: there is no such folder; name the folder of your project`);
    return exitCodes.usage;
  }
  const isConfigured = isThere(join(root, 'rulebook.json'));
  const hasRequests = found.requestFiles.length + found.unreadFiles.length > 0;
  const made = isConfigured
    ? { files: [], problems: [] }
    : await firstFiles(root, found.descriptions, { hasRequests, planOf: planner() });
  const step = ci ? ciStep(root, RULEBOOK_VERSION) : undefined;
  const files = [...made.files, ...(step !== undefined && 'file' in step ? [step.file] : [])];
  section('Found', [
    ...foundLines(root, found),
    ...(isConfigured ? [['rulebook.json', 'kept as it is'] as const] : []),
  ]);
  for (const problem of made.problems) complain(problem);
  const written = dryRun ? files.filter(({ path }) => !isThere(join(root, path))) : writeFiles(root, files);
  if (written === undefined) return exitCodes.usage;
  section(
    dryRun ? 'Would write' : 'Wrote',
    written.map(({ path, about }) => [path, about]),
  );
  if (dryRun)
    for (const { path, text } of written)
      section(
        path,
        text
          .trimEnd()
          .split('\n')
          .map((line) => [line]),
      );
  const kept = files.filter((file) => !written.includes(file));
  section(
    'Kept',
    kept.map(({ path }) => [path, 'it is there already, so nothing was written into it']),
  );
  if (step !== undefined && 'lines' in step)
    section(
      `For ${step.name}, by hand`,
      step.lines.split('\n').map((line) => [line]),
    );
  section(
    'Next',
    nextLines(found, { root, files, isConfigured }).map((line) => [line]),
  );
  return exitCodes.success;
}

/** Writes files that are not there, and returns them; undefined when one cannot be written, which was said. */
function writeFiles(root: string, files: readonly FirstFile[]): readonly FirstFile[] | undefined {
  const written: FirstFile[] = [];
  for (const file of files) {
    const path = join(root, file.path);
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, file.text, { flag: 'wx' });
      written.push(file);
    } catch (error) {
      if (isThere(path)) continue;
      complain(`${shownPath(path)}: cannot be written: ${causeOf(error)}`);
      return undefined;
    }
  }
  return written;
}

function foundLines(root: string, found: ProjectFiles): readonly (readonly [string, string])[] {
  const { descriptions, requestFiles, unreadFiles, environmentFiles, restClientSettings, foreign, isPartial } = found;
  const shownRequests =
    requestFiles.length > 5
      ? [[count(requestFiles.length, 'request file'), ''] as const]
      : requestFiles.map((path) => [path, 'requests'] as const);
  return [
    ...descriptions.map(({ path, version }) => [path, `a description, ${version}`] as const),
    ...shownRequests,
    ...unreadFiles.map(({ path, cause }) => [path, `requests, not read: ${cause}`] as const),
    ...environmentFiles.map((path) => [path, environmentsIn(join(root, path))] as const),
    ...restClientSettings.map((path) => [path, 'environments of REST Client'] as const),
    ...foreign.map((file) => [file.path, aboutForeign(file)] as const),
    ...(isPartial ? [['…', 'the folder has more files than were looked at'] as const] : []),
  ];
}

function environmentsIn(path: string): string {
  if (!path.endsWith('.json')) return 'variables';
  const content = readText(path);
  try {
    const names = 'cause' in content ? [] : Object.keys(JSON.parse(content.text) as object);
    return names.length === 0 ? 'environments' : `environments ${names.slice(0, 5).join(', ')}`;
  } catch {
    return 'environments, not in JSON';
  }
}

function aboutForeign({ kind, requests }: ForeignFile): string {
  if (kind === 'folder') return 'a collection of another tool';
  return kind === 'environment' ? 'an environment of another tool' : `${count(requests, 'request')} of another tool`;
}

function nextLines(
  { descriptions, foreign, restClientSettings, requestFiles }: ProjectFiles,
  {
    root,
    files,
    isConfigured,
  }: { readonly root: string; readonly files: readonly FirstFile[]; readonly isConfigured: boolean },
): readonly string[] {
  const at = (path: string): string => quoted(shownPath(join(root, path)));
  const first = files.find(({ path }) => path.endsWith('.http'));
  const others = foreign.slice(0, 3).map(({ path }) => `rulebook import ${at(path)} --to ${at('requests')}`);
  return [
    ...others,
    ...restClientSettings.slice(0, 1).map((path) => `rulebook convert-environments ${at(path)}`),
    `rulebook check ${at('.')}`,
    ...(first !== undefined && isThere(join(root, 'rulebook.json')) && !isConfigured
      ? [
          `rulebook explain ${at(first.path)}:1`,
          ...(descriptions.length > 0 ? [`rulebook run --sandbox ${at(first.path)}:1`] : []),
        ]
      : requestFiles.slice(0, 1).map((path) => `rulebook explain ${at(path)}:1`)),
  ];
}

function quoted(path: string): string {
  return /^[\w./@+,:-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** Prints a heading and its lines, of which the first column is padded; nothing without lines. */
function section(heading: string, rows: readonly (readonly [string, string?])[]): void {
  if (rows.length === 0) return;
  const width = Math.min(40, Math.max(...rows.map(([first]) => first.length)));
  const lines = rows.map(([first, second = '']) => `  ${second === '' ? first : `${first.padEnd(width)}  ${second}`}`);
  process.stdout.write(visible(`${[heading, ...lines].join('\n')}\n\n`));
}

function planner() {
  const engine = createEngine({ rules: [], checksOnce: true });
  const options = { context: { endpoints: [], defaults: {} }, severities: {} };
  return (text: string) => {
    const [first, ...others] = [...engine.planAll(engine.openFile(text), options)];
    return others.length === 0 ? first : undefined;
  };
}
