import { stdin } from 'node:process';
import { credentialWayOf } from '@rulebook/sender/private';
import { unknownEndpoint } from '@rulebook/sender/send';
import { credentialFile } from '@rulebook/node/credentials/credential-file';
import { originIn } from '@rulebook/node/credentials/file-secrets';
import { askHidden } from './requests/ask-values';
import { createConfigurationFinder, environment } from './configuration/configuration-file';
import { complain, exitCodes, sayOnError } from './exit-codes';

/** Keeps the credential of an endpoint in the private file of this user; it is asked for, or read from standard input. */
export async function setCredential(name: string): Promise<number> {
  const { endpoints } = createConfigurationFinder()(process.cwd()).configuration;
  const endpoint = endpoints.find((one) => one.name === name);
  if (endpoint === undefined) {
    complain(unknownEndpoint(name, endpoints));
    return exitCodes.usage;
  }
  const credential = (await (stdin.isTTY ? askHidden(`Credential for ${name}: `) : readAll()))?.trim() ?? '';
  if (credential === '' || /[\r\n]/.test(credential)) {
    complain('nothing was kept: the credential must be one line that is not empty');
    return exitCodes.usage;
  }
  const file = credentialFile(environment);
  try {
    file.set(endpoint, credential);
  } catch (error) {
    complain(`${file.path} cannot be written: ${error instanceof Error ? error.message : 'the system refused it'}`);
    return exitCodes.usage;
  }
  sayOnError(`The credential for ${name} goes to ${credentialWayOf(endpoint)} only. It is kept in ${file.path}.`);
  return exitCodes.success;
}

/** Keeps a secret of `{{$secret name}}` in the private file of this user, for the origins of these URLs. */
export async function setSecret(name: string, urls: readonly string[]): Promise<number> {
  const wrong = urls.find((url) => originIn(url) === '');
  if (!/^[\w.-]{1,100}$/.test(name) || wrong !== undefined) {
    complain(
      wrong === undefined
        ? 'nothing was kept: the name of a secret has letters, digits, `_`, `.` and `-` only'
        : `nothing was kept: ${wrong} is not a URL; use one such as https://api.example.org`,
    );
    return exitCodes.usage;
  }
  const value = (await (stdin.isTTY ? askHidden(`Secret ${name}: `) : readAll())) ?? '';
  if (value === '' || /[\r\n]/.test(value)) {
    complain('nothing was kept: the secret must be one line that is not empty');
    return exitCodes.usage;
  }
  const origins = [...new Set(urls.map(originIn))];
  const file = credentialFile(environment);
  try {
    file.secrets.set(name, { value, origins });
  } catch (error) {
    complain(`${file.path} cannot be written: ${error instanceof Error ? error.message : 'the system refused it'}`);
    return exitCodes.usage;
  }
  sayOnError(`The secret ${name} goes to ${origins.join(' and ')} only. It is kept in ${file.path}.`);
  return exitCodes.success;
}

/** Forgets a secret of `{{$secret name}}`. */
export function forgetSecret(name: string): number {
  const { path, secrets } = credentialFile(environment);
  if (secrets.get(name) === undefined) {
    complain(`no secret is kept under the name ${name}`);
    return exitCodes.usage;
  }
  try {
    secrets.set(name, undefined);
    return exitCodes.success;
  } catch (error) {
    complain(`${path} cannot be written: ${error instanceof Error ? error.message : 'the system refused it'}`);
    return exitCodes.usage;
  }
}

/** Prints the endpoints whose credentials are kept, and the names of secrets, without the values. */
export function listCredentials(): number {
  const { list, secrets } = credentialFile(environment);
  for (const { name, address } of list()) process.stdout.write(`${name}  ${address}\n`);
  for (const { name, origins } of secrets.list())
    process.stdout.write(`{{$secret ${name}}}  ${origins.join(' and ')}\n`);
  return exitCodes.success;
}

/** Forgets the credential and the tokens of an endpoint. */
export function forgetCredential(name: string): number {
  const file = credentialFile(environment);
  try {
    if (file.forget(name)) return exitCodes.success;
  } catch (error) {
    complain(`${file.path} cannot be written: ${error instanceof Error ? error.message : 'the system refused it'}`);
    return exitCodes.usage;
  }
  complain(`no credential is kept for ${name}`);
  return exitCodes.usage;
}

async function readAll(): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stdin) pieces.push(piece as Buffer);
  return Buffer.concat(pieces)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}
