import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { membersOfObject, readJsonTree, type JsonNode } from '@rulebook/json';
import { withMembers } from '@rulebook/sender/configuration';
import { visible } from '@rulebook/text';
import { causeOf, readText } from '@rulebook/node/files/files';
import { replaceText } from '@rulebook/node/files/replace-text';
import { complain, exitCodes } from '../../exit-codes';
import { npmName } from '../../npm-name';
import type { McpOptions } from '../serve';
import { mcpHosts, type McpHost } from './hosts';

/** Filled in by the build. */
declare const RULEBOOK_VERSION: string;

/** The options of `rulebook mcp install`: those of the server are written for it. */
export interface InstallOptions extends McpOptions {
  readonly dryRun?: boolean;
  /** An entry of this name that is there with other values is replaced. */
  readonly replace?: boolean;
  /** The server is got by npx, also where there is a command `rulebook`. */
  readonly npx?: boolean;
}

/** The name of the entry. */
const entry = 'rulebook';

/** Writes the server into the files of hosts, and returns the exit code. What else is in them stays, comments included. */
export function installMcp(names: readonly string[], options: InstallOptions): number {
  const folder = resolve(options.folder ?? '.');
  const codes = mcpHosts.filter(({ name }) => names.includes(name)).map((host) => installFor(host, folder, options));
  return Math.max(...codes);
}

function installFor(host: McpHost, folder: string, options: InstallOptions): number {
  const { dryRun = false, replace = false } = options;
  const path = shortest(host.file({ folder, home: homedir(), settings: settingsFolder() }));
  const present = readText(path);
  if ('cause' in present && !present.isMissing) return refuse(`${path}: cannot be read: ${present.cause}`);
  const former = 'text' in present ? present.text : undefined;
  const written = { ...host.more, ...commandFor(host, folder, options) };
  const known = former === undefined ? undefined : entryIn(former, host.member);
  if (known !== undefined && known === JSON.stringify(written)) {
    say(`${host.title}: ${path} has it already`);
    return exitCodes.success;
  }
  if (known !== undefined && !replace)
    return refuse(`${path}: it has another server "${entry}"; --replace writes this one in its place`);
  const text = withMembers(former, [{ path: [host.member, entry], value: written }]);
  if (text === undefined) return refuse(`${path}: it is not JSON that can be edited; correct it, nothing was written`);
  if (dryRun) {
    say(`${host.title}: ${path} would be`);
    process.stdout.write(visible(text));
    return exitCodes.success;
  }
  const cause = former === undefined ? create(path, text) : replaceText(path, former, text);
  if (cause !== undefined) return refuse(`${path}: cannot be written: ${cause}`);
  say(`${host.title}: ${path} written; start the assistant again, and ask it to check a request`);
  return exitCodes.success;
}

/** Returns how the host starts the server: by the command, or by npx where there is none. */
function commandFor(host: McpHost, folder: string, options: InstallOptions) {
  const { allowSending = false, allowEndpoint = [], guard = false, rights, npx = false } = options;
  const args = [
    'mcp',
    ...(host.folder === undefined ? [] : ['--folder', host.folder === 'fixed' ? folder : host.folder]),
    ...(allowSending ? ['--allow-sending'] : []),
    ...(guard ? ['--guard'] : []),
    ...(rights === undefined ? [] : ['--rights', rights]),
    ...allowEndpoint.flatMap((one) => ['--allow-endpoint', one]),
  ];
  if (!npx && isOnPath('rulebook')) return { command: 'rulebook', args };
  const fetched = ['npx', '--yes', `${npmName}@${RULEBOOK_VERSION}`, ...args];
  // On Windows, npx is a script for the shell.
  const [command = 'npx', ...rest] = process.platform === 'win32' ? ['cmd', '/c', ...fetched] : fetched;
  return { command, args: rest };
}

function isOnPath(name: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const files = process.platform === 'win32' ? [`${name}.cmd`, `${name}.exe`] : [name];
  return folders.some((folder) => files.some((file) => existsSync(join(folder, file))));
}

function settingsFolder(): string {
  const { APPDATA, XDG_CONFIG_HOME } = process.env;
  if (process.platform === 'win32') return APPDATA || join(homedir(), 'AppData/Roaming');
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support');
  return XDG_CONFIG_HOME || join(homedir(), '.config');
}

/** Returns the text of the entry that a file has, without blanks; undefined where it has none. */
function entryIn(text: string, member: string): string | undefined {
  const { root } = readJsonTree(text);
  const servers = root && memberOf(root, member);
  const found = servers && memberOf(servers, entry);
  if (found === undefined) return undefined;
  const written = text.slice(found.offset, found.offset + found.length);
  try {
    return JSON.stringify(JSON.parse(written));
  } catch {
    // It has comments of its own.
    return written;
  }
}

function memberOf(node: JsonNode, name: string): JsonNode | undefined {
  return membersOfObject(node).find(({ key }) => key === name)?.value;
}

/** Returns the path from the current folder, where the file is below it. */
function shortest(path: string): string {
  const local = relative(process.cwd(), path);
  return local.startsWith('..') || local === '' ? path : local;
}

function create(path: string, text: string): string | undefined {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: 'wx' });
    return undefined;
  } catch (error) {
    return causeOf(error);
  }
}

function refuse(reason: string): number {
  complain(reason);
  return exitCodes.usage;
}

function say(text: string): void {
  process.stdout.write(visible(`${text}\n`));
}
