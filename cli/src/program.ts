import { Command } from 'commander';
import { visible } from '@rulebook/text';
import { describeOption } from './help';

/** Filled in by the build. */
declare const RULEBOOK_VERSION: string;

type AddCommand = (program: Command, setExitCode: (code: number) => void, whole: () => Promise<Command>) => void;

/** What adds each command, in the order of the help. A command is loaded when it is called, so that `check` pays for nothing else. */
const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  check: async () => (await import('./commands/add-check')).addCheck,
  format: async () => (await import('./commands/add-format')).addFormat,
  run: async () => (await import('./commands/add-run')).addRun,
  curl: async () => (await import('./commands/add-curl')).addCurl,
  explain: async () => (await import('./commands/add-explain')).addExplain,
  plan: async () => (await import('./commands/add-plan')).addPlan,
  drift: async () => (await import('./commands/add-drift')).addDrift,
  apply: async () => (await import('./commands/add-apply')).addApply,
  undo: async () => (await import('./commands/add-undo')).addUndo,
  pull: async () => (await import('./commands/add-pull')).addPull,
  privileges: async () => (await import('./commands/add-privileges')).addPrivileges,
  complete: async () => (await import('./commands/add-complete')).addComplete,
  import: async () => (await import('./commands/add-import')).addImport,
  export: async () => (await import('./commands/add-export')).addExport,
  'convert-environments': async () => (await import('./commands/add-convert-environments')).addConvertEnvironments,
  credential: async () => (await import('./commands/add-credential')).addCredential,
  describe: async () => (await import('./commands/add-describe')).addDescribe,
  test: async () => (await import('./commands/add-test')).addTest,
  coverage: async () => (await import('./commands/add-coverage')).addCoverage,
  diff: async () => (await import('./commands/add-diff')).addDiff,
  record: async () => (await import('./commands/add-record')).addRecord,
  sandbox: async () => (await import('./commands/add-sandbox')).addSandbox,
  event: async () => (await import('./commands/add-event')).addEvent,
  lsp: async () => (await import('./commands/add-lsp')).addLsp,
  mcp: async () => (await import('./commands/add-mcp')).addMcp,
  init: async () => (await import('./commands/add-init')).addInit,
  completion: async () => (await import('./commands/add-completion')).addCompletion,
};

/**
 * Returns the program with the command that `first` names, the first argument, or with all of them, which the help lists; docs/command-line.md
 * is made of those.
 */
export async function createProgram(setExitCode: (code: number) => void, first?: string): Promise<Command> {
  const program = new Command('rulebook')
    .description('Checks HTTP request files against the documented rules of the services they talk to, and sends them.')
    .version(RULEBOOK_VERSION)
    // Behind the name of a command, `--version` is that of what the command is about.
    .enablePositionalOptions()
    .configureHelp({ optionDescription: describeOption, subcommandTerm: (command) => command.name() })
    .configureOutput({
      writeErr: (text) => {
        process.stderr.write(visible(text));
      },
    })
    .exitOverride()
    .addHelpText('after', "\nRun 'rulebook <command> --help' for the options and exit codes of a command.");

  const whole = () => createProgram(setExitCode);
  for (const add of await Promise.all(commandsFor(first).map((load) => load()))) add(program, setExitCode, whole);
  for (const command of [program, ...program.commands])
    command.showHelpAfterError('Add --help to see the arguments and options.');
  return program;
}

function commandsFor(first: string | undefined): readonly (() => Promise<AddCommand>)[] {
  const named = first !== undefined && Object.hasOwn(commands, first) ? commands[first] : undefined;
  return named === undefined ? Object.values(commands) : [named];
}
