import { randomUUID } from 'node:crypto';
import type { SystemPorts } from '../../engine/src/index';
import { dotenvOf } from './dotenv';

/** Returns what system variables are filled in from, for the files of a folder. */
export function systemOf(folder: string, environment: (name: string) => string | undefined): SystemPorts {
  return {
    now: () => Date.now(),
    guid: () => randomUUID(),
    random: () => Math.random(),
    environment,
    dotenv: dotenvOf(folder),
    localOffset: (time) => -new Date(time).getTimezoneOffset(),
  };
}
