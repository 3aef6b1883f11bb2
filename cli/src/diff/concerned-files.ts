import { dirname, resolve } from 'node:path';
import { concernedBy, repairText, type Change, type Concerned, type ConcernedRecording } from '@rulebook/changes';
import { ruleIds, type Checker } from '@rulebook/engine/checking';
import type { CheckOptions } from '@rulebook/engine';
import { isRequestFile } from '@rulebook/node/files/find-files';
import { readText } from '@rulebook/node/files/files';
import { replaceText } from '@rulebook/node/files/replace-text';
import { createCommandEngine } from '../command-engine';
import { isRecording, readRecording, spanOfPart } from '../check/recording';
import { createConfigurationFinder } from '../configuration/configuration-file';
import type { DescribedFolder } from '../configuration/described-folder';
import { createServiceFinder } from '../configuration/own-services';
import { filesOfImports } from '../requests/imported-names';
import { withIncludedFiles, type IncludedBodies } from '../requests/included-files';
import { openInput } from '../requests/open-input';
import { createOutsideNames } from '../requests/outside-names';
import { nameInFolder, optionsForSide, type ComparedSide } from './sides';

/** What is compared, and the files of which it is asked who is concerned. */
export interface ConcernedOptions {
  readonly changes: readonly Change[];
  readonly before: ComparedSide;
  readonly after: ComparedSide;
  /** In the order in which they are read; request files before JSON files. */
  readonly paths: readonly string[];
  /** Writes the safe repairs. */
  readonly writes: boolean;
}

/** Who is concerned. */
export interface ConcernedResult {
  /** Before anything is repaired. */
  readonly concerned: Concerned;
  /** After that. */
  readonly left: Concerned;
  readonly repaired: { readonly count: number; readonly files: number };
  /** Why files could not be read or written, a line each. */
  readonly complaints: readonly string[];
  /** Returns the text of a file, as it was judged. */
  readonly textOf: (path: string) => string;
}

/** Returns which lines of files are concerned by changes, and repairs them where that is wanted. */
export async function findConcerned(options: ConcernedOptions): Promise<ConcernedResult> {
  const engine = createCommandEngine();
  const judge = createFileJudge(engine, options);
  const complaints: string[] = [];
  const texts = new Map<string, string>();
  const found: Concerned[] = [];
  const left: Concerned[] = [];
  let count = 0;
  let files = 0;
  for (const path of options.paths) {
    const content = readText(path);
    if ('cause' in content) {
      complaints.push(`${path}: cannot be read: ${content.cause}`);
      continue;
    }
    const { text } = content;
    texts.set(path, text);
    const judged = await judge(path, text);
    if (typeof judged === 'string') complaints.push(`${path}: ${judged}`);
    if (judged === undefined || typeof judged === 'string') continue;
    const former = judged(text);
    found.push(former);
    const isRepairable = options.writes && former.lines.some(({ edits }) => edits !== undefined);
    const repaired = isRepairable ? repairText(text, (now) => judged(now).lines) : { text, count: 0 };
    const cause = repaired.text === text ? undefined : replaceText(path, text, repaired.text);
    if (cause !== undefined) complaints.push(`${path}: cannot be written: ${cause}`);
    const isWritten = repaired.text !== text && cause === undefined;
    if (isWritten) {
      count += repaired.count;
      files++;
    }
    left.push(isWritten ? judged(repaired.text) : former);
  }
  return {
    ...{ concerned: joined(found), left: joined(left), repaired: { count, files }, complaints },
    textOf: (path) => texts.get(path) ?? '',
  };
}

function joined(all: readonly Concerned[]): Concerned {
  return {
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
    concerned: all.reduce((sum, { concerned }) => sum + concerned, 0),
    lines: all.flatMap(({ lines }) => lines),
  };
}

/** Returns what judges one version of a file after the other; undefined for a file without requests, or why it cannot be read. */
type FileJudge = (path: string, text: string) => Promise<((text: string) => Concerned) | string | undefined>;

function createFileJudge(engine: Checker, { changes, before, after }: ConcernedOptions): FileJudge {
  const settingsOf = createConfigurationFinder(ruleIds);
  const servicesOf = createServiceFinder();
  const outsideNames = createOutsideNames(undefined);
  const included: IncludedBodies = new Map();
  const known = new Map<
    DescribedFolder,
    { readonly id: string; readonly sides: readonly [CheckOptions, CheckOptions] }
  >();
  const sidesOf = (folder: DescribedFolder) => {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const { checkOptions } = folder.settings;
    const id = nameInFolder([before, after], folder.descriptions);
    const sides = [optionsForSide(checkOptions, before, id), optionsForSide(checkOptions, after, id)] as const;
    const made = { id, sides };
    known.set(folder, made);
    return made;
  };
  return async (path, text) => {
    const folder = await servicesOf(settingsOf(dirname(path)));
    const { id, sides } = sidesOf(folder);
    const parts = { reader: engine, service: id, changes };
    if (isRecording(path)) {
      const entries = entriesOf(text);
      if (typeof entries === 'string') return entries;
      const recording = { name: path, text, entries, before: sides[0], after: sides[1] };
      return () => concernedBy(parts, [recording]);
    }
    const { settings } = folder;
    const open = async (checkOptions: CheckOptions) => {
      const opened = await openInput({ engine, outsideNames }, path, text, { ...settings, checkOptions });
      if (opened === undefined) return undefined;
      const { file, options } = opened;
      const from = { path, root: settings.root, options };
      return { file, options: isRequestFile(path) ? withIncludedFiles(engine, file, from, included) : options };
    };
    const [former, next] = [await open(sides[0]), await open(sides[1])];
    const association = former?.file.association ?? included.get(resolve(path));
    if ((former === undefined || next === undefined) && association === undefined) return undefined;
    return (now) => {
      const file =
        association === undefined && former !== undefined
          ? now === text
            ? former.file
            : reopened(engine, former.file, now)
          : engine.openBody(now, association ?? { method: 'GET', target: '/', at: '' });
      const options = { before: former?.options ?? sides[0], after: next?.options ?? sides[1] };
      const imports = isRequestFile(path) ? () => filesOfImports(engine, path, file) : undefined;
      return concernedBy(parts, [{ name: path, text: now, file, ...(imports && { imports }), ...options }]);
    };
  };
}

function reopened(engine: Checker, former: ReturnType<Checker['openFile']>, text: string) {
  if (former.script !== undefined) return engine.openScript(text, former.script);
  return former.isMarkdown === true ? engine.openMarkdownWithCommands(text) : engine.openFile(text);
}

function entriesOf(text: string): ConcernedRecording['entries'] | string {
  const recording = readRecording(text);
  if ('cause' in recording) return recording.cause;
  return [...recording.entries].flatMap((entry) => {
    if ('cause' in entry) return [];
    const { request, response, fileSpan } = entry;
    const partOf = (part: 'url' | 'body' | 'answer') => spanOfPart(text, fileSpan, part);
    const url = partOf('url') ?? { start: fileSpan.start, end: fileSpan.start + 1 };
    return [{ request, url, body: partOf('body'), answer: partOf('answer'), ...(response && { response }) }];
  });
}
