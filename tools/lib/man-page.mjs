// The manual page rulebook(1), made of the commands as `docs/command-line.md` is: `man` shows it, and the npm package brings it.
import { commandsOf, groupsOf, loadProgram, sectionsOf } from '../docs/command-line.mjs';

/**
 * Returns the page in the macros `man` of roff, which groff and mandoc read.
 * @param {string} root the checkout
 * @param {{ version: string, description: string }} manifest
 * @returns {Promise<string>}
 */
export async function manPage(root, { version, description }) {
  const program = await loadProgram(root);
  const commands = commandsOf(program);
  const lines = [
    `.TH RULEBOOK 1 "" "Rulebook ${version}" "User Commands"`,
    ...heading('NAME', [`rulebook \\- ${escaped(description.split(/[.:] /)[0].toLowerCase())}`]),
    ...heading('SYNOPSIS', ['.B rulebook', '.I command', '[options] [arguments]']),
    ...heading('DESCRIPTION', [
      ...text(program.description()),
      ...text('Each command has --help, which says the same as this page.'),
    ]),
    '.SH COMMANDS',
    ...commands.flatMap((command) => commandLines(command)),
    ...heading('FILES', [
      ...item('rulebook.json', 'Services, endpoints and rules of a folder.'),
      ...item('http-client.env.json, http-client.private.env.json, .env', 'Variables of environments, and secrets.'),
    ]),
    ...heading('EXIT STATUS', [...text('Each command says its own. All of them have these:'), ...common(commands)]),
  ];
  return `${lines.join('\n')}\n`;
}

function commandLines(command) {
  const help = command.createHelp();
  const groups = [...groupsOf(help.visibleOptions(command))];
  const sections = sectionsOf(command).filter(({ title }) => title !== 'Credentials');
  return [
    `.SS ${quoted(help.commandUsage(command))}`,
    ...text(command.description()),
    ...help
      .visibleArguments(command)
      .flatMap((one) => item(one.required ? `<${one.name()}>` : `[${one.name()}]`, one.description)),
    ...commandsOf(command).flatMap((one) => item(help.commandUsage(one), one.summary() || one.description())),
    ...groups.flatMap(([, options]) => options.flatMap((option) => item(option.flags, help.optionDescription(option)))),
    ...sections.flatMap(({ title, lines }) => [
      '.PP',
      `${escaped(title)}:`,
      '.nf',
      ...lines.filter((line) => title !== 'Exit codes' || !/^ *(?:70|74|141) /.test(line)).map(escaped),
      '.fi',
    ]),
  ];
}

function common(commands) {
  const lines = sectionsOf(commands[0]).find(({ title }) => title === 'Exit codes')?.lines ?? [];
  return lines.flatMap((line) => {
    const [, code, meaning] = /^ *(70|74|141) +(.*)$/.exec(line) ?? [];
    return code === undefined ? [] : item(code, meaning);
  });
}

function heading(title, lines) {
  return [`.SH ${quoted(title)}`, ...lines];
}

function item(name, meaning) {
  return ['.TP', `\\fB${escaped(name)}\\fR`, escaped(meaning)];
}

function text(words) {
  return ['.PP', ...words.split('\n').map(escaped)];
}

function quoted(words) {
  return `"${escaped(words).replaceAll('"', '""')}"`;
}

/** A point or an apostrophe at the start of a line would be a request, and a hyphen would become another character. */
function escaped(words) {
  return words
    .replace(/\\/g, '\\e')
    .replace(/-/g, '\\-')
    .replace(/^([.'])/, '\\&$1');
}
