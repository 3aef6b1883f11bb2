import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  Scope,
  type QuickJSContext,
  type QuickJSHandle,
} from 'quickjs-emscripten-core';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { hmac } from '@noble/hashes/hmac.js';
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { jsonAtPath } from '@rulebook/json';
import type { RunScript, ScriptInput, ScriptOutput, ScriptPlace } from '@rulebook/sender/scripts';
import { addBlocks } from './inside/blocks';
import { makeBox, type Box } from './inside/box';
import { makeBytes } from './inside/bytes';
import { makeResults } from './inside/results';
import { addAsserts, addClient } from './inside/client';
import { addDigests } from './inside/digests';
import { addRequest } from './inside/request';
import { addResponse } from './inside/response';
import { addTests } from './inside/tests';
import { addHelpers } from './inside/helpers';
import { addLater } from './inside/lazy-names';
import { addBodyAssertions, addStatusAssertions } from './inside/assertions';
import { addOldPostman, addPm } from './inside/pm';
import { makePostmanParts } from './inside/postman-parts';
import { keepMemory, type MemoryImage } from './memory-image';
import { readOutput } from './read-output';

/** Runs scripts in an engine of its own, in WebAssembly, that reaches nothing but what it is handed. */
export interface ScriptBox {
  readonly run: RunScript;
}

/** What a script may use. */
export interface BoxLimits {
  /** In bytes. */
  readonly memory: number;
  /** In turns of the engine, each of some ten thousand steps. */
  readonly turns: number;
}

const usualLimits: BoxLimits = { memory: 64 * 1024 * 1024, turns: 20_000 };
/** In bytes. */
const stackSize = 256 * 1024;
/** How many jobs of promises a script may leave. */
const maxJobs = 100_000;
const jobsAtOnce = 1000;
/** Of a stack, only the place is used. */
const stackShown = 2000;

/** The part of the machine's WebAssembly that makes an engine of its bytes. */
declare const WebAssembly: { readonly compile: (bytes: ArrayBuffer) => Promise<object> };

/** Creates a box from the bytes of the engine. Each script has a world of its own; after one that was stopped, the engine is made anew. The
 * library of assertions is read for the first script that uses it: its text is one value, the library. */
export async function createScriptBox(
  wasm: ArrayBuffer,
  readAssertions: () => string,
  limits: BoxLimits = usualLimits,
): Promise<ScriptBox> {
  const wasmModule = await WebAssembly.compile(wasm);
  const engines: { plain?: Engine | undefined; asserting?: Engine | undefined } = {};
  return {
    run: async (input) => {
      // A third of the memory holds the text; the rest is for what is made of it.
      if ((input.response?.body.length ?? 0) > limits.memory / 3)
        return failed(new Error('The response is too long for a script.'));
      const kind = input.language === 'handler' && usesAssertions.test(input.code) ? 'asserting' : 'plain';
      const used =
        engines[kind] ?? (await startEngine(wasmModule, limits, kind === 'asserting' ? readAssertions() : 'undefined'));
      engines[kind] = undefined;
      try {
        used.count.turns = 0;
        const made = functionIn(used, input.code);
        const output = Scope.withScope((scope) => runIn(used, input, scope, made));
        if (used.count.turns > limits.turns) return failed({ name: 'InternalError', message: 'interrupted' });
        engines[kind] = used;
        return output;
      } catch (error) {
        return failed(error);
      }
    },
  };
}

/** A script of Postman, which may use the library of assertions. */
const usesAssertions = /\bpm\b/;

/** What an engine says about itself when it ends is for no one. */
const emscriptenModule: object = { print: () => undefined, printErr: () => undefined };

/** An engine with a world in which everything is prepared for a script. */
interface Engine {
  readonly context: QuickJSContext;
  /** Its memory before the first script: each one finds it so. */
  readonly image: MemoryImage;
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly prepared: QuickJSHandle;
  readonly begin: QuickJSHandle;
  readonly scoped: QuickJSHandle;
  readonly finish: QuickJSHandle;
  readonly read: QuickJSHandle;
  /** How many turns the script has used up. */
  readonly count: { turns: number };
  /** The script that ran last, and how often it ran since another one did. */
  last: { readonly code: string; times: number; made?: ReadyScript };
}

/** A script that is a function already, in the memory of the engine. */
interface ReadyScript {
  readonly script: QuickJSHandle;
  readonly image: MemoryImage;
}

/** From this time on in a row, a script is made a function once for all its times: that of a loop, or of all requests of a file. */
const oftenInRow = 10;

/** Makes the memory what it was before the first script, and returns the function of this one, if it is kept. */
function functionIn(engine: Engine, code: string): QuickJSHandle | undefined {
  if (engine.last.code !== code) engine.last = { code, times: 0 };
  const { last } = engine;
  last.times++;
  if (last.made === undefined) {
    engine.image.restore();
    if (last.times !== oftenInRow) return undefined;
    engine.image.clearRest();
    const made = engine.context.evalCode(functionOf(code), 'script.js');
    if (made.error) {
      // It is read once more, and says then what is wrong with it.
      engine.image.restore();
      return undefined;
    }
    last.made = { script: made.value, image: keepMemory(engine.memory) };
  } else last.made.image.restore();
  return last.made.script;
}

/** Returns the code of a script as a function, in which the code begins in the second line. */
function functionOf(code: string): string {
  return `(function () { with (arguments[0]) return (async function () {\n${code}\n}) })`;
}

async function startEngine(wasmModule: object, limits: BoxLimits, library: string): Promise<Engine> {
  const started = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule, emscriptenModule }));
  const runtime = started.newRuntime();
  runtime.setMemoryLimit(limits.memory);
  runtime.setMaxStackSize(stackSize);
  const context = runtime.newContext();
  const evaluate = (code: string) => context.unwrapResult(context.evalCode(code, 'box.js'));
  const host = context.newObject();
  for (const [name, compute] of Object.entries(hostFunctions)) {
    const made = context.newFunction(name, (...values) => {
      const texts = values.map((value) => (context.typeof(value) === 'string' ? context.getString(value) : undefined));
      const result = compute(...texts);
      return result === undefined ? context.undefined : context.newString(result);
    });
    context.setProp(host, name, made);
    made.dispose();
  }
  const assertions = context.unwrapResult(context.evalCode(library, 'assertions.js'));
  const handles = {
    prepared: context.unwrapResult(context.callFunction(evaluate(prepare), context.undefined, host, assertions)),
    begin: evaluate(begin),
    scoped: evaluate(scoped),
    finish: evaluate(finish),
    read: evaluate(read),
  };
  const count = { turns: 0 };
  runtime.setInterruptHandler(() => ++count.turns > limits.turns);
  const memory = started.getWasmMemory();
  return { context, ...handles, count, memory, image: keepMemory(memory), last: { code: '', times: 0 } };
}

/** Returns the texts of functions, which use nothing from outside of themselves. */
function joinedParts(...parts: readonly ((box: Box) => void)[]): string {
  return joinedTexts(...parts);
}

function joinedTexts<Part extends (...given: never[]) => void>(...parts: readonly Part[]): string {
  return parts.map((part) => `(${String(part)})`).join(',');
}

/** Makes the box, with what is the same for all scripts. */
const prepare = `(function (host, expectations) {
  const start = (${String(makeBox)})(host, (${String(makeBytes)})());
  const box = Object.assign(start, (${String(makeResults)})(start), {
    expectations,
    later: (${String(addLater)}),
    addAssertions: (library, received) => {
      for (const add of [${joinedTexts(addStatusAssertions, addBodyAssertions)}]) add(library, received);
    },
  });
  for (const add of [${joinedParts(addHelpers, addDigests, addClient, addAsserts)}]) add(box);
  return { box, postman: (${String(makePostmanParts)})(box) };
})`;

/** Adds to the box what differs from script to script. */
const begin = `(function ({ box, postman }, input) {
  box.begin(JSON.parse(input));
  const later = (names, make) => box.later(box.scope, names, make);
  later(['request'], () => (${String(addRequest)})(box));
  if (box.input.response) later(['response'], () => (${String(addResponse)})(box));
  if (box.input.language === 'block') for (const add of [${joinedParts(addBlocks, addTests)}]) add(box);
  else {
    const [addNew, addOld] = [${joinedTexts(addPm, addOldPostman)}];
    const names = ['postman', 'environment', 'globals', 'tests'];
    if (box.input.response) names.push('responseBody', 'responseTime', 'responseHeaders', 'responseCode');
    later(['pm'], () => addNew(box, postman));
    later(names, () => addOld(box, postman));
  }
  return box;
})`;

/** Lets the variables of a block be read by their names alone. */
const scoped = `(function (box) {
  if (box.input.language !== 'block') return box.scope;
  const isOwn = (name) => Object.prototype.hasOwnProperty.call(box.scope, name);
  return new Proxy(box.scope, {
    has: (scope, name) => {
      if (typeof name !== 'string') return false;
      return isOwn(name) || (!(name in globalThis) && (box.kept(name, false) ?? box.variable(name)) !== undefined);
    },
    get: (scope, name) => {
      if (typeof name !== 'string') return undefined;
      return isOwn(name) ? scope[name] : (box.kept(name, false) ?? box.variable(name));
    },
  });
})`;

const finish = `(function (box, result) {
  const wait = async () => {
    await result;
    for (let at = 0; at < box.waits.length; at++) await box.waits[at];
  };
  return wait().then(() => 'over', (error) => {
    if (error === box.exit) return 'over';
    box.output.problem = { message: 'The script has failed.' };
    const isError = error instanceof Error;
    const message = isError ? (error.name === 'Error' ? error.message : error.name + ': ' + error.message) : box.shown(error);
    box.output.problem = { message: String(message) || 'The script has failed.', place: box.placeIn(isError ? error.stack : '') };
    return 'over';
  });
})`;

const read = '(box) => JSON.stringify(box.output)';

function runIn(engine: Engine, input: ScriptInput, scope: Scope, made: QuickJSHandle | undefined): ScriptOutput {
  const { context } = engine;
  const { runtime } = context;
  const call = (made: QuickJSHandle, ...values: QuickJSHandle[]) =>
    scope.manage(context.unwrapResult(context.callFunction(made, context.undefined, ...values)));
  const box = call(engine.begin, engine.prepared, scope.manage(context.newString(JSON.stringify(input))));
  const names = call(engine.scoped, box);
  const script = made ?? scope.manage(context.unwrapResult(context.evalCode(functionOf(input.code), 'script.js')));
  const promise = call(engine.finish, box, call(call(script, names)));
  for (let jobs = 0; runtime.hasPendingJob() && jobs < maxJobs; jobs += jobsAtOnce) {
    const ran = runtime.executePendingJobs(jobsAtOnce);
    if (ran.error) return failed(context.dump(ran.error));
  }
  const state = context.getPromiseState(promise);
  const json = call(engine.read, box);
  const output = context.typeof(json) === 'string' ? readOutput(context.getString(json)) : undefined;
  if (output === undefined) return failed(new Error('The script has changed what makes its results.'));
  if (state.type === 'pending' && output.wanted === undefined)
    return { ...output, problem: { message: 'The script waits for something that never comes.' } };
  const { problem } = output;
  if (problem !== undefined) return { ...output, problem: { ...problem, message: wordsOfError('', problem.message) } };
  // What was thrown could not even be read.
  return state.type === 'rejected' && output.wanted === undefined
    ? { ...output, problem: { message: 'The script has failed.' } }
    : output;
}

const digests = { md5, sha1, sha256, sha384, sha512 };

const hostFunctions: Readonly<Record<string, (...values: (string | undefined)[]) => string | undefined>> = {
  digest: (algorithm = '', data = '', key) => {
    if (!Object.hasOwn(digests, algorithm)) return undefined;
    const hash = digests[algorithm as keyof typeof digests];
    const bytes = hexToBytes(data);
    return bytesToHex(key === undefined ? hash(bytes) : hmac(hash, hexToBytes(key), bytes));
  },
  select: (json = '', path = '') => jsonAtPath(json, path),
};

/** Returns the output of a script that has ended by an error of the engine. */
function failed(error: unknown): ScriptOutput {
  const { name, message, stack } = readError(error);
  const place = placeIn(stack);
  return {
    ...{ changes: [], tests: [], log: [], pause: 0 },
    problem: { message: wordsOfError(name, message), ...(place && { place }) },
  };
}

function readError(error: unknown): { name: string; message: string; stack: string } {
  if (typeof error === 'string') return { name: '', message: error, stack: '' };
  const {
    name = '',
    message = String(error),
    stack = '',
  } = error as { name?: string; message?: string; stack?: string };
  const cause = (error as { cause?: { name?: string; message?: string; stack?: string } }).cause;
  return {
    name: cause?.name ?? name,
    message: cause?.message ?? message,
    stack: (cause?.stack ?? stack).slice(0, stackShown),
  };
}

function wordsOfError(name: string, message: string): string {
  // Only what the engine itself says; a script may have such words of its own.
  const [, ofEngine = ''] = /^(?:InternalError: )([^]*)$/.exec(name === '' ? message : `${name}: ${message}`) ?? [];
  if (ofEngine === 'interrupted') return 'The script does not end: it has used up its steps.';
  if (ofEngine === 'out of memory') return 'The script needs more memory than it may have.';
  if (ofEngine === 'stack overflow' || message === 'Maximum call stack size exceeded')
    return 'The script calls itself too deeply.';
  if (message.startsWith('Aborted(')) return 'The script has ended its engine.';
  return name === 'SyntaxError' ? `The script cannot be read: ${message}.` : message;
}

function placeIn(stack: string): ScriptPlace | undefined {
  const [, line, column] = /script\.js:(\d+):(\d+)/.exec(stack) ?? [];
  return line === undefined ? undefined : { line: Number(line) - 1, column: Number(column) };
}
