import type { CommandShape, OptionShape, ValueShape } from './command-shapes';

/** Returns the completion for fish. */
export function fishCompletion(program: CommandShape): string {
  const names = program.commands.map(({ name }) => name);
  const begin = `not __fish_seen_subcommand_from ${names.join(' ')}`;
  return `${[
    '# fish completion for rulebook',
    'complete -c rulebook -f',
    ...program.commands.map(
      ({ name, description }) => `complete -c rulebook -n ${quoted(begin)} -a ${name} -d ${quoted(description)}`,
    ),
    ...program.options.map((option) => optionLine(begin, option)),
    ...program.commands.flatMap((command) => commandLines(command)),
  ].join('\n')}\n`;
}

function commandLines({ name, options, argument, commands }: CommandShape): readonly string[] {
  const condition = `__fish_seen_subcommand_from ${name}`;
  const inner = commands.map((one) => one.name);
  const free = `${condition}; and not __fish_seen_subcommand_from ${inner.join(' ')}`;
  return [
    ...(inner.length > 0
      ? commands.map((one) => `complete -c rulebook -n ${quoted(free)} -a ${one.name} -d ${quoted(one.description)}`)
      : argument === 'other'
        ? []
        : [`complete -c rulebook -n ${quoted(condition)} ${valueOf(argument)}`]),
    ...options.map((option) => optionLine(condition, option)),
  ];
}

function optionLine(condition: string, { names, description, value }: OptionShape): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const words = value === undefined ? [] : ['-r', valueOf(value)];
  return ['complete -c rulebook -n', quoted(condition), ...flags, ...words, '-d', quoted(description)].join(' ');
}

function valueOf(value: ValueShape): string {
  if (value === 'file') return '-F';
  if (value === 'folder') return "-f -a '(__fish_complete_directories (commandline -ct))'";
  return value === 'other' ? '-f' : `-f -a ${quoted(value.words.join(' '))}`;
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
