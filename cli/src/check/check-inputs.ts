import type { DescribedFolder } from '../configuration/described-folder';
import { everyEndpoint, type GivenRights } from '@rulebook/checker/privileges';
import { basename, dirname, resolve } from 'node:path';
import { ruleIds, type Checker } from '@rulebook/engine/checking';
import { configurationName, parseConfiguration } from '@rulebook/sender/configuration';
import { exposedProblem, isPrivateByName, parseEnvironmentFile } from '@rulebook/request-file/environments';
import { riskyWays } from '@rulebook/sender/private';
import { reportConfiguration, type ReportedFile } from '@rulebook/sender/report';
import { addWork } from '@rulebook/node/compiled-parts';
import { readText } from '@rulebook/node/files/files';
import { isIgnoredByGit } from '@rulebook/node/files/git-ignore';
import { isRequestFile } from '@rulebook/node/files/find-files';
import type { CheckCache } from './check-cache';
import { createCachedCheck } from './cached-check';
import type { CheckedInput } from './checked-input';
import { missingDescriptions, reportDescriptions } from './check-descriptions';
import type { Fixer, TextChecker } from './check-texts';
import { createConfigurationFinder } from '../configuration/configuration-file';
import { complain } from '../exit-codes';
import type { IncludedBodies } from '../requests/included-files';
import { createOutsideNames } from '../requests/outside-names';
import { createServiceFinder, unreadableIn } from '../configuration/own-services';
import { isArazzoFile, isOverlayFile } from '../arazzo/is-arazzo';
import { isRecording } from './recording';

/** How inputs are checked. */
interface InputOptions {
  /** Standard input, and the name that it stands for. */
  readonly input: { readonly path: string; readonly text: string } | undefined;
  readonly showsSource: boolean;
  readonly fix: Fixer | undefined;
  /** The environment that is chosen for all files. */
  readonly env?: string | undefined;
  /** Absent: nothing is known of earlier runs. */
  readonly cache?: CheckCache | undefined;
  /** The rights of all endpoints that have none of their own. */
  readonly rights?: GivenRights | undefined;
  /** Receives the JSON files that request files take as bodies; where it holds some, these are known. */
  readonly included?: IncludedBodies | undefined;
}

/** Checks the files of one command line; what it reads of folders and included files is read once. */
export interface InputChecker {
  /** Returns what a report says about rules. */
  readonly rules: () => Promise<Checker['rules']>;
  /** `say` receives what is wrong with the configuration of its folder; without it, that goes to standard error. */
  readonly check: (path: string, isNamed: boolean, say?: (line: string) => void) => Promise<CheckedInput>;
  /** Notes which environments there are for a file that was checked elsewhere. */
  readonly learnNames: (path: string) => void;
  /** Returns what is wrong with the options, once files were checked. */
  readonly problem: () => string | undefined;
  /** Keeps for the next run what was found. */
  readonly end: () => void;
}

/** Creates the checker of inputs. */
export function createInputChecker(options: InputOptions): InputChecker {
  const { input, showsSource, fix, env, cache, rights, included } = options;
  /** Something could not be checked as it should be, so the next run tries again. */
  let isIncomplete = false;
  const settingsOf = createConfigurationFinder(ruleIds);
  const servicesOf = withGivenRights(createServiceFinder(), rights);
  const outsideNames = createOutsideNames(env);
  let texts: TextChecker | undefined;
  // The engine is loaded for the first text that has to be checked: with a cache, often there is none.
  const loadTexts = async (): Promise<TextChecker> => {
    const { createTextChecker } = await import('./check-texts');
    texts ??= createTextChecker({
      ...{ outsideNames, showsSource, fix, onIncomplete: () => (isIncomplete = true) },
      ...(included && { included }),
    });
    return texts;
  };

  const complained = new Set<string>();
  const sayOnce = (lines: readonly string[], say: (line: string) => void): void => {
    for (const line of lines) {
      if (!complained.has(line)) say(line);
      complained.add(line);
    }
  };

  const withCache =
    cache &&
    createCachedCheck(cache, { showsSource, outsideNames, isWhole: () => texts?.isCut() !== true && !isIncomplete });

  return {
    rules: async () => (await loadTexts()).engine.rules,
    learnNames: (path) => {
      outsideNames.optionsFor(path, settingsOf(dirname(path)).checkOptions);
    },
    problem: outsideNames.problem,
    end: () => {
      const cause = cache?.save();
      if (cause !== undefined)
        complain(`what was found cannot be kept: ${cause}; name another file with --cache-location`);
    },
    async check(path, isNamed, say = complain) {
      const folder = await servicesOf(settingsOf(dirname(path)));
      const isConfiguration = basename(path) === configurationName;
      const descriptions = reportDescriptions(path, folder, isNamed);
      const files: ReportedFile[] = [...(descriptions ?? [])];
      if (descriptions && !isConfiguration) return { files, complaints: [] };
      // Its problems are reported here only if it was named; otherwise they go to standard error.
      if (!(isConfiguration && isNamed)) sayOnce(unreadableIn(folder), say);
      const content = path === input?.path ? { text: input.text } : readText(path);
      if ('cause' in content) {
        // Of other people's files in a folder, the encoding is theirs.
        const isOthers = content.isNotUtf8 === true && !isNamed && !isRequestFile(path);
        return { files, complaints: isOthers ? [] : [`${path}: cannot be read: ${content.cause}`] };
      }
      const { text } = content;
      addWork(text.length);
      // Folders are not searched for recordings, so this one was named or matches a glob.
      if (isRecording(path)) {
        const { checkRecording } = await import('./check-recording');
        const { engine } = await loadTexts();
        const checked = checkRecording(engine, path, text, folder.settings.checkOptions);
        return typeof checked === 'string'
          ? { files, complaints: [`${path}: ${checked}`] }
          : { files: [...files, checked], complaints: [] };
      }
      if (isConfiguration) {
        const reported = reportOwnConfiguration(path, text, { folder, isNamed });
        return { files: [...files, ...reported], complaints: [] };
      }
      if (isArazzoFile(path, text, isNamed)) {
        const { checkDocument } = await import('../arazzo/check-document');
        const { engine } = await loadTexts();
        return { files: [...files, await checkDocument(engine, path, text, folder.settings)], complaints: [] };
      }
      if (isOverlayFile(path, text, isNamed)) {
        const { checkOverlayFile } = await import('../arazzo/check-overlay');
        const { root, isConfigured } = folder.settings;
        const report = checkOverlayFile(path, text, isConfigured ? root : dirname(resolve(path)));
        return { files: [...files, report], complaints: [] };
      }
      const ofVariables = reportEnvironments(path, text, isNamed);
      if (ofVariables) return { files: [...files, ofVariables], complaints: [] };
      const find = async (): Promise<CheckedInput> => {
        const { check, lookUp } = await loadTexts();
        return (
          (await check(path, text, folder.settings)) ??
          // Of a folder, all request files were read before.
          (isNamed && (await lookUp(path, folder.settings.root))
            ? await check(path, text, folder.settings)
            : undefined) ?? { files, complaints: isNamed ? [unknownBody(path)] : [] }
        );
      };
      return withCache === undefined ? find() : withCache(path, text, folder, find);
    },
  };
}

/** What the report of a `rulebook.json` depends on. */
interface ConfigurationFacts {
  readonly folder: Parameters<typeof missingDescriptions>[1];
  readonly isNamed: boolean;
}

function reportOwnConfiguration(
  path: string,
  text: string,
  { folder, isNamed }: ConfigurationFacts,
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

/** Returns the finder with rights for all endpoints in the context of each folder. */
function withGivenRights(
  find: ReturnType<typeof createServiceFinder>,
  given: GivenRights | undefined,
): ReturnType<typeof createServiceFinder> {
  if (given === undefined) return find;
  const known = new Map<DescribedFolder, DescribedFolder>();
  return async (settings) => {
    const folder = await find(settings);
    const { checkOptions } = folder.settings;
    const { context } = checkOptions;
    const rights = new Map([...(context.rights ?? []), [everyEndpoint, given] as const]);
    const made = known.get(folder) ?? {
      ...folder,
      settings: { ...folder.settings, checkOptions: { ...checkOptions, context: { ...context, rights } } },
    };
    known.set(folder, made);
    return made;
  };
}
