import { stderr, stdin } from 'node:process';
import { originsOf, unknownEndpoint } from '../../engine/src/index';
import { credentialFile } from '../../platform/node/credential-file';
import { createConfigurationFinder, environment } from './configuration-file';
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
  sayOnError(`The credential for ${name} goes to ${originsOf(endpoint)} only. It is kept in ${file.path}.`);
  return exitCodes.success;
}

/** Prints the endpoints whose credentials are kept, without the credentials. */
export function listCredentials(): number {
  for (const { name, address } of credentialFile(environment).list()) process.stdout.write(`${name}  ${address}\n`);
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

/** Asks on the terminal without showing what is typed; undefined when the user cancels. */
async function askHidden(question: string): Promise<string | undefined> {
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stdin.resume();
  try {
    let typed = '';
    for await (const piece of stdin as AsyncIterable<string>) {
      for (const key of piece) {
        if (key === '\r' || key === '\n') return typed;
        if (key === '\u0003' || key === '\u0004') return undefined;
        typed = key === '\u007f' || key === '\b' ? typed.slice(0, -1) : typed + key;
      }
    }
    return typed;
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}

async function readAll(): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stdin) pieces.push(piece as Buffer);
  return Buffer.concat(pieces)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}
