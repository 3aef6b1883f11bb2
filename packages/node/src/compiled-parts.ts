import { closeSync, fstatSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { sizeOfPrivateFile, writePrivateFile } from './files/private-file';
import { userCacheFolder } from './files/user-cache-folder';

// Most of the time of a short command is the compiler's, which does the same each time. So what V8 made of the scripts of the program is kept
// on each Node, and for each command what it has used; of modules, Node itself keeps it from 22.8 on, and what the first run had used.

/** The part of `Module` that is needed. */
interface Loader {
  exports: unknown;
  readonly require: (id: string) => unknown;
}

/** Where what is compiled is kept, and for what; absent: nowhere. */
let kept: { readonly folder: string; readonly use: string } | undefined;

/** Of the files in the folder, those used last stay, up to so many bytes: those of all commands of some versions, so that versions used in turn keep theirs. */
const mostKept = 200_000_000;
/** In bytes; what is compiled of a part takes about 2 MB. */
const maxBytes = 30_000_000;
const checksumBytes = 4;

/**
 * Keeps what is compiled of the parts that are loaded from now on, or takes what was kept: in `rulebook/compiled` of the user's cache folder, or in
 * `NODE_COMPILE_CACHE`; with `NODE_DISABLE_COMPILE_CACHE=1`, nothing. A `use` is a word: what other uses need of the same part differs.
 */
export function keepCompiled(use: string, environment: (name: string) => string | undefined): void {
  if (environment('NODE_DISABLE_COMPILE_CACHE') === '1') return;
  const folder = environment('NODE_COMPILE_CACHE') || join(userCacheFolder(environment), 'rulebook', 'compiled');
  kept = { folder, use };
  const modules = process.getBuiltinModule('node:module');
  (modules as { readonly enableCompileCache?: (folder: string) => unknown }).enableCompileCache?.(folder);
}

/** Returns the folder in which what is compiled is kept; undefined when nothing is to be kept. */
export function keepsIn(): string | undefined {
  return kept?.folder;
}

/** Marking begins at 12 MB, and most commands end before they need its result: a tenth of the processor time of a check. */
const marking = ['--no-incremental-marking', '--incremental-marking'] as const;

/**
 * So often a regular expression is interpreted before it is compiled to machine code. Usually that happens at its second use, and a check of one file
 * uses a hundred and forty of them, each a few times: compiling all of them twice is a fortieth of it, and so is making better what is interpreted.
 */
const interpreted = [
  '--regexp-tier-up-ticks=100 --no-regexp-peephole-optimization',
  '--regexp-tier-up-ticks=1 --regexp-peephole-optimization',
] as const;

/** Settings of V8 in Node 20 for what is soon done, each with what Node sets by itself. */
const ofShortWork = [
  marking,
  interpreted,
  // What is optimised in a thread is ready when there is nothing left to do: a twentieth.
  ['--interrupt-budget=1000000', '--interrupt-budget=67584'],
] as const;

/** Settings for work of any length, also where it never ends: what is optimised is a little slower, and there sooner. */
const ofAnyWork = [
  // A check calls several hundred functions often enough to be optimised, and copying others into them is a third of the processor time for 10,000
  // requests, in threads that a profile of JavaScript does not show. With a fifth of the usual size, such a check takes a tenth less.
  ['--max-inlined-bytecode-size-cumulative=200', '--max-inlined-bytecode-size-cumulative=920'],
  // So is writing out loops twice, and those of `map`, `filter` and the like where they are called: another tenth.
  ['--no-turbo-loop-peeling --no-turbo-inline-array-builtins', '--turbo-loop-peeling --turbo-inline-array-builtins'],
] as const;

/**
 * How many times as large the young generation becomes when most of it is still needed. A start makes facts, which all are: with twice, as usual,
 * they are copied seven times before it is large enough, which is a twentieth of a check of one file.
 */
const growth = '--semi-space-growth-factor=16';

/** Settings for commands. */
const settings = [
  ...ofAnyWork,
  // V8 optimises WebAssembly, in which responses are parsed and scripts run, after the first response already, which costs a fifth of a run of
  // 200 requests and 30 MB, and gains nothing in 10,000.
  ['--liftoff-only', '--no-liftoff-only --wasm-tier-up --wasm-dynamic-tiering'],
] as const;

/**
 * What sends requests is three hundred functions. To optimise them takes as long as to send 2,500 requests by them does until then, and with each request
 * they save a third of it: the sooner, the more.
 */
const manyRequests = 3000;
const ofManyRequests = '--interrupt-budget=6000';

/** Settings for Node 24 and later, which has a faster compiler, too, whose code is good enough: a fifth of a check of 10,000 requests. */
const ofLaterNode = [['--no-turbofan', '--turbofan']] as const;

/** So many characters are read by what is soon done. */
const shortWork = 300_000;

/** So many are read before functions run often enough that even V8's quickest compiler pays: that is a thirtieth of a check of 10 KB. */
const tinyWork = 20_000;
const onlyInterpreted = '--no-sparkplug';

/** Of a file that is not read yet; so 1,500 files are long work. Fewer are read before what is optimised sooner is worth it. */
const charactersOfFile = 200;

/** Whether the settings of `beginLoading` hold, until the end of the process: what is kept belongs to them. */
let isPrepared = false;

/** How many characters are left of short work; undefined before it begins, and once it is long. */
let leftOfShortWork: number | undefined;

/**
 * Prepares the young generation for what a command makes when it is loaded, and regular expressions for few uses, if its arguments are options and
 * small files: for large ones, a young generation of the usual size costs less. Called before that, and not reversed, since what is kept belongs
 * to it.
 */
export function beginLoading(args: readonly string[]): void {
  const size = isOfNode20() ? sizeOfInputs(args) : shortWork;
  if (size >= shortWork) return;
  const isTiny = size <= tinyWork;
  if (kept !== undefined) kept = { ...kept, use: `${kept.use}-${isTiny ? 'tiny' : 'small'}` };
  // Modules of Node that are loaded under another setting are compiled anew: those that each command needs come first.
  if (!isPlainOutput()) void process.stdout;
  void process.getBuiltinModule('node:process');
  process
    .getBuiltinModule('node:v8')
    .setFlagsFromString([growth, interpreted[0], ...(isTiny ? [onlyInterpreted] : [])].join(' '));
  isPrepared = true;
}

/**
 * Spares a program what pays only in long ones, and returns what ends that. Called when the scripts
 * are loaded: what was compiled of them, and of Node itself, belongs to the settings, and is taken and kept with Node's own.
 */
export function beginWork(): () => void {
  const { v8 } = process.versions;
  // In an editor, they may not be set once it runs.
  if (Number.parseFloat(v8) >= 13 && process.versions.electron === undefined) return begin(ofLaterNode);
  if (!isOfNode20()) return () => undefined;
  const end = begin([...shortSettings(), ...settings]);
  leftOfShortWork = shortWork;
  return () => {
    leftOfShortWork = undefined;
    end();
  };
}

/** Spares a program that answers requests what pays only after thousands of them; called when it is ready to answer, as `beginWork` is. */
export function beginServing(): void {
  if (isOfNode20()) begin(ofAnyWork);
}

/** Whether the process is that of one command: some processes run several, with outputs of their own. */
let isOwnProcess = false;

/** Says that the process is that of one command. It ends as soon as nothing is left to be done: to give its memory back piece by piece takes longer than many commands do. */
export function ownProcess(): void {
  isOwnProcess = true;
  process.once('beforeExit', () => process.exit());
}

/** Returns whether standard output can be written to without a stream: a file or a pipe, but on Windows. */
export function isPlainOutput(): boolean {
  if (!isOwnProcess || process.platform === 'win32') return false;
  try {
    const output = fstatSync(1);
    return output.isFile() || output.isFIFO() || output.isSocket();
  } catch {
    return false;
  }
}

function shortSettings(): readonly (readonly [own: string, usual: string])[] {
  return isPrepared ? ofShortWork.filter((one) => one !== interpreted) : ofShortWork;
}

/** Returns how many bytes the files among the arguments have; as many as in long work where that is not known. */
function sizeOfInputs(args: readonly string[]): number {
  // Its threads have settings of their own.
  if (args.some((one) => one.startsWith('--jobs'))) return shortWork;
  let size = 0;
  try {
    for (const path of args.filter((one) => !one.startsWith('-'))) {
      const found = statSync(path);
      size += found.isFile() ? found.size : shortWork;
    }
  } catch {
    return shortWork;
  }
  return size;
}

function isOfNode20(): boolean {
  return process.versions.v8.startsWith('11.3.');
}

/** Returns what sets the usual settings again, which happens at the end of the program, too. */
function begin(own: readonly (readonly [own: string, usual: string])[]): () => void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const [one] of own) setFlagsFromString(one);
  const end = (): void => {
    for (const [, usual] of own) setFlagsFromString(usual);
  };
  process.prependOnceListener('exit', end);
  return end;
}

/** Says that so many files are to be read. What V8 has counted for a function by then stays counted, so it pays to know that before the first one. */
export function expectFiles(count: number): void {
  if (count * charactersOfFile >= shortWork) addWork(shortWork);
}

/**
 * Says that so many characters are about to be read: when they are many, the work is no longer short. In one turn of a server, what is marked meanwhile
 * is finished only behind it, so all that is allocated until then is kept and marked, too: a sixth of the processor time, and 40 MB.
 */
export function addWork(characters: number, { isOneTurn = false }: { readonly isOneTurn?: boolean } = {}): void {
  if (leftOfShortWork === undefined) return;
  leftOfShortWork -= characters;
  if (leftOfShortWork > 0) return;
  leftOfShortWork = undefined;
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const one of shortSettings()) if (one !== marking || !isOneTurn) setFlagsFromString(one[1]);
}

/**
 * Says that so many requests are about to be sent one after the other: where they are many, what runs from now on is optimised after few of them. What
 * has checked them is behind it then, and stays as it is.
 */
export function expectRequests(count: number): void {
  if (leftOfShortWork === undefined || count < manyRequests) return;
  process.getBuiltinModule('node:v8').setFlagsFromString(ofManyRequests);
}

/** Evaluates the script of a part, which is next to the module, and returns what it exports. The hash is that of the script. */
export function loadPart(module: Loader & { readonly filename: string }, name: string, hash: string): unknown {
  const filename = join(dirname(module.filename), `${name}.js`);
  const path = kept && join(kept.folder, `${kept.use}-${name}-${process.version}-${process.arch}-${hash}.v8`);
  const size = path === undefined ? undefined : sizeOfPrivateFile(path, maxBytes);
  // One after the other in the same memory: the first use of memory costs more than to read into it.
  const memory = Buffer.allocUnsafeSlow(Math.max(size ?? 0, statSync(filename).size));
  const source = readInto(memory, filename).toString('latin1');
  const cachedData = path === undefined || size === undefined ? undefined : readCompiled(memory, path);
  const script = new Script(source, {
    filename,
    ...(cachedData && { cachedData }),
  });
  if (path !== undefined && (cachedData === undefined || script.cachedDataRejected === true)) {
    // What was called until then is compiled, too.
    process.once('exit', () => {
      writeCompiled(path, script.createCachedData());
    });
  }
  const part: Loader = { exports: {}, require: (id) => module.require(id) };
  const evaluate = script.runInThisContext() as (...args: readonly unknown[]) => void;
  // Of a script from the cache, Node 20.20 loses who imports for it (findings/node20-cached-script-cannot-import.sh).
  const importPart = (id: string): Promise<unknown> =>
    import(id.startsWith('.') ? pathToFileURL(join(dirname(filename), id)).href : id);
  evaluate(part.exports, part.require, part, filename, importPart);
  return part.exports;
}

/** V8 looks whether the version and the flags are its own, but not whether the file is whole. */
function readCompiled(memory: Buffer, path: string): Buffer | undefined {
  let content: Buffer;
  try {
    content = readInto(memory, path);
  } catch {
    // Another process removed it.
    return undefined;
  }
  if (content.length <= checksumBytes) return undefined;
  const compiled = content.subarray(0, -checksumBytes);
  return crc32(compiled) === content.readUInt32LE(compiled.length) ? compiled : undefined;
}

/** Reads a file into memory, as far as there is room. */
function readInto(memory: Buffer, path: string): Buffer {
  const descriptor = openSync(path, 'r');
  let length = 0;
  for (let read = -1; read !== 0; length += read)
    read = readSync(descriptor, memory, length, memory.length - length, null);
  closeSync(descriptor);
  return memory.subarray(0, length);
}

function writeCompiled(path: string, compiled: Buffer): void {
  const checksum = Buffer.alloc(checksumBytes);
  checksum.writeUInt32LE(crc32(compiled));
  try {
    writePrivateFile(path, Buffer.concat([compiled, checksum]));
    removeOldest(dirname(path));
  } catch {
    // Without it, the next start only takes longer.
  }
}

function removeOldest(folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => /\.(?:v8|lines)$/.test(name))
    .map((name) => {
      const path = join(folder, name);
      const { size, atimeMs, mtimeMs } = statSync(path);
      // Systems note at least once a day that a file was read, or never.
      return { path, size, time: Math.max(atimeMs, mtimeMs) };
    })
    .sort((a, b) => b.time - a.time);
  let left = mostKept;
  for (const { path, size } of files) {
    left -= size;
    if (left < 0) rmSync(path, { force: true });
  }
}
