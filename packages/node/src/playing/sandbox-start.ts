import { resolve } from 'node:path';
import { createSeededRandom, type Sandbox, type SandboxSeed, type SandboxState } from '@rulebook/sandbox';
import { identities, startOptions } from '@rulebook/services';
import { randomText } from '../sandbox/random-text';
import { readStateFile, type KeptState } from '../sandbox/state-file';

/** The options of a sandbox that set its first state. */
export interface StartOptions {
  /** The path of a state file, which need not exist. */
  readonly state?: string;
  /** The path of a seed file. */
  readonly seed?: string;
  /** The text of a seed, in place of a file. */
  readonly seedText?: string;
  /** The text of an export, in place of a state file. */
  readonly stateText?: string;
  readonly deterministic?: boolean;
  /** The first state of the generator of ids and secrets; the sandbox is deterministic then. */
  readonly seedRandom?: number;
  /** The options of the services. */
  readonly ofServices: Readonly<Record<string, readonly string[]>>;
}

/** The first state of a sandbox, and what its file holds already. */
export interface Start {
  readonly initial: SandboxState;
  readonly kept: KeptState<SandboxState> | undefined;
}

/** Returns the first state of the sandbox. Rejects with a message for the user; writes nothing. */
export async function startingState(sandbox: Sandbox, options: StartOptions): Promise<Start> {
  for (const { member, form } of startOptions) {
    if (form === undefined) continue;
    const wrong = options.ofServices[member]?.find((name) => !form.pattern.test(name));
    if (wrong !== undefined) throw new Error(`${JSON.stringify(wrong)} is not ${form.advice}`);
  }
  for (const { startOptions: own = [], shownProducts = [], title } of identities) {
    const known = shownProducts.map(({ vendor }) => vendor);
    const member = own.find(({ target }) => target === 'vendor')?.member ?? '';
    const wrong = options.ofServices[member]?.find((name) => !known.includes(name));
    if (wrong !== undefined)
      throw new Error(
        `${JSON.stringify(wrong)} is not a product of the ${title.toLowerCase()}; use ${known.toSorted().join(' or ')}`,
      );
  }
  const isDeterministic = options.deterministic === true || options.seedRandom !== undefined;
  const written = await readSeed(sandbox, options);
  const kept = await readKept(sandbox, options);
  // A kept state continues unless an option replaces something; above all its credentials.
  const earlier: SandboxSeed = {
    ...sandbox.freshSeed(credentialTexts(isDeterministic)),
    ...kept?.state.seed,
  };
  // What the sandbox may touch on this machine is set at each start; a file from elsewhere must not decide it.
  const rest = Object.entries(earlier).filter(([member]) => !isDecidedAtStart(member));
  const before = { ...Object.fromEntries(rest), ...written } as SandboxSeed;
  const seed: SandboxSeed = {
    ...before,
    ...seedOfOptions(before, options.ofServices),
    ...(isDeterministic && { isDeterministic: true }),
    ...(options.seedRandom !== undefined && { firstRandom: options.seedRandom }),
  };
  return { initial: kept ? sandbox.adoptState(kept.state, seed) : sandbox.createState(seed), kept };
}

/** Returns the list of a member of the seed; empty when it has none. */
export function listIn(seed: SandboxSeed, member: string): readonly string[] {
  const list: unknown = (seed as object as Readonly<Record<string, unknown>>)[member];
  return Array.isArray(list) ? (list as readonly string[]) : [];
}

function isDecidedAtStart(member: string): boolean {
  return startOptions.some((option) => option.member === member && option.takes !== 'names');
}

/** Returns the members of the seed that options of the services set. */
function seedOfOptions(before: SandboxSeed, given: StartOptions['ofServices']): Partial<SandboxSeed> {
  const members = startOptions.flatMap(({ member, takes }): (readonly [string, unknown])[] => {
    const values = given[member] ?? [];
    if (values.length === 0) return [];
    if (takes === 'names') return [[member, [...new Set([...listIn(before, member), ...values])]]];
    if (takes === 'word') return [[member, values.at(-1)]];
    return [[member, takes === 'folders' ? values.map((folder) => resolve(folder)) : values]];
  });
  return Object.fromEntries(members) as Partial<SandboxSeed>;
}

async function readSeed(sandbox: Sandbox, { seed: path, seedText }: StartOptions): Promise<Partial<SandboxSeed>> {
  if (path === undefined && seedText === undefined) return {};
  const text = seedText ?? (await readStateFile(path ?? ''));
  if (text === undefined) throw new Error(`${path} does not exist; --seed needs an existing file`);
  const read = sandbox.readSeedFile(text);
  if ('cause' in read) throw new Error(`${path ?? '`seed`'} cannot be used as a seed. ${read.cause}`);
  return read.seed;
}

async function readKept(
  sandbox: Sandbox,
  { state: path, stateText }: StartOptions,
): Promise<KeptState<SandboxState> | undefined> {
  const text = stateText ?? (path === undefined ? undefined : await readStateFile(path));
  if (text === undefined) return undefined;
  const read = sandbox.readStateText(text);
  if (!('cause' in read)) return { text, state: read.state };
  throw new Error(
    path === undefined
      ? `The given state cannot be loaded. ${read.cause} Use another export, or start without \`state\`.`
      : `${path} cannot be loaded, and was not changed. ${read.cause} Use another file, or move this one away.`,
  );
}

/** Returns what makes credentials. In a deterministic sandbox they are the same each time, and so not secret. */
function credentialTexts(isDeterministic: boolean): (length: number) => string {
  return isDeterministic ? createSeededRandom(0).text : randomText;
}
