import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { WrittenRequests } from '@rulebook/exchange';
import { convertEnvironments, privateFile, sharedFile } from '@rulebook/request-file/environments';
import { causeOf } from '@rulebook/node/files/files';
import { count, visible } from '@rulebook/text';
import { complain, exitCodes, sayOnError } from '../exit-codes';
import { writeEnvironments } from './convert-environments';

/** Prints requests, or an environment file where there are only environments, and returns the exit code. */
export function printImported({ text, requests, environments = [] }: WrittenRequests): number {
  if (requests > 0 || environments.length === 0) {
    process.stdout.write(visible(text));
    if (environments.length > 0) complain(`environments are left out; --to FOLDER writes them into ${sharedFile}`);
    return exitCodes.success;
  }
  const converted = convertEnvironments(environments, {});
  const files = 'cause' in converted ? [] : converted.files;
  process.stdout.write(visible(files.find(({ name }) => name === sharedFile)?.text ?? '{}\n'));
  const secrets = files.find(({ name }) => name === privateFile)?.added ?? 0;
  if (secrets > 0)
    complain(`${count(secrets, 'variable')} with secrets left out; --to FOLDER writes them into ${privateFile}`);
  return exitCodes.success;
}

/** Returns what a request file is called that is made of a file. */
export function nameOfImport(path: string): string {
  return path === '-'
    ? 'requests'
    : basename(path).replace(/^thunder-collection_|(?:\.(?:postman_collection|request|environment))?\.\w+$/g, '') ||
        'requests';
}

/** Writes requests and environments into a folder, and returns the exit code. What is there is kept. */
export function writeImported(
  folder: string,
  { text, requests, files, environments = [], shared = [] }: WrittenRequests,
  name: string,
): number {
  const written = files ?? (requests === 0 ? [] : [{ path: `${name}.http`, text }]);
  for (const file of written) {
    const path = join(folder, file.path);
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, file.text, { flag: 'wx' });
    } catch (error) {
      complain(`${path}: cannot be written: ${causeOf(error)}`);
      return exitCodes.usage;
    }
    sayOnError(path);
  }
  const variables = [...environments, ...shared];
  if (variables.length === 0) return exitCodes.success;
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    complain(`${folder}: cannot be written: ${causeOf(error)}`);
    return exitCodes.usage;
  }
  return writeEnvironments(folder, variables);
}
