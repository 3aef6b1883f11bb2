import type { CommandShape, OptionShape, ValueShape } from './command-shapes';

/** Returns the completion for zsh: a file \`_rulebook\` in a folder of \`$fpath\`, or a text for \`source\` behind \`compinit\`. */
export function zshCompletion(program: CommandShape): string {
  return `#compdef rulebook
# zsh completion for rulebook
_rulebook() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C ${argumentsOf({ ...program, argument: 'other' })} \\
    '1: :->command' '*:: :->rest'
  case $state in
    command)
      local -a commands=(
${program.commands.map(({ name, description }) => `        ${quoted(`${name}:${description}`)}`).join('\n')}
      )
      _describe -t commands command commands
      ;;
    rest)
      case $words[1] in
${program.commands.map(commandCase).join('\n')}
      esac
      ;;
  esac
}
if [ "$funcstack[1]" = _rulebook ]; then _rulebook "$@"; else compdef _rulebook rulebook; fi
`;
}

function commandCase(command: CommandShape): string {
  const words = command.commands.map(({ name }) => name);
  const argument = words.length > 0 ? { words } : command.argument;
  return `        ${command.name}) _arguments -s ${argumentsOf({ ...command, argument })} ;;`;
}

function argumentsOf({ options, argument }: Pick<CommandShape, 'options' | 'argument'>): string {
  const own = options.flatMap(optionWords);
  return [...own, ...(argument === 'other' ? [] : [quoted(`*:${actionOf(argument)}`)])].join(' ');
}

function optionWords({ names, description, value }: OptionShape): readonly string[] {
  const shown = description.replace(/[\\[\]:]/g, '\\$&');
  // An asterisk: it may be repeated, which some options mean.
  return names.map((name) =>
    quoted(`*${name}${value === undefined ? '' : '='}[${shown}]${value === undefined ? '' : `:${actionOf(value)}`}`),
  );
}

function actionOf(value: ValueShape): string {
  if (value === 'file') return 'file:_files';
  if (value === 'folder') return 'folder:_files -/';
  return value === 'other' ? 'value: ' : `value:(${value.words.join(' ')})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
