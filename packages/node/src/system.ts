import { randomUUID } from 'node:crypto';
import { variableOfSecret } from '@rulebook/sender/private';
import type { SystemPorts } from '@rulebook/sender/variables';
import { dotenvOf } from './files/dotenv';

/** Returns what system variables are filled in from, for the files of a folder. */
export function systemOf(folder: string, environment: (name: string) => string | undefined): SystemPorts {
  return {
    now: () => Date.now(),
    guid: () => randomUUID(),
    random: () => Math.random(),
    environment,
    dotenv: dotenvOf(folder),
    secret: (name) => environment(variableOfSecret(name)),
    localOffset: (time) => -new Date(time).getTimezoneOffset(),
  };
}
