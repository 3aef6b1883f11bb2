// Parts of docs/command-line.md: a reference of each command, made of the program itself.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { librariesStay } from '../lib/libraries-stay.mjs';
import { fenced, table } from './markdown.mjs';

/**
 * Returns the parts by their names: `commands`, `command-<name>` of each command, and `exit-codes` of all.
 * @param {string} root the checkout
 * @returns {Promise<Map<string, string>>}
 */
export async function commandLineParts(root) {
  const program = await loadProgram(root);
  const commands = commandsOf(program);
  const list = commands.map((command) => {
    const name = `rulebook ${command.name()}`;
    return [`[\`${name}\`](#${name.replace(' ', '-')})`, withCode(command.summary() || command.description())];
  });
  return new Map([
    ['commands', table(['Command', 'What it does'], list)],
    ...commands.map((command) => [`command-${command.name()}`, referenceOf(command)]),
    ['exit-codes', commonExitCodes(commands)],
  ]);
}

/** Returns the commands of a command, without the help that there is of each. */
export function commandsOf(command) {
  const help = command.createHelp();
  return help.visibleCommands(command).filter((one) => one.name() !== 'help');
}

/** Bundles the program in memory; its commands are not loaded. */
export async function loadProgram(root) {
  const esbuild = await import('esbuild');
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['cli/src/program.ts'],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    plugins: [librariesStay],
    define: { RULEBOOK_VERSION: '"0"' },
    logLevel: 'warning',
    // The language server, which is not started here.
    logOverride: { 'empty-import-meta': 'silent' },
  });
  const module = { exports: /** @type {Record<string, any>} */ ({}) };
  new Function('require', 'module', 'exports', outputFiles[0].text)(
    createRequire(join(root, 'package.json')),
    module,
    module.exports,
  );
  return module.exports.createProgram(() => undefined);
}

function referenceOf(command) {
  const help = command.createHelp();
  const parts = [withCode(command.description()), fenced('text', help.commandUsage(command))];
  const args = help.visibleArguments(command);
  if (args.length > 0) {
    parts.push(table(['Argument', 'What it is'], args.map((each) => [`\`${nameOf(each)}\``, withCode(each.description)])));
  }
  if (command.commands.length > 0) {
    const inner = help.visibleCommands(command).filter((one) => one.name() !== 'help');
    const rows = inner.map((one) => [
      `\`${help.commandUsage(one).replace(/ \[options\]/g, '')}\``,
      withCode(one.summary() || one.description()),
    ]);
    parts.push(table(['Command', 'What it does'], rows));
  }
  for (const [group, options] of groupsOf(help.visibleOptions(command))) {
    const rows = options.map((option) => [`\`${option.flags}\``, withCode(describe(option))]);
    parts.push(table([group, 'What it does'], rows));
  }
  for (const { title, lines } of sectionsOf(command)) parts.push(...sectionText(title, lines));
  return parts.join('\n\n');
}

function nameOf(argument) {
  const name = argument.variadic ? `${argument.name()}...` : argument.name();
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** Returns the options by the headings of their groups; what has none, such as `--help`, is the same everywhere. */
export function groupsOf(options) {
  const groups = new Map();
  for (const option of options) {
    if (option.long === '--help') continue;
    const group = (option.helpGroupHeading ?? 'Options:').replace(/:$/, '');
    groups.set(group, [...(groups.get(group) ?? []), option]);
  }
  return groups;
}

function describe({ description, argChoices, defaultValue, mandatory }) {
  const choices = argChoices ? `: ${argChoices.map((choice) => `\`${choice}\``).join(', ')}` : '';
  const isShown = typeof defaultValue === 'string' || typeof defaultValue === 'number';
  return `${description}${choices}${isShown ? ` (default: \`${defaultValue}\`)` : ''}${mandatory ? ' (required)' : ''}`;
}

/** Returns what is behind the options in the help of a command. */
export function sectionsOf(command) {
  let text = '';
  const write = (more) => {
    text += more;
  };
  command.emit('afterHelp', { error: false, command, write });
  /** @type {{ title: string, lines: string[] }[]} */
  const sections = [];
  for (const line of text.split('\n')) {
    const [, title] = /^(\S.*):$/.exec(line) ?? [];
    if (title) sections.push({ title, lines: [] });
    else if (line.trim() !== '') sections.at(-1)?.lines.push(line);
  }
  return sections;
}

function sectionText(title, lines) {
  if (title === 'Credentials') return ['[Credentials on the command line](sending.md#credentials-on-the-command-line) says where credentials come from.'];
  const rows = rowsOf(lines)?.filter(([name]) => title !== 'Exit codes' || !isCommon(name));
  if (title === 'Examples') return [`${title}:`, fenced('text', lines.map((line) => line.trim()).join('\n'))];
  if (rows) return [table([title.replace(/s$/, ''), 'Meaning'], rows.map(([name, meaning]) => [`\`${name}\``, withCode(meaning)]))];
  return [`${title}: ${withCode(lines.map((line) => line.trim()).join(' '))}`];
}

/** Returns the rows of a section that is a table: a name, at least two blanks, and what it means. */
function rowsOf(lines) {
  const rows = lines.map((line) => /^ {2}(\S+) {2,}(\S.*)$/.exec(line)?.slice(1));
  return rows.every((row) => row !== undefined) ? rows : undefined;
}

/** Options, variables and placeholders are as code; nothing else in a help text needs it. */
function withCode(text) {
  return text.replace(/`[^`]*`|--[a-z][\w-]*|RULEBOOK_[A-Z]+_<[A-Z]+>|\b[\w./-]+\.(?:http|rest|json)\b|GET \/_sandbox/g, (part) =>
    part.startsWith('`') ? part : `\`${part}\``,
  );
}

/** Codes of all commands, which mean the same everywhere; they are once in the page. */
function isCommon(code) {
  return ['70', '74', '141'].includes(code);
}

function commonExitCodes(commands) {
  const rows = commands.flatMap((command) => {
    const section = sectionsOf(command).find(({ title }) => title === 'Exit codes');
    return (rowsOf(section?.lines ?? []) ?? []).filter(([code]) => isCommon(code));
  });
  return table(
    ['Exit code', 'Meaning'],
    [...new Map(rows)].map(([code, meaning]) => [`\`${code}\``, withCode(meaning)]),
  );
}
