import type { CommandShape, OptionShape, ValueShape } from './command-shapes';

/** Returns the completion for bash, from 3.2 on, which macOS has. It asks no program: what there is to complete is in it. */
export function bashCompletion(program: CommandShape): string {
  return `# bash completion for rulebook
_rulebook() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous= command= inner= word words= values= i
  [ "$COMP_CWORD" -gt 0 ] && previous=\${COMP_WORDS[COMP_CWORD-1]}
  # bash splits at the = of --option=value.
  if [ "$current" = = ]; then
    current=
  elif [ "$previous" = = ]; then
    previous=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case $word in
      -*) ;;
      *) if [ -z "$command" ]; then command=$word; elif [ -z "$inner" ]; then inner=$word; fi ;;
    esac
  done
  case $command in
${[{ ...program, name: '' }, ...program.commands].map((shape) => commandCase(shape)).join('\n')}
    *) return ;;
  esac
  case $values in
    files | folders)
      compopt -o filenames 2> /dev/null
      local IFS=$'\\n'
      if [ "$values" = files ]; then COMPREPLY=($(compgen -f -- "$current")); else COMPREPLY=($(compgen -d -- "$current")); fi
      ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
  esac
}
complete -F _rulebook rulebook
`;
}

/** A command sets \`words\`, or \`values\` where files are meant; a word that begins with a dash is an option. */
function commandCase({ name, options, argument, commands }: CommandShape): string {
  const inner = commands.map((one) => one.name);
  const lines = [
    'case $previous in',
    ...options.flatMap((option) => valueCase(option)),
    `  *) case $current in -*) words=${quoted(namesOf(options))} ;; *) ${inner.length > 0 ? `words=${quoted(inner)}` : setting(argument)} ;; esac ;;`,
    'esac',
  ];
  // What is behind the name of an inner command is free.
  const own = name !== '' && inner.length > 0 ? ['if [ -n "$inner" ]; then return; fi', ...lines] : lines;
  return [`    ${name === '' ? "''" : name})`, ...own.map((line) => `      ${line}`), '      ;;'].join('\n');
}

function valueCase({ names, value }: OptionShape): readonly string[] {
  return value === undefined ? [] : [`  ${names.join(' | ')}) ${setting(value)} ;;`];
}

function setting(value: ValueShape): string {
  if (value === 'file') return 'values=files';
  if (value === 'folder') return 'values=folders';
  return value === 'other' ? 'words=' : `words=${quoted(value.words)}`;
}

function namesOf(options: readonly OptionShape[]): readonly string[] {
  return options.flatMap(({ names }) => names);
}

function quoted(words: readonly string[]): string {
  return `'${words.join(' ')}'`;
}
