import { reasonOf, refused, type Refusal } from '../refusal';
import { isSecretName } from '@rulebook/catalogue/masking/secret-names';
import { asSentence } from '@rulebook/text/sentence';
import { visibleLine } from '@rulebook/text/visible';
import type { AssertResult } from '../asserts/assert-result';
import type { ExpressionValue } from '../asserts/evaluate-asserts';
import type { BodyFile } from '../plan/prepared-request';
import type { PlannedScript } from '../plan/plan';
import { isPrivateFile, usesOf, type PrivateUse } from '../private/private-sources';
import { createFiller } from '../variables/resolve-variables';
import type { RequestValues } from '../variables/request-values';
import { isKeepable, type KeptValues } from '../variables/kept-values';
import { shownWords, type ShownWords } from './shown-words';
import type {
  RunScript,
  ScriptChange,
  ScriptInput,
  ScriptOutput,
  ScriptPlace,
  ScriptRequest,
  ScriptResponse,
} from './model';

/** What the scripts of a request run with. */
export interface ScriptContext extends RequestValues {
  readonly run: RunScript;
  readonly readFile: (path: string) => Promise<BodyFile | Refusal>;
  /** What scripts keep for this request alone. */
  readonly own: KeptValues;
  readonly name: string;
  readonly method: string;
  readonly request: ScriptRequest;
  readonly response?: ScriptResponse;
  /** The private values in the request as it was sent. */
  readonly uses?: readonly PrivateUse[];
  /** What is masked in everything that comes out. */
  readonly secrets?: readonly string[];
  /** The user wants to read what a script says of private values. */
  readonly showsSecrets?: boolean;
  readonly index?: number;
}

/** A line of the log of a script. No text in it holds a secret. */
export interface LogLine {
  readonly text: string;
  /** The line in the file, counted from 0. */
  readonly line: number;
}

/** Why a script has ended early. No text in it holds a secret. */
export interface ScriptFailure {
  /** A sentence. */
  readonly message: string;
  /** Where it is: `line 12, column 5`, or of a file `login.js, line 2, column 5`; lines count from 1. */
  readonly place: string;
  /** The line in the request file, counted from 0. */
  readonly line: number;
}

/** What has come out of the scripts of a request. */
export interface ScriptsEnd {
  readonly tests: readonly AssertResult[];
  readonly log: readonly LogLine[];
  /** How long the next request waits, in milliseconds. */
  readonly pause: number;
  /** Why a script has ended early; those behind it did not run. */
  readonly problem?: ScriptFailure;
}

/** How often a script is run again because it asks for one more variable. */
const maxRounds = 200;

/** Runs scripts one after the other, and keeps what they set. Never rejects. */
export async function runScripts(scripts: readonly PlannedScript[], context: ScriptContext): Promise<ScriptsEnd> {
  const tests: AssertResult[] = [];
  const log: LogLine[] = [];
  let pause = 0;
  for (const script of scripts) {
    const code = await codeOf(script, context);
    if (typeof code !== 'string')
      return { tests, log, pause, problem: problemAt(script, shownSentence(reasonOf(code)), undefined) };
    const read = new WhatWasRead(context);
    const output = await runOne(script, code, read);
    const words = wordsOfScript(code, read);
    const lineOf = (place: ScriptPlace | undefined) =>
      script.path === undefined && place !== undefined ? script.line + place.line - 1 : script.line;
    for (const { name, passed, message, place, judgesStatus } of output.tests)
      tests.push({
        text: visibleLine(words.name(name)),
        line: lineOf(place),
        outcome: passed ? 'passed' : 'failed',
        message: message === '' ? '' : visibleLine(words.text(message)),
        isTest: true,
        ...(judgesStatus && { judgesStatus }),
      });
    for (const line of output.log) log.push({ text: words.text(line.text), line: lineOf(line.place) });
    pause += output.pause;
    const unkept = keepAll(output.changes, read);
    if (unkept !== undefined) return { tests, log, pause, problem: problemAt(script, unkept, undefined) };
    const { problem } = output;
    if (problem !== undefined)
      return {
        ...{ tests, log, pause },
        problem: problemAt(script, shownSentence(words.problem(problem.message)), problem.place),
      };
  }
  return { tests, log, pause };
}

/** Returns how the words of a script are shown: without secrets, and where it has read a private value only what its code says itself. */
function wordsOfScript(code: string, { uses, secrets, context }: WhatWasRead): ShownWords {
  return shownWords(code, { secrets, isKeptBack: uses.length > 0 && context.showsSecrets !== true });
}

/** Evaluates an expression as a script, of which nothing is kept. Never rejects. */
export async function evaluateExpression(
  code: string,
  context: ScriptContext,
): Promise<ExpressionValue & { readonly uses: readonly PrivateUse[] }> {
  const script = `((value) => { exports.$value = value === undefined ? [] : [value]; })(await (\n${code}\n));`;
  // What becomes of an assert decides nothing by itself; who lets it decide carries what it has read.
  const read = new WhatWasRead(context, false);
  const { changes, problem } = await runOne({ phase: 'response', language: 'block' }, script, read);
  const value = changes.findLast(({ kind, name }) => kind === 'set' && name === '$value');
  const { uses, secrets } = read;
  if (problem === undefined && value?.kind === 'set')
    return { json: value.json, secrets, uses, isKeptBack: uses.length > 0 && context.showsSecrets !== true };
  const message =
    problem === undefined ? 'The expression has no value' : wordsOfScript(code, read).problem(problem.message);
  return { problem: shownSentence(message), uses };
}

async function codeOf({ code, path = '' }: PlannedScript, { readFile }: ScriptContext): Promise<string | Refusal> {
  if (code !== undefined) return code;
  const file = await readFile(path);
  if ('cause' in file) return file;
  if (isPrivateFile(path) || isPrivateFile(file.path ?? path))
    return refused(`the file ${path} is private, so it is not run as a script; name a file of JavaScript`);
  return file.text() ?? refused(`the file ${path} is not a text`);
}

async function runOne(
  script: Pick<PlannedScript, 'phase' | 'language'>,
  code: string,
  read: WhatWasRead,
): Promise<ScriptOutput> {
  const { phase, language } = script;
  const { system, own, response, index, name, method, run } = read.context;
  const input = {
    phase,
    language,
    code,
    name,
    method,
    now: system.now(),
    seed: Math.floor(system.random() * 0x1_0000_0000),
    own: Object.fromEntries([...own.entries()].map(([key, { json }]) => [key, json])),
    ...(response !== undefined && { response }),
    ...(index !== undefined && { index }),
  };
  let spent = 0;
  for (let round = 0; round < maxRounds; round++) {
    const output = await run({ spent, ...input, ...read.given() });
    if (output.wanted === undefined) return output;
    spent += output.took ?? 0;
    read.add(output.wanted);
  }
  const message = `The script reads more than ${maxRounds} variables.`;
  return { changes: [], tests: [], log: [], pause: 0, problem: { message } };
}

/** What a script has read of what is private, or may be: it is handed in when the script asks for it, so the script cannot hide that. */
class WhatWasRead {
  readonly context: ScriptContext;
  readonly #values: Record<string, string | null> = {};
  readonly #names = new Set<string>();
  readonly #uses: PrivateUse[] = [];
  readonly #secrets: string[] = [];
  readonly #isCarried: boolean;

  /** `isCarried`: what is read is remembered for all that happens from then on. */
  constructor(context: ScriptContext, isCarried = true) {
    this.context = context;
    this.#isCarried = isCarried;
    // What a script keeps for this request is not withheld from the next one.
    for (const { uses, isSecret, text } of context.own.entries().values()) {
      this.#read(uses);
      if (isSecret) this.#secrets.push(text);
    }
  }

  #read(uses: readonly PrivateUse[]): void {
    this.#uses.push(...uses);
    if (this.#isCarried) this.context.answers.kept.carry(uses);
  }

  /** Returns what is handed in so far. */
  given(): Pick<ScriptInput, 'values' | 'kept' | 'withheld' | 'isClosed' | 'request'> {
    const { answers, request, uses = [] } = this.context;
    const isClosed = answers.kept.carriedElsewhere().length > 0;
    const kept = [...answers.kept.entries()];
    const isOpen = ([name, { uses: ofValue }]: (typeof kept)[number]) =>
      ofValue.length === 0 || this.#names.has(name) || this.#names.has('$names');
    return {
      values: this.#values,
      kept: Object.fromEntries(kept.filter(isOpen).map(([name, { json }]) => [name, json])),
      withheld: kept.filter((one) => !isOpen(one)).map(([name]) => name),
      ...(isClosed && { isClosed }),
      ...((uses.length === 0 || this.#names.has('$request')) && { request }),
    };
  }

  /** Hands in what the script asks for. */
  add(name: string): void {
    const { resolve, system, answers, own, uses = [] } = this.context;
    this.#names.add(name);
    if (name === '$request') {
      this.#read(uses);
      return;
    }
    if (name === '$kept') {
      // What scripts of other files have kept, or cleared, they did with what they had read.
      answers.kept.carry(answers.kept.carriedElsewhere());
      return;
    }
    if (name === '$names') {
      // A name may be made of what its value is made of.
      for (const value of answers.kept.entries().values()) this.#read(value.uses);
      return;
    }
    const kept = answers.kept.get(name);
    if (kept !== undefined && kept.uses.length > 0) {
      this.#read(kept.uses);
      return;
    }
    const filler = createFiller(resolve, system, (one) => own.resolve(one) ?? answers.resolve(one));
    const text = filler.fill([{ variable: name }]);
    const has = filler.unresolved.length === 0 && filler.problem === undefined;
    this.#values[name] = has ? text : null;
    this.#read(usesOf(filler, answers));
    this.#secrets.push(...filler.secrets, ...answers.secretsFor(filler.used));
  }

  get uses(): readonly PrivateUse[] {
    return this.#uses;
  }

  /** What is masked in everything that comes out. */
  get secrets(): readonly string[] {
    const kept = [...this.context.answers.kept.entries().values()];
    return [
      ...(this.context.secrets ?? []),
      ...this.#secrets,
      ...kept.flatMap(({ isSecret, text }) => (isSecret ? [text] : [])),
    ];
  }
}

/** A shorter text is part of others by chance. */
const shortestSecret = 4;

/** Keeps what a script has changed, up to a change that is refused; returns why in a sentence. */
function keepAll(changes: readonly ScriptChange[], read: WhatWasRead): string | undefined {
  for (const change of changes) {
    const unkept = keep(change, read);
    if (unkept !== undefined) return unkept;
  }
  return undefined;
}

function keep(change: ScriptChange, { context, uses, secrets }: WhatWasRead): string | undefined {
  const kept = change.isOwn ? context.own : context.answers.kept;
  if (change.kind === 'clear') {
    kept.clear(change.name);
    return undefined;
  }
  const { name, json, text } = change;
  // The name is left out: it may be made of a private value.
  if (!isKeepable(name))
    return 'The script sets a name that is none of a variable: one that begins with `$`, or that of a request, such as `login.response.body`. Use a name of your own.';
  const isSecret =
    uses.length > 0 ||
    isSecretName(name) ||
    secrets.some((secret) => secret.length >= shortestSecret && text.includes(secret));
  return kept.set(name, { json, text, uses, isSecret })
    ? undefined
    : 'The scripts have kept too much: all values together have at most 16000000 characters. Keep less, or clear what is not needed any more.';
}

/** What the box itself says is a sentence already. */
function shownSentence(message: string): string {
  return asSentence(visibleLine(message).replace(/\.$/, ''));
}

function problemAt(
  { line, column, path }: PlannedScript,
  shown: string,
  place: ScriptPlace | undefined,
): ScriptFailure {
  if (path !== undefined) {
    const within = place === undefined ? '' : `, line ${place.line}, column ${place.column}`;
    return { message: shown, place: `${path}${within}`, line };
  }
  if (place === undefined) return { message: shown, place: `line ${line + 1}`, line };
  // The first line of the code begins behind the bracket.
  const at = place.line === 1 ? column + place.column : place.column;
  return { message: shown, place: `line ${line + place.line}, column ${at}`, line: line + place.line - 1 };
}
