import type { CommandShape, ValueShape } from './command-shapes';

/** Returns the completion for PowerShell 5 and later. Where it offers nothing, PowerShell itself offers files. */
export function powershellCompletion(program: CommandShape): string {
  return `# PowerShell completion for rulebook
Register-ArgumentCompleter -Native -CommandName rulebook -ScriptBlock {
  param($word, $syntax, $position)
  $commands = [ordered]@{
${program.commands.map(({ name, description }) => `    ${quoted(name)} = ${quoted(description)}`).join('\n')}
  }
  $options = @{
${[{ ...program, name: '' }, ...program.commands].map(optionsOf).join('\n')}
  }
  $values = @{
${[{ ...program, name: '' }, ...program.commands].flatMap(valuesOf).join('\n')}
  }
  $written = @($syntax.CommandElements | Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { "$_" })
  $command = @($written | Select-Object -Skip 1 | Where-Object { $_ -notlike '-*' })[0]
  $previous = if ($written.Count -gt 0) { $written[-1] } else { '' }
  $key = "$command $previous"
  if ($values.ContainsKey($key)) { $offered = $values[$key] | ForEach-Object { ,@($_, $_) } }
  elseif ($word -like '-*') { $offered = $options["$command"].GetEnumerator() | Sort-Object Name | ForEach-Object { ,@($_.Name, $_.Value) } }
  elseif (-not $command) { $offered = $commands.GetEnumerator() | ForEach-Object { ,@($_.Name, $_.Value) } }
  elseif ($values.ContainsKey("$command ")) { $offered = $values["$command "] | ForEach-Object { ,@($_, $_) } }
  else { return }
  $offered | Where-Object { $_[0] -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])
  }
}
`;
}

function optionsOf({ name, options }: CommandShape): string {
  const all = options.flatMap(({ names, description }) =>
    names.map((one) => `${quoted(one)} = ${quoted(description)}`),
  );
  return `    ${quoted(name)} = @{ ${all.join('; ')} }`;
}

/** By the command and the option before the value; by the command and nothing where its argument is one of some words. */
function valuesOf({ name, options, argument, commands }: CommandShape): readonly string[] {
  const inner: ValueShape = commands.length > 0 && name !== '' ? { words: commands.map((one) => one.name) } : argument;
  return [
    ...options.flatMap(({ names, value }) => names.flatMap((one) => valueLine(`${name} ${one}`, value))),
    ...valueLine(`${name} `, inner),
  ];
}

function valueLine(key: string, value: ValueShape | undefined): readonly string[] {
  if (typeof value !== 'object') return [];
  return [`    ${quoted(key)} = @(${value.words.map(quoted).join(', ')})`];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
