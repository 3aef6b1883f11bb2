import type { EnvironmentFileKind } from './model';

/** What the name of a file says about the variables in it. */
export interface EnvironmentFileName {
  readonly kind: EnvironmentFileKind;
  readonly isPrivate: boolean;
  /** The environment of a file that holds one only. */
  readonly environment?: string;
}

/** Of `http-client.env.json` and its twins, the first counts before the others. */
const ofHttpClient = ['http-client.private.env.json', 'http-client.env.json.user', 'http-client.env.json'];

/** Files that show how a file of variables looks, and hold none. */
const samples = /\.(?:example|sample|template|dist|defaults?|schema|vault|keys|md)$/i;

/** What the name of each has in it: all files of a folder are asked. */
const someName = /env|httpyac|(?:package|settings)\.json$|\.code-workspace$/;

/** Returns what a file of variables is, by its path; undefined for any other file. */
export function environmentFileKind(path: string): EnvironmentFileName | undefined {
  if (!someName.test(path)) return undefined;
  const [name = '', folder = ''] = path.split(/[/\\]/).reverse();
  const rank = ofHttpClient.indexOf(name);
  if (rank >= 0) return { kind: 'http-client', isPrivate: rank < 2 };
  if (/^\.?httpyac(?:\.config)?\.json$|^\.httpyacrc$/.test(name) || name === 'package.json')
    return { kind: 'httpyac', isPrivate: false };
  if (/^\.?httpyac(?:\.config)?\.[cm]?js$/.test(name)) return { kind: 'script', isPrivate: false };
  if ((name === 'settings.json' && folder === '.vscode') || name.endsWith('.code-workspace'))
    return { kind: 'settings', isPrivate: false };
  if (samples.test(name)) return undefined;
  const [, behind, before] = /^\.env(?:\.([\w-]+(?:\.[\w-]+)*))?$|^([\w-][\w.-]*)\.env$/.exec(name) ?? [];
  const environment = behind ?? before;
  if (environment !== undefined) return { kind: 'dotenv', isPrivate: true, environment };
  return name === '.env' ? { kind: 'dotenv', isPrivate: true } : undefined;
}

/** Returns a number for the order in which files of one folder count. */
export function rankInFolder(path: string): number {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const rank = ofHttpClient.indexOf(name);
  return rank < 0 ? ofHttpClient.length : rank;
}
