import { dirname, resolve } from 'node:path';
import type { CheckOptions, Engine } from '@rulebook/engine';
import { readRelease, rehearsedOptions, type Release } from '@rulebook/engine/rehearsal';
import { beginsLog } from '@rulebook/exchange/logs';
import { beginWork } from '@rulebook/node/compiled-parts';
import { readText } from '@rulebook/node/files/files';
import { findFiles, missingInput } from '@rulebook/node/files/find-files';
import { isMarkdownName, isRequestFileName, type RequestFile } from '@rulebook/request-file/syntax';
import { createConfigurationFinder, type FolderSettings } from '../configuration/configuration-file';
import { createServiceFinder } from '../configuration/own-services';
import { complain, exitCodes } from '../exit-codes';
import { withIncludedFiles } from '../requests/included-files';
import { openInput } from '../requests/open-input';
import { createOutsideNames, type OutsideNamesSource } from '../requests/outside-names';
import { contradiction } from '../check/check';
import { isFixing, type CheckCommandOptions } from '../check/check-session';
import { createCommandEngine } from '../command-engine';
import type { Fixing } from '../check/check-fixing';
import { beginsConsole } from './console-text';
import { logStart } from './log-lines';
import type { Rehearsal, RehearsedLine, UnreadLines } from './model';
import type { PlayedFile } from './play-files';
import { isLogName, isSentRecording, rehearseSent } from './rehearse-sent';
import type { SentFile } from './sent-requests';
import { rehearseText } from './rehearse-text';
import { isFailing, writeRehearsals } from './report';

/** What a rehearsal is made with. */
interface RehearsalParts {
  readonly engine: Engine;
  readonly options: CheckCommandOptions;
  readonly release: Release;
  readonly from: Release | undefined;
  readonly outsideNames: OutsideNamesSource;
  readonly fixing: Fixing | undefined;
  /** The files whose own paths were given. */
  readonly named: ReadonlySet<string>;
}

/** Checks files as if their endpoints had other releases, plays their requests in both, prints the report, and returns the exit code. */
export async function rehearse(paths: readonly string[], options: CheckCommandOptions): Promise<number> {
  beginWork();
  const problem = contradiction(paths, options);
  if (problem !== undefined) return usage(problem);
  const engine = createCommandEngine();
  const { services } = engine.catalogue;
  const releases = (options.as ?? []).map((text) => ({ text, read: readRelease(text, services) }));
  const from = options.from === undefined ? undefined : readRelease(options.from, services);
  for (const { text, read } of releases) if ('cause' in read) return usage(`--as ${text}: ${read.cause}`);
  if (from !== undefined && 'cause' in from) return usage(`--from ${options.from ?? ''}: ${from.cause}`);
  const others = releases.flatMap(({ read }) => ('cause' in read ? [] : [read.service.id]));
  if (from !== undefined && !others.includes(from.service.id))
    return usage(`--from ${options.from ?? ''} is of another service than --as; name a release of the same one`);
  const found = await findFiles(paths, 'rehearsed');
  for (const path of found.missing) complain(missingInput(path));
  if (found.files.length === 0)
    return found.missing.length > 0 ? exitCodes.usage : usage(`${paths.join(', ')}: ${noFiles}`);
  const fixing = isFixing(options)
    ? (await import('../check/check-fixing')).createFixing(options, undefined)
    : undefined;
  const rehearsals: Rehearsal[] = [];
  let isUnreadable = found.missing.length > 0;
  for (const { read } of releases) {
    if ('cause' in read) continue;
    const own = from?.service.id === read.service.id ? from : undefined;
    const outsideNames = createOutsideNames(options.env);
    const made = await rehearseFiles(found.files, {
      ...{ engine, options, release: read, from: own, outsideNames, fixing },
      named: found.named,
    });
    isUnreadable ||= made.complaints.length > 0;
    for (const line of made.complaints) complain(line);
    rehearsals.push(made.rehearsal);
  }
  await writeRehearsals(rehearsals, options, engine);
  if (fixing !== undefined) complain(fixing.end(rehearsals.reduce((sum, { lines }) => sum + lines.length, 0)));
  if (isUnreadable) return exitCodes.usage;
  return rehearsals.some((one) => isFailing(one, options.failOn)) ? exitCodes.findings : exitCodes.success;
}

function usage(message: string): number {
  complain(message);
  return exitCodes.usage;
}

interface MadeRehearsal {
  readonly rehearsal: Rehearsal;
  readonly complaints: readonly string[];
}

async function rehearseFiles(paths: readonly string[], parts: RehearsalParts): Promise<MadeRehearsal> {
  const { release, from, options, engine } = parts;
  const settingsOf = createConfigurationFinder();
  const servicesOf = createServiceFinder();
  const lines: RehearsedLine[] = [];
  const unread: UnreadLines[] = [];
  const notes: Rehearsal['notes'][number][] = [];
  const sent: SentFile[] = [];
  const unknown: string[] = [];
  const complaints: string[] = [];
  const played: PlayedFile[] = [];
  let present = from;
  let files = 0;
  let requests = 0;
  for (const path of paths) {
    const { settings } = await servicesOf(settingsOf(dirname(path)));
    const { checkOptions } = settings;
    present ??= releaseOf(checkOptions, release);
    const begin = await logStart(path);
    if (begin === undefined) {
      complaints.push(`${path}: cannot be read; check the path and its rights`);
      continue;
    }
    const isSent = isSentRecording(path) || (!isRequestFileName(path) && !isMarkdownName(path) && beginsLog(begin));
    if (isSent || (parts.named.has(path) && isLogName(path))) {
      const made = await rehearseSent(path, checkOptions, { ...parts, present });
      if (typeof made === 'string') complaints.push(`${path}: ${made}`);
      else {
        lines.push(...made.lines);
        files++;
        requests += made.requests;
        if (made.unread) unread.push(made.unread);
        notes.push(...made.notes.map((text) => ({ path, text })));
        sent.push(made.played);
      }
      continue;
    }
    const content = readText(path);
    if ('cause' in content) {
      complaints.push(`${path}: cannot be read: ${content.cause}`);
      continue;
    }
    const { text } = content;
    const opened = await openText(path, text, settings, parts);
    if (opened === undefined) {
      if (parts.named.has(path)) unknown.push(path);
      continue;
    }
    const now = from === undefined ? opened.options : rehearsedOptions(opened.options, [from]);
    const then = rehearsedOptions(opened.options, [release]);
    const fixed = fixText(path, text, opened.file, then, parts);
    if (typeof fixed === 'string') complaints.push(fixed);
    const shown = typeof fixed === 'string' || fixed === undefined ? { file: opened.file, text } : fixed;
    const made = rehearseText(engine, { path, ...shown }, { now, then }, { now: present, then: release });
    lines.push(...made.lines);
    files++;
    requests += made.requests;
    if (made.requests > 0 && !opened.isJudgedOnly)
      played.push({ path: resolve(path), file: shown.file, settings, options: opened.options });
  }
  // Who names all files of a folder does not mean each of them.
  if (files === 0) complaints.push(...unknown.map((path) => `${path}: ${noRequests}`));
  else notes.push(...unknown.map((path) => ({ path, text: noRequests })));
  const play = options.play === false ? undefined : await playIn(played, sent, present, parts);
  return {
    complaints,
    rehearsal: {
      ...{ release, ...(present && { from: present }), lines, files, requests, unread, notes },
      ...(play && { play }),
    },
  };
}

const noFiles = 'there is no request file, recording or log in this folder; name the files, or another folder';

const noRequests =
  'no request is in it; read are request files, recordings, exports of Console, and slow logs and audit logs with an event a line';

/** Returns the release of the endpoint to which requests go that name none. */
function releaseOf({ context }: CheckOptions, { service }: Release): Release | undefined {
  const endpoints = context.endpoints.filter((one) => one.service === service.id && one.version !== undefined);
  const usual = endpoints.find(({ name }) => name === context.defaults[service.id]) ?? endpoints[0];
  if (usual?.version === undefined) return undefined;
  const vendor = usual.vendor ?? service.fallbackDescriptions?.find(({ isDefault }) => isDefault)?.vendor ?? '';
  const read = readRelease(`${vendor}@${usual.version}`, [service]);
  return 'cause' in read ? undefined : read;
}

/** An opened file. */
interface OpenedText {
  readonly file: RequestFile;
  readonly options: CheckOptions;
  /** Its commands are checked and not sent. */
  readonly isJudgedOnly: boolean;
}

async function openText(
  path: string,
  text: string,
  settings: FolderSettings,
  { engine, outsideNames }: RehearsalParts,
): Promise<OpenedText | undefined> {
  if (/\.txt$/i.test(path)) {
    if (!beginsConsole(text)) return undefined;
    const options = outsideNames.optionsFor(path, settings.checkOptions);
    return { file: engine.openFile(text), options, isJudgedOnly: false };
  }
  const opened = await openInput({ engine, outsideNames }, path, text, settings);
  if (opened === undefined) return undefined;
  const from = { path, root: settings.root, options: opened.options };
  const isJudgedOnly = !isRequestFileName(path) && !isMarkdownName(path);
  return { file: opened.file, options: withIncludedFiles(engine, opened.file, from, new Map()), isJudgedOnly };
}

/** Applies the fixes of a file for the release; returns why that is not possible, or undefined where nothing is to be fixed. */
function fixText(
  path: string,
  text: string,
  file: RequestFile,
  then: CheckOptions,
  { engine, fixing }: RehearsalParts,
): { readonly file: RequestFile; readonly text: string } | string | undefined {
  const outcome = fixing?.fix(path, text, (isUnsafe) => {
    const fixed = engine.fixAll(file, then, { isUnsafe });
    return { ...fixed, text: engine.textOf(fixed.file) };
  });
  if (outcome === undefined) return undefined;
  return 'cause' in outcome ? `${path}: cannot be written: ${outcome.cause}` : outcome;
}

async function playIn(
  files: readonly PlayedFile[],
  sent: readonly SentFile[],
  now: Release | undefined,
  { engine, release, options }: RehearsalParts,
): Promise<Rehearsal['play']> {
  if (files.length === 0 && sent.every(({ requests }) => requests.length === 0)) return undefined;
  const [{ playFiles }, { isPlayed }] = await Promise.all([import('./play-files'), import('./stages')]);
  const nothing = { differences: [], played: 0, shown: 0, left: [] };
  if (!isPlayed(release)) return { ...nothing, problem: `the sandbox plays ${release.title} as any other version` };
  if (now === undefined)
    return { ...nothing, problem: 'the present version is not known; name it in rulebook.json, or by --from' };
  return playFiles(files, sent, { engine, env: options.env, releases: { now, then: release } });
}
