import { basename, dirname, resolve } from 'node:path';
import picocolors from 'picocolors';
import { associateBody, createEngine, parseConfiguration, type Engine, type Severity } from '../../engine/src/index';
import {
  isAtLeast,
  reportConfiguration,
  reportFile,
  reportFormatOf,
  reportFormats,
  SummaryCounter,
  type Paint,
  type ReportedFile,
  type ReportedFinding,
} from '../../engine/src/report/index';
import { createDescriptionLoader } from '../../platform/node/descriptions';
import { readText } from '../../platform/node/files';
import { findFiles, isRequestFile, type FoundFiles } from '../../platform/node/find-files';
import { configurationName, createConfigurationFinder, type FolderSettings } from './configuration-file';
import { missingDescriptions, reportDescriptions } from './check-descriptions';
import { complain, exitCodes, sayOnError } from './exit-codes';
import { createInclusionFinder, withIncludedFiles, type IncludedBodies } from './included-files';
import { createServiceFinder, unreadableIn } from './own-services';
import { createPrinter } from './printer';
import { checkRecording } from './check-recording';
import { isRecording } from './recording';

/** Filled in by the build. */
declare const RULEBOOK_VERSION: string;

/** The options of `rulebook check`. */
export interface CheckCommandOptions {
  readonly format: string;
  readonly minSeverity: Severity;
  readonly failOn: Severity;
  /** The name of the file that standard input stands for. */
  readonly stdinPath: string;
}

/** The argument that stands for standard input. */
const standardInput = '-';

/** Checks files, folders and globs, prints the report, and returns the exit code. */
export async function check(paths: readonly string[], options: CheckCommandOptions): Promise<number> {
  const engine = createEngine({
    checksOnce: true,
    onRuleFailure: (rule, frames) => {
      complain(`the rule ${rule} failed and was skipped; please report this with the lines below`);
      sayOnError(frames);
    },
    loadDescription: createDescriptionLoader(sayOnError),
  });
  const ruleIds = engine.rules.map(({ id }) => id);
  const settingsOf = createConfigurationFinder(ruleIds);
  const servicesOf = createServiceFinder();
  const input = paths.includes(standardInput) ? { path: options.stdinPath, text: await readInput() } : undefined;
  const found = withInput(findFiles(paths.filter((path) => path !== standardInput)), input?.path);
  const included: IncludedBodies = new Map();
  const lookUp = createInclusionFinder(engine, included);
  const format = reportFormatOf(options.format) ?? reportFormats[0];
  const writer = format.write({ rules: engine.rules, version: RULEBOOK_VERSION, failsAt: options.failOn, paint });
  const counter = new SummaryCounter();
  const print = createPrinter();
  let isFailing = false;
  /** Yields the findings to be shown, one after the other: nothing of a file is kept once it is written. */
  function* shownOf(findings: Iterable<ReportedFinding>): Generator<ReportedFinding, undefined> {
    for (const finding of findings) {
      // Judged before `--min-severity` hides anything.
      isFailing ||= isAtLeast(finding.severity, options.failOn);
      if (!isAtLeast(finding.severity, options.minSeverity)) continue;
      counter.add(finding);
      yield finding;
    }
  }
  let isUnreadable = found.missing.length > 0;
  for (const path of found.missing) complain(`${path}: no such file, folder or match; check the path`);
  const complained = new Set<string>();
  const complainOnce = (lines: readonly string[]): void => {
    for (const line of lines) {
      if (!complained.has(line)) complain(line);
      complained.add(line);
    }
  };
  const show = (checked: ReportedFile): void => {
    counter.addFile(checked);
    print.all(writer.file({ ...checked, findings: shownOf(checked.findings) }));
  };
  for (const path of found.files) {
    const folder = await servicesOf(settingsOf(dirname(path)));
    const isConfiguration = basename(path) === configurationName;
    const isNamed = found.named.has(path);
    const descriptions = reportDescriptions(path, folder, isNamed);
    for (const checked of descriptions ?? []) show(checked);
    if (descriptions && !isConfiguration) continue;
    if (!(isConfiguration && isNamed)) complainOnce(unreadableIn(folder));
    const text = path === input?.path ? input.text : readFileText(path);
    if (text === undefined) {
      isUnreadable = true;
      continue;
    }
    // Folders are not searched for recordings, so this one was named or matches a glob.
    if (isRecording(path)) {
      const checked = checkRecording(engine, path, text, folder.settings.checkOptions);
      if (typeof checked === 'string') {
        complain(`${path}: ${checked}`);
        isUnreadable = true;
      } else show(checked);
      continue;
    }
    // Its problems are reported here only if it was named; otherwise they go to standard error.
    if (isConfiguration && !isNamed) continue;
    const { settings } = folder;
    const checkIt = () => checkText(engine, path, text, settings, included);
    const checked = isConfiguration
      ? reportConfiguration(path, text, [
          ...parseConfiguration(text, { ruleIds }).problems,
          ...missingDescriptions(text, folder),
        ])
      : // Of a folder, all request files were read before.
        (checkIt() ?? (isNamed && (await lookUp(path, settings.root)) ? checkIt() : undefined));
    if (!checked) {
      if (isNamed) {
        complain(
          /\.ya?ml$/i.test(path)
            ? `${path}: no rulebook.json names this file as a description; add it to \`services\`, or look at it with \`rulebook describe\``
            : `${path}: it is not known which request has this JSON file as its body; add a first line such as \`// @request PUT /path\``,
        );
        isUnreadable = true;
      }
      continue;
    }
    show(checked);
  }
  print.all(writer.end(counter.summary));
  print.flush();
  if (isUnreadable) return exitCodes.usage;
  return isFailing ? exitCodes.findings : exitCodes.success;
}

async function readInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += String(chunk);
  return text;
}

/** Standard input counts as a named file, and replaces the file of that name. */
function withInput(found: FoundFiles, path: string | undefined): FoundFiles {
  if (path === undefined) return found;
  return { ...found, files: [...new Set([...found.files, path])], named: new Set([...found.named, path]) };
}

function checkText(
  engine: Engine,
  path: string,
  text: string,
  { configuration, checkOptions, root, fromRoot }: FolderSettings,
  included: IncludedBodies,
): ReportedFile | undefined {
  if (isRequestFile(path)) {
    const file = engine.openFile(text);
    const options = withIncludedFiles(engine, file, { path, root, options: checkOptions }, included);
    return reportFile(path, engine.check(file, options));
  }
  const association = associateBody(fromRoot(resolve(path)), text, configuration) ?? included.get(resolve(path));
  if (!association) return undefined;
  const file = engine.openBody(text, association);
  return reportFile(path, engine.check(file, checkOptions));
}

function readFileText(path: string): string | undefined {
  const content = readText(path);
  if ('text' in content) return content.text;
  complain(`${path}: cannot be read: ${content.cause}`);
  return undefined;
}

// picocolors 1.1.1 colours a pipe too when `CI` is set, so the decision is made here.
const pico = picocolors.createColors(picocolors.isColorSupported && process.stdout.isTTY === true);
const colours = {
  error: pico.red,
  warning: pico.yellow,
  information: pico.blue,
  hint: pico.gray,
};
const paint: Paint = {
  severity: (text, severity) => colours[severity](text),
  path: pico.underline,
  dim: pico.dim,
};
