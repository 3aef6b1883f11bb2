import { resolve } from 'node:path';
import { createChecker, type Checker } from '@rulebook/engine/checking';
import type { CheckOptions } from '@rulebook/engine';
import type { RequestFile } from '@rulebook/request-file/syntax';
import { reportFile, type ReportedSource } from '@rulebook/sender/report';
import { createDescriptionLoader } from '@rulebook/node/shipped-descriptions';
import { loadGraphql } from '@rulebook/node/shipped-graphql';
import { loadQueries } from '@rulebook/node/shipped-queries';
import type { FolderSettings } from '../configuration/configuration-file';
import { complain, sayOnError } from '../exit-codes';
import { createInclusionFinder, withIncludedFiles, type IncludedBodies } from '../requests/included-files';
import { openInput } from '../requests/open-input';
import type { OutsideNamesSource } from '../requests/outside-names';
import type { CheckedInput } from './checked-input';
import { createTogetherCheck } from './check-together';

/** Fixes an opened file and keeps the new text; returns the file as it is then, or why it was not possible. */
export type Fixer = (
  path: string,
  text: string,
  fixed: (isUnsafe: boolean) => { readonly file: RequestFile; readonly text: string; readonly count: number },
) => { readonly file: RequestFile; readonly text: string } | { readonly cause: string } | undefined;

/** How texts are checked. */
interface TextOptions {
  readonly outsideNames: OutsideNamesSource;
  readonly showsSource: boolean;
  readonly fix: Fixer | undefined;
  /** Something could not be checked as it should be, so the next run tries again. */
  readonly onIncomplete: () => void;
  /** Receives the JSON files that request files take as bodies. */
  readonly included?: IncludedBodies;
}

/** Checks the texts of one command line with the rules. */
export interface TextChecker {
  readonly engine: Checker;
  /** Returns what was found; undefined for a JSON file of which no request is known. */
  readonly check: (path: string, text: string, folder: FolderSettings) => Promise<CheckedInput | undefined>;
  /** Looks for a request that takes a file as its body, in a folder and below; returns whether there is one. */
  readonly lookUp: (path: string, root: string) => Promise<boolean>;
  /** Returns whether there were too many findings to try all their fixes. */
  readonly isCut: () => boolean;
}

/** At most so many findings are shown with their fixes, since each is tried. */
const maxTried = 2000;

/** Counts findings whose fixes are tried. */
export interface TryLimit {
  /** Counts those of a block, unless there were too many before; returns whether they are tried. */
  readonly take: (count: number) => boolean;
  readonly isOver: () => boolean;
}

/** Creates the limit of a run. */
export function createTryLimit(): TryLimit {
  let tried = 0;
  const isOver = (): boolean => tried > maxTried;
  return {
    isOver,
    take: (count) => {
      if (isOver()) return false;
      tried += count;
      return true;
    },
  };
}

/** Creates the checker of texts. */
export function createTextChecker({
  outsideNames,
  showsSource,
  fix,
  onIncomplete,
  included = new Map(),
}: TextOptions): TextChecker {
  const checksOnce = !showsSource && fix === undefined;
  const engine = createChecker({
    checksOnce,
    onRuleFailure: (rule, frames) => {
      onIncomplete();
      complain(`the rule ${rule} failed and was skipped; please report this with the lines below`);
      sayOnError(frames);
    },
    loadDescription: createDescriptionLoader((message) => {
      onIncomplete();
      sayOnError(message);
    }),
    loadGraphql,
    loadQueries,
  });
  const limit = createTryLimit();
  const checkTogether = createTogetherCheck(engine);

  const sourceOf = (
    file: RequestFile,
    { text, tried }: { readonly text: string; readonly tried: number[] },
    options: CheckOptions,
  ): ReportedSource | undefined =>
    !showsSource
      ? undefined
      : {
          text,
          fixesOf: (block, findings) => {
            tried.push(findings.length);
            if (!limit.take(findings.length)) return [];
            return engine.withFixes(file, block, findings, options).map(({ fixes }) => fixes?.()[0]);
          },
        };

  const report = (path: string, text: string, opened: RequestFile, options: CheckOptions): CheckedInput => {
    const outcome = fix?.(path, text, (isUnsafe) => {
      const { file, count } = engine.fixAll(opened, options, { isUnsafe });
      return { file, count, text: engine.textOf(file) };
    });
    const now = outcome === undefined || 'cause' in outcome ? { file: opened, text } : outcome;
    // Filled while the findings are read.
    const tried: number[] = [];
    const source = sourceOf(now.file, { text: now.text, tried }, options);
    const reported = reportFile(path, engine.check(now.file, options), source);
    const complaints =
      outcome !== undefined && 'cause' in outcome ? [`${path}: cannot be written: ${outcome.cause}`] : [];
    return { files: [reported], complaints, tried };
  };

  const check = async (path: string, text: string, folder: FolderSettings): Promise<CheckedInput | undefined> => {
    const { checkOptions, root } = folder;
    const opened = await openInput({ engine, outsideNames }, path, text, folder);
    if (opened) {
      const { file } = opened;
      const options = withIncludedFiles(engine, file, { path, root, options: opened.options }, included);
      if (!checksOnce || file.association !== undefined) return report(path, text, file, options);
      return { files: [reportFile(path, await checkTogether(file, options))], complaints: [] };
    }
    const association = included.get(resolve(path));
    return association && report(path, text, engine.openBody(text, association), checkOptions);
  };

  return { engine, check, lookUp: createInclusionFinder(engine, included), isCut: limit.isOver };
}
