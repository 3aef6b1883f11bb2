import { basename, relative, resolve, sep } from 'node:path';
import { configurationName, spanInConfiguration, type ConfigurationProblem } from '@rulebook/sender/configuration';
import { reportConfiguration, type ReportedFile } from '@rulebook/sender/report';
import { readText } from '@rulebook/node/files/files';
import type { DescribedFolder, NamedDescription } from '../configuration/described-folder';
import type { NamedRuleset } from '../configuration/rulesets';

/**
 * Returns what is wrong in descriptions and rulesets if a path is one of them, a part of one, or the `rulebook.json` that names them; undefined for
 * other files. A description that is only found in a folder is reported with its `rulebook.json`.
 */
export function reportDescriptions(
  path: string,
  { descriptions, rulesets }: DescribedFolder,
  isNamed: boolean,
): readonly ReportedFile[] | undefined {
  if (basename(path) === configurationName)
    return [...descriptions.flatMap((one) => reportsOf(one)), ...rulesets.flatMap((one) => reportsOfRuleset(one))];
  const absolute = resolve(path);
  const ruleset = rulesets.find((one) => one.path === absolute);
  if (ruleset) return isNamed ? reportsOfRuleset(ruleset, true) : [];
  const whole = descriptions.find((one) => one.path === absolute);
  const part = whole ?? descriptions.find(({ read }) => read.files.includes(absolute));
  if (part === undefined) return undefined;
  if (!isNamed) return [];
  return whole ? reportsOf(whole, true) : [reportOf(part, absolute)];
}

/** Returns the descriptions and rulesets that cannot be read, as problems of the `rulebook.json` that names them. */
export function missingDescriptions(
  text: string,
  { descriptions, rulesets }: DescribedFolder,
): readonly ConfigurationProblem[] {
  const ofRulesets = rulesets.flatMap(({ written, read }, index): readonly ConfigurationProblem[] => {
    if (!('cause' in read)) return [];
    const span = spanInConfiguration(text, ['rulesets', index]) ?? { start: 0, end: 0 };
    return [{ message: `The ruleset \`${written}\` cannot be read: ${read.cause}.`, severity: 'error', span }];
  });
  const ofDescriptions = descriptions.flatMap(
    ({ service: { id, description }, read }): readonly ConfigurationProblem[] => {
      if (!('cause' in read)) return [];
      const span = spanInConfiguration(text, ['services', id, 'description']) ?? { start: 0, end: 0 };
      return [
        { message: `The description \`${description}\` cannot be read: ${read.cause}.`, severity: 'error', span },
      ];
    },
  );
  return [...ofDescriptions, ...ofRulesets];
}

function reportsOf(description: NamedDescription, isListedEmpty = false): readonly ReportedFile[] {
  const { read, path } = description;
  if ('cause' in read) return [];
  const paths = new Set([...(isListedEmpty ? [path] : []), ...read.problems.map((problem) => problem.path)]);
  return [...paths].sort().map((one) => reportOf(description, one));
}

function reportsOfRuleset({ path, read }: NamedRuleset, isListedEmpty = false): readonly ReportedFile[] {
  if ('cause' in read || (read.problems.length === 0 && !isListedEmpty)) return [];
  return [reportConfiguration(shownPath(path), read.text, read.problems, 'ruleset')];
}

function reportOf({ read }: NamedDescription, path: string): ReportedFile {
  const content = readText(path);
  const text = 'text' in content ? content.text : '';
  const problems = 'cause' in read ? [] : read.problems.filter((problem) => problem.path === path);
  return reportConfiguration(shownPath(path), text, problems, 'description');
}

/** Returns a path in the form of reports: from the current folder, with slashes. */
function shownPath(path: string): string {
  const fromHere = relative(process.cwd(), path).split(sep).join('/');
  return fromHere === '' || fromHere.startsWith('../') ? path.split(sep).join('/') : fromHere;
}
