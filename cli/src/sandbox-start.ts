import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { createSeededRandom, type Sandbox, type SandboxSeed, type SandboxState } from '../../engine/src/sandbox/index';
import { readStateFile } from '../../platform/node/state-file';

/** The options of `rulebook sandbox` that set its first state. */
export interface StartOptions {
  readonly repository: readonly string[];
  readonly state?: string;
  readonly seed?: string;
  readonly deterministic?: boolean;
  readonly pathRepo: readonly string[];
  readonly allowedUrl: readonly string[];
}

/** Returns the first state of the sandbox. Rejects with a message for the user; writes nothing. */
export async function startingState(sandbox: Sandbox, options: StartOptions): Promise<SandboxState> {
  const wrong = options.repository.find((name) => !/^[^/\s]+\/[^/\s]+$/.test(name));
  if (wrong !== undefined) throw new Error(`${JSON.stringify(wrong)} is not a repository name; use owner/repo`);
  const written = options.seed === undefined ? {} : await readSeed(sandbox, options.seed);
  const kept = options.state === undefined ? undefined : await readKept(sandbox, options.state);
  // A kept state continues unless an option replaces something; above all its credentials.
  const earlier: SandboxSeed = { ...sandbox.freshSeed(randomText(options.deterministic === true)), ...kept?.seed };
  // What the sandbox may touch on this machine is set at each start; a file from elsewhere must not decide it.
  const { pathRepo: _folders, allowedUrls: _addresses, ...rest } = earlier;
  const seed: SandboxSeed = {
    ...rest,
    ...written,
    ...(options.pathRepo.length > 0 && { pathRepo: options.pathRepo.map((folder) => resolve(folder)) }),
    ...(options.allowedUrl.length > 0 && { allowedUrls: options.allowedUrl }),
    ...(options.deterministic && { isDeterministic: true }),
  };
  const repositories = [...new Set([...seed.repositories, ...options.repository])];
  return kept ? sandbox.adoptState(kept, { ...seed, repositories }) : sandbox.createState({ ...seed, repositories });
}

async function readSeed(sandbox: Sandbox, path: string) {
  const text = await readStateFile(path);
  if (text === undefined) throw new Error(`${path} does not exist; --seed needs an existing file`);
  const read = sandbox.readSeedFile(text);
  if ('cause' in read) throw new Error(`${path} cannot be used as a seed. ${read.cause}`);
  return read.seed;
}

async function readKept(sandbox: Sandbox, path: string): Promise<SandboxState | undefined> {
  const text = await readStateFile(path);
  if (text === undefined) return undefined;
  const read = sandbox.readStateText(text);
  if ('cause' in read) {
    throw new Error(
      `${path} cannot be loaded, and was not changed. ${read.cause} Use another file, or move this one away.`,
    );
  }
  return read.state;
}

/** Returns what makes credentials. In a deterministic sandbox they are the same each time, and so not secret. */
function randomText(isDeterministic: boolean): (length: number) => string {
  return isDeterministic
    ? createSeededRandom(0).text
    : (length) => randomBytes(length).toString('base64url').slice(0, length);
}
