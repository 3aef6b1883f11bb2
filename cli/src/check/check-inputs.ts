import { basename, dirname, resolve } from 'node:path';
import { createChecker, type Checker } from '../../../engine/src/engine/checking/index';
import type { CheckOptions } from '../../../engine/src/index';
import { configurationName, parseConfiguration } from '../../../engine/src/configuration/index';
import { exposedProblem, isPrivateByName, parseEnvironmentFile } from '../../../engine/src/environments/index';
import { riskyWays } from '../../../engine/src/sending/private/index';
import type { RequestFile } from '../../../engine/src/syntax/index';
import {
  reportConfiguration,
  reportFile,
  type ReportedFile,
  type ReportedSource,
} from '../../../engine/src/report/index';
import { createDescriptionLoader } from '../../../platform/node/shipped-descriptions';
import { readText } from '../../../platform/node/files/files';
import { isIgnoredByGit } from '../../../platform/node/files/git-ignore';
import { isRequestFile } from '../../../platform/node/files/find-files';
import type { CheckCache } from './check-cache';
import { createCachedCheck } from './cached-check';
import type { CheckedInput } from './checked-input';
import { missingDescriptions, reportDescriptions } from './check-descriptions';
import { createConfigurationFinder, type FolderSettings } from '../configuration/configuration-file';
import { complain, sayOnError } from '../exit-codes';
import { createInclusionFinder, withIncludedFiles, type IncludedBodies } from '../requests/included-files';
import { openInput } from '../requests/open-input';
import { createOutsideNames } from '../requests/outside-names';
import { createServiceFinder, unreadableIn } from '../configuration/own-services';
import { isRecording } from './recording';

/** Fixes an opened file and keeps the new text; returns the file as it is then, or why it was not possible. */
export type Fixer = (
  path: string,
  text: string,
  fixed: (isUnsafe: boolean) => { readonly file: RequestFile; readonly text: string; readonly count: number },
) => { readonly file: RequestFile; readonly text: string } | { readonly cause: string } | undefined;

/** How inputs are checked. */
export interface InputOptions {
  /** Standard input, and the name that it stands for. */
  readonly input: { readonly path: string; readonly text: string } | undefined;
  readonly showsSource: boolean;
  readonly fix: Fixer | undefined;
  /** The environment that is chosen for all files. */
  readonly env?: string | undefined;
  /** Absent: nothing is known of earlier runs. */
  readonly cache?: CheckCache | undefined;
}

/** Checks the files of one command line; what it reads of folders and included files is read once. */
export interface InputChecker {
  readonly engine: Checker;
  readonly check: (path: string, isNamed: boolean) => Promise<CheckedInput>;
  /** Returns what is wrong with the options, once files were checked. */
  readonly problem: () => string | undefined;
  /** Keeps for the next run what was found. */
  readonly end: () => void;
}

/** At most so many findings are shown with their fixes, since each is tried. */
const maxTried = 2000;

/** Creates the checker of inputs. */
export function createInputChecker({ input, showsSource, fix, env, cache }: InputOptions): InputChecker {
  /** Something could not be checked as it should be, so the next run tries again. */
  let isIncomplete = false;
  const engine = createChecker({
    checksOnce: !showsSource && fix === undefined,
    onRuleFailure: (rule, frames) => {
      isIncomplete = true;
      complain(`the rule ${rule} failed and was skipped; please report this with the lines below`);
      sayOnError(frames);
    },
    loadDescription: createDescriptionLoader((message) => {
      isIncomplete = true;
      sayOnError(message);
    }),
  });
  const settingsOf = createConfigurationFinder(engine.rules.map(({ id }) => id));
  const servicesOf = createServiceFinder();
  const included: IncludedBodies = new Map();
  const outsideNames = createOutsideNames(env);
  const lookUp = createInclusionFinder(engine, included);
  const ruleIds = engine.rules.map(({ id }) => id);
  let tried = 0;

  const sourceOf = (file: RequestFile, text: string, options: CheckOptions): ReportedSource | undefined =>
    !showsSource
      ? undefined
      : {
          text,
          fixesOf: (block, findings) => {
            if (tried > maxTried) return [];
            tried += findings.length;
            return engine.withFixes(file, block, findings, options).map(({ fixes }) => fixes?.()[0]);
          },
        };

  const report = (path: string, text: string, opened: RequestFile, options: CheckOptions): CheckedInput => {
    const outcome = fix?.(path, text, (isUnsafe) => {
      const { file, count } = engine.fixAll(opened, options, { isUnsafe });
      return { file, count, text: engine.textOf(file) };
    });
    const now = outcome === undefined || 'cause' in outcome ? { file: opened, text } : outcome;
    const reported = reportFile(path, engine.check(now.file, options), sourceOf(now.file, now.text, options));
    const complaints =
      outcome !== undefined && 'cause' in outcome ? [`${path}: cannot be written: ${outcome.cause}`] : [];
    return { files: [reported], complaints };
  };

  const checkText = async (path: string, text: string, folder: FolderSettings): Promise<CheckedInput | undefined> => {
    const { checkOptions, root } = folder;
    const opened = await openInput({ engine, outsideNames }, path, text, folder);
    if (opened) {
      const { file, options } = opened;
      const isBody = file.association !== undefined;
      return report(
        path,
        text,
        file,
        isBody ? options : withIncludedFiles(engine, file, { path, root, options }, included),
      );
    }
    const association = included.get(resolve(path));
    return association && report(path, text, engine.openBody(text, association), checkOptions);
  };

  const withCache =
    cache && createCachedCheck(cache, { showsSource, outsideNames, isWhole: () => tried <= maxTried && !isIncomplete });

  return {
    engine,
    problem: outsideNames.problem,
    end: () => {
      const cause = cache?.save();
      if (cause !== undefined)
        complain(`what was found cannot be kept: ${cause}; name another file with --cache-location`);
    },
    async check(path, isNamed) {
      const folder = await servicesOf(settingsOf(dirname(path)));
      const isConfiguration = basename(path) === configurationName;
      const descriptions = reportDescriptions(path, folder, isNamed);
      const files: ReportedFile[] = [...(descriptions ?? [])];
      if (descriptions && !isConfiguration) return { files, complaints: [] };
      // Its problems are reported here only if it was named; otherwise they go to standard error.
      if (!(isConfiguration && isNamed)) complainOnce(unreadableIn(folder));
      const content = path === input?.path ? { text: input.text } : readText(path);
      if ('cause' in content) {
        // Of other people's files in a folder, the encoding is theirs.
        const isOthers = content.isNotUtf8 === true && !isNamed && !isRequestFile(path);
        return { files, complaints: isOthers ? [] : [`${path}: cannot be read: ${content.cause}`] };
      }
      const { text } = content;
      // Folders are not searched for recordings, so this one was named or matches a glob.
      if (isRecording(path)) {
        const { checkRecording } = await import('./check-recording');
        const checked = checkRecording(engine, path, text, folder.settings.checkOptions);
        return typeof checked === 'string'
          ? { files, complaints: [`${path}: ${checked}`] }
          : { files: [...files, checked], complaints: [] };
      }
      if (isConfiguration) {
        const reported = reportOwnConfiguration(path, text, { folder, ruleIds, isNamed });
        return { files: [...files, ...reported], complaints: [] };
      }
      const ofVariables = reportEnvironments(path, text, isNamed);
      if (ofVariables) return { files: [...files, ofVariables], complaints: [] };
      const find = async (): Promise<CheckedInput> =>
        (await checkText(path, text, folder.settings)) ??
        // Of a folder, all request files were read before.
        (isNamed && (await lookUp(path, folder.settings.root))
          ? await checkText(path, text, folder.settings)
          : undefined) ?? { files, complaints: isNamed ? [unknownBody(path)] : [] };
      return withCache === undefined ? find() : withCache(path, text, folder, find);
    },
  };
}

const complained = new Set<string>();

function complainOnce(lines: readonly string[]): void {
  for (const line of lines) {
    if (!complained.has(line)) complain(line);
    complained.add(line);
  }
}

/** What the report of a `rulebook.json` depends on. */
interface ConfigurationFacts {
  readonly folder: Parameters<typeof missingDescriptions>[1];
  readonly ruleIds: readonly string[];
  readonly isNamed: boolean;
}

function reportOwnConfiguration(
  path: string,
  text: string,
  { folder, ruleIds, isNamed }: ConfigurationFacts,
): readonly ReportedFile[] {
  const ways = riskyWays(text);
  // What cannot be used was said when the file was read.
  if (!isNamed && ways.length === 0) return [];
  const unusable = isNamed
    ? [...parseConfiguration(text, { ruleIds }).problems, ...missingDescriptions(text, folder)]
    : [];
  return [reportConfiguration(path, text, [...unusable, ...ways])];
}

/** Returns what is wrong in a file of variables by environment; undefined for any other file. */
function reportEnvironments(path: string, text: string, isNamed: boolean): ReportedFile | undefined {
  const file = parseEnvironmentFile(path, text);
  if (file === undefined) return undefined;
  // The settings of an editor and a package are about other things, too.
  const isAboutVariables = file.kind === 'http-client' || file.sections.length > 0 || isNamed;
  if (!isAboutVariables) return undefined;
  const isExposed = isPrivateByName(path) && isIgnoredByGit(path) === false;
  const problems = isExposed ? [exposedProblem, ...file.problems] : file.problems;
  return reportConfiguration(path, text, problems, 'environment');
}

function unknownBody(path: string): string {
  return /\.ya?ml$/i.test(path)
    ? `${path}: no rulebook.json names this file as a description; add it to \`services\`, or look at it with \`rulebook describe\``
    : `${path}: it is not known which request has this JSON file as its body; add a first line such as \`// @request PUT /path\``;
}
