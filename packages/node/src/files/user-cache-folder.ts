import { homedir } from 'node:os';
import { join } from 'node:path';

/** Returns the folder in which programs of this user keep what they can make again. */
export function userCacheFolder(environment: (name: string) => string | undefined): string {
  const own = environment('XDG_CACHE_HOME') ?? '';
  if (own.startsWith('/')) return own;
  if (process.platform === 'win32') return environment('LOCALAPPDATA') ?? join(homedir(), 'AppData', 'Local');
  return process.platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache');
}
