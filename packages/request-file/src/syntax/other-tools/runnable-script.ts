import type { Script } from '../model';

/** Returns whether a script runs before its request is sent, or with the response; undefined where nothing in it says so. */
export function phaseOfScript({ kind, event }: Script): 'request' | 'response' | undefined {
  if (kind === 'request-script') return 'request';
  if (kind === 'response-script') return 'response';
  return event === undefined ? undefined : phases[event];
}

/** The events of the blocks of httpYac at which scripts are run. */
const phases: Readonly<Record<string, 'request' | 'response'>> = {
  request: 'request',
  response: 'response',
  after: 'response',
};

/** Returns why a script is not run, as a part of a sentence; undefined for one that is run when its request is sent. */
export function reasonNotToRun(script: Script): string | undefined {
  const { path, event } = script;
  if (script.isLua || (path !== undefined && /\.lua$/i.test(path.text))) return 'it is written in Lua';
  if (path !== undefined && /\.[cm]?ts$/i.test(path.text)) return 'it is written in TypeScript';
  if (path !== undefined && /\.http$/i.test(path.text)) return 'it is a request file';
  if (event !== undefined && phaseOfScript(script) === undefined) return `nothing happens at the event \`${event}\``;
  return undefined;
}
