import { type Command, Option } from 'commander';
import { reportFormats, severities } from '@rulebook/sender/report';
import type { CheckCommandOptions } from '../check/check-session';
import { jobCount } from '../check/jobs/job-count';
import { exitCodes } from '../exit-codes';
import { exampleHelp, exitCodeHelp, tableHelp } from '../help';

/** Adds the command `check`. */
export function addCheck(program: Command, setExitCode: (code: number) => void): void {
  const formats = reportFormats.map(({ name, purpose }) => [name, purpose] as const);
  const byWeight = [...severities].reverse();
  program
    .command('check')
    .summary('Check request files and JSON bodies')
    .description(
      'Check request files (.http, .rest, .es), JSON bodies, requests in Markdown (.md), rulebook.json and recordings (.har).',
    )
    .argument('<path...>', 'files, folders or globs; - reads standard input')
    .optionsGroup('Input:')
    .option('--stdin-path <name>', 'name of the file that standard input stands for', 'stdin.http')
    .optionsGroup('Variables:')
    .option('--env <name>', 'check with the variables of this environment, so that undefined ones are found')
    .option(
      '--rights <file>',
      'report the requests that these rights do not allow: a role descriptor or permissions of a token',
    )
    .optionsGroup('Rehearsal:')
    .addOption(
      new Option(
        '--as <release>',
        'say what differs if the endpoints had this release, such as es@9.5 or github@2026-03-10; repeatable',
      ).argParser((release: string, earlier: readonly string[] = []) => [...earlier, release]),
    )
    .option('--from <release>', 'the release that they have now, where rulebook.json does not say it')
    .option('--no-play', 'play no requests in the sandboxes of both releases')
    .optionsGroup('Report:')
    .addOption(
      new Option('--format <format>', 'format of the report (default: frames on a terminal, otherwise text)').choices([
        ...formats.map(([name]) => name),
        'markdown',
      ]),
    )
    .addOption(
      new Option('--min-severity <severity>', 'hide findings below this severity').choices(byWeight).default('hint'),
    )
    .addOption(
      new Option('--fail-on <severity>', 'exit with 1 if a finding has this severity or a higher one')
        .choices(byWeight)
        .default('error'),
    )
    .optionsGroup('Fixes:')
    .option('--fix', 'apply the quick fixes that keep the meaning of the requests; report what is left')
    .option('--fix-unsafe', 'apply the other quick fixes as well')
    .option('--dry-run', 'print the fixes as a difference, and write nothing')
    .optionsGroup('Speed:')
    .addOption(
      new Option('--jobs <number>', 'check request files in so many threads, or auto').argParser(jobCount).default(1),
    )
    .optionsGroup('Repetition:')
    .option('--cache', 'use the findings of the last run for files where nothing has changed')
    .option('--cache-location <file>', 'file in which findings are kept for the next run; includes --cache')
    .option('--watch', 'check again whenever a file changes, until Ctrl-C')
    .addHelpText(
      'after',
      tableHelp('Formats', [...formats, ['markdown', 'Markdown for a pull request; with --as only']]),
    )
    .addHelpText(
      'after',
      exampleHelp([
        ['check everything below this folder', 'rulebook check .'],
        ['check recorded requests and responses', 'rulebook check recording.har'],
        ['find variables that an environment does not define', 'rulebook check --env staging requests/'],
        ['fix what can be fixed safely', 'rulebook check --fix .'],
        ['check again only what has changed', 'rulebook check --cache .'],
        ['find requests that a role does not allow', 'rulebook check --rights ci-role.json requests/'],
        ['rehearse an upgrade', 'rulebook check --as es@9.5 requests/ slowlog.json'],
        ['fail on warnings too', 'rulebook check --fail-on warning requests/'],
        ['write a report for continuous integration', "rulebook check --format junit 'api/**/*.http' > rulebook.xml"],
      ]),
    )
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'no finding at or above --fail-on'],
        [exitCodes.findings, 'findings at or above --fail-on; with fixes, those that are left'],
        [exitCodes.findings, 'with --as: something is refused or not there'],
        [exitCodes.usage, 'wrong arguments, or a file that cannot be read or written'],
        [exitCodes.cancelled, 'Ctrl-C ended --watch'],
      ]),
    )
    .action(async (paths: readonly string[], options: CheckCommandOptions) => {
      if (options.as !== undefined) {
        const { rehearse } = await import('../rehearsal/rehearse');
        setExitCode(await rehearse(paths, options));
        return;
      }
      const { check } = await import('../check/check');
      setExitCode(await check(paths, options));
    });
}
