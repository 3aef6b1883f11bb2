import type { Argument, Command, Option } from 'commander';

/** What can be written for a value: one of these words, a file, a folder, or something that only the user knows. */
export type ValueShape = { readonly words: readonly string[] } | 'file' | 'folder' | 'other';

/** An option of a command. */
export interface OptionShape {
  /** As it is written: `--format`, `-h`. */
  readonly names: readonly string[];
  readonly description: string;
  /** Undefined where it takes none. */
  readonly value?: ValueShape;
}

/** A command, with what can follow its name. */
export interface CommandShape {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionShape[];
  /** Of all arguments together: shells complete a word by what the command takes at all. */
  readonly argument: ValueShape;
  readonly commands: readonly CommandShape[];
}

/** Names of values that are files, and that are folders; the help of each command has them. */
const files = new Set(['file', 'path', 'settings', 'subject', 'service']);
const folders = new Set(['folder']);

/** Returns the commands of the program with what they take, as shells complete it. */
export function shapeOf(command: Command): CommandShape {
  const help = command.createHelp();
  const inner = help.visibleCommands(command).filter((one) => one.name() !== 'help');
  return {
    name: command.name(),
    description: command.summary() || command.description(),
    options: help.visibleOptions(command).map(optionShape),
    argument: argumentShape(command.registeredArguments),
    commands: inner.map(shapeOf),
  };
}

function optionShape(option: Option): OptionShape {
  const names = [option.short, option.long].filter((name) => name !== undefined);
  const takesValue = option.required || option.optional;
  return {
    names,
    description: option.description,
    ...(takesValue && { value: valueShape(valueName(option.flags), option.argChoices) }),
  };
}

function valueName(flags: string): string {
  return /[<[]([\w -]+?)(?:\.\.\.)?[>\]]/.exec(flags)?.[1] ?? '';
}

function argumentShape(all: readonly Argument[]): ValueShape {
  const shapes = all.map((one) => valueShape(one.name(), one.argChoices));
  return shapes.find((shape) => shape !== 'other') ?? 'other';
}

function valueShape(name: string, choices: readonly string[] | undefined): ValueShape {
  if (choices) return { words: choices };
  return files.has(name) ? 'file' : folders.has(name) ? 'folder' : 'other';
}
