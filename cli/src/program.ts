import { Command } from 'commander';
import { visible } from '../../engine/src/text/index';
import { addCheck } from './commands/add-check';
import { addComplete } from './commands/add-complete';
import { addConvertEnvironments } from './commands/add-convert-environments';
import { addConvertScripts } from './commands/add-convert-scripts';
import { addCredential } from './commands/add-credential';
import { addCurl } from './commands/add-curl';
import { addDescribe } from './commands/add-describe';
import { addEvent } from './commands/add-event';
import { addExplain } from './commands/add-explain';
import { addFormat } from './commands/add-format';
import { addImport } from './commands/add-import';
import { addLsp } from './commands/add-lsp';
import { addMcp } from './commands/add-mcp';
import { addRun } from './commands/add-run';
import { addSandbox } from './commands/add-sandbox';
import { describeOption } from './help';

/** Filled in by the build. */
declare const RULEBOOK_VERSION: string;

// The module that carries a command out is loaded when it is called, so that `check` pays for nothing else.

/** Returns the program with its commands; docs/command-line.md is made of it. */
export function createProgram(setExitCode: (code: number) => void): Command {
  const program = new Command('rulebook')
    .description('Checks HTTP request files against the documented rules of the services they talk to, and sends them.')
    .version(RULEBOOK_VERSION)
    .configureHelp({ optionDescription: describeOption, subcommandTerm: (command) => command.name() })
    .configureOutput({
      writeErr: (text) => {
        process.stderr.write(visible(text));
      },
    })
    .exitOverride()
    .addHelpText('after', "\nRun 'rulebook <command> --help' for the options and exit codes of a command.");

  addCheck(program, setExitCode);
  addFormat(program, setExitCode);
  addRun(program, setExitCode);
  addCurl(program, setExitCode);
  addExplain(program, setExitCode);
  addComplete(program, setExitCode);
  addImport(program, setExitCode);
  addConvertEnvironments(program, setExitCode);
  addConvertScripts(program, setExitCode);
  addCredential(program, setExitCode);
  addDescribe(program, setExitCode);
  addSandbox(program, setExitCode);
  addEvent(program, setExitCode);
  addLsp(program);
  addMcp(program, setExitCode);
  for (const command of [program, ...program.commands])
    command.showHelpAfterError('Add --help to see the arguments and options.');
  return program;
}
