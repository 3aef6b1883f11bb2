import { isSecretName } from '../../masking/secret-names';
import { redact } from '../../masking/masker';
import { asSentence } from '../../text/sentence';
import { visibleLine } from '../../text/visible';
import type { AssertResult } from '../asserts/assert-result';
import type { ExpressionValue } from '../asserts/evaluate-asserts';
import type { BodyFile, PlannedScript } from '../plan/plan';
import { usesOf, type PrivateUse } from '../private/private-sources';
import type { NamedResponses } from '../variables/named-responses';
import { createFiller } from '../variables/resolve-variables';
import type { Resolve, SystemPorts } from '../variables/system-variables';
import type { KeptValues } from '../variables/kept-values';
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
export interface ScriptContext {
  readonly run: RunScript;
  readonly readFile: (path: string) => Promise<BodyFile | { readonly problem: string }>;
  readonly resolve: Resolve;
  readonly system: SystemPorts;
  /** What later requests find, too. */
  readonly answers: NamedResponses;
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
    if (typeof code !== 'string') return { tests, log, pause, problem: problemAt(script, code.problem, undefined, []) };
    const read = new WhatWasRead(context);
    const output = await runOne(script, code, read);
    const { secrets } = read;
    const lineOf = (place: ScriptPlace | undefined) =>
      script.path === undefined && place !== undefined ? script.line + place.line - 1 : script.line;
    for (const change of output.changes) keep(change, read);
    const judges = /\b(?:response\.(?:status(?:Code)?|responseCode)|test\.status)\b/.test(code);
    for (const { name, passed, message, place } of output.tests)
      tests.push({
        text: visibleLine(redact(name, secrets)),
        line: lineOf(place),
        outcome: passed ? 'passed' : 'failed',
        message: visibleLine(redact(message, secrets)),
        isTest: true,
        ...(judges && { judgesStatus: true }),
      });
    for (const line of output.log) log.push({ text: redact(line.text, secrets), line: lineOf(line.place) });
    pause += output.pause;
    const { problem } = output;
    if (problem !== undefined)
      return { tests, log, pause, problem: problemAt(script, problem.message, problem.place, secrets) };
  }
  return { tests, log, pause };
}

/** Evaluates an expression as a script, of which nothing is kept. Never rejects. */
export async function evaluateExpression(code: string, context: ScriptContext): Promise<ExpressionValue> {
  const script = `((value) => { exports.$value = value === undefined ? [] : [value]; })(await (\n${code}\n));`;
  const read = new WhatWasRead(context);
  const { changes, problem } = await runOne({ phase: 'response', language: 'block' }, script, read);
  const value = changes.findLast(({ kind, name }) => kind === 'set' && name === '$value');
  if (problem === undefined && value?.kind === 'set') return { json: value.json, secrets: read.secrets };
  return { problem: shownSentence(problem?.message ?? 'The expression has no value', read.secrets) };
}

async function codeOf(
  { code, path = '' }: PlannedScript,
  { readFile }: ScriptContext,
): Promise<string | { readonly problem: string }> {
  if (code !== undefined) return code;
  const file = await readFile(path);
  if ('problem' in file) return file;
  return file.text() ?? { problem: `the file ${path} is not a text` };
}

async function runOne(
  script: Pick<PlannedScript, 'phase' | 'language'>,
  code: string,
  read: WhatWasRead,
): Promise<ScriptOutput> {
  const { phase, language } = script;
  const { system, own, response, index, name, method, run } = read.context;
  const input = {
    ...{ phase, language, code, name, method },
    now: system.now(),
    seed: Math.floor(system.random() * 0x1_0000_0000),
    own: Object.fromEntries([...own.entries()].map(([key, { json }]) => [key, json])),
    ...(response !== undefined && { response }),
    ...(index !== undefined && { index }),
  };
  for (let round = 0; round < maxRounds; round++) {
    const output = await run({ ...input, ...read.given() });
    if (output.wanted === undefined) return output;
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

  constructor(context: ScriptContext) {
    this.context = context;
    // What a script keeps for this request is not withheld from the next one.
    for (const { uses, isSecret, text } of context.own.entries().values()) {
      this.#uses.push(...uses);
      if (isSecret) this.#secrets.push(text);
    }
  }

  /** Returns what is handed in so far. */
  given(): Pick<ScriptInput, 'values' | 'kept' | 'withheld' | 'request'> {
    const { answers, request, uses = [] } = this.context;
    const kept = [...answers.kept.entries()];
    const isOpen = ([name, { uses: ofValue }]: (typeof kept)[number]) => ofValue.length === 0 || this.#names.has(name);
    return {
      values: this.#values,
      kept: Object.fromEntries(kept.filter(isOpen).map(([name, { json }]) => [name, json])),
      withheld: kept.filter((one) => !isOpen(one)).map(([name]) => name),
      ...((uses.length === 0 || this.#names.has('$request')) && { request }),
    };
  }

  /** Hands in what the script asks for. */
  add(name: string): void {
    const { resolve, system, answers, own, uses = [] } = this.context;
    this.#names.add(name);
    if (name === '$request') {
      this.#uses.push(...uses);
      return;
    }
    const kept = answers.kept.get(name);
    if (kept !== undefined && kept.uses.length > 0) {
      this.#uses.push(...kept.uses);
      return;
    }
    const filler = createFiller(resolve, system, (one) => own.resolve(one) ?? answers.resolve(one));
    const text = filler.fill([{ variable: name }]);
    const has = filler.unresolved.length === 0 && filler.problem === undefined;
    this.#values[name] = has ? text : null;
    this.#uses.push(...usesOf(filler, answers));
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

function keep(change: ScriptChange, { context, uses, secrets }: WhatWasRead): void {
  const kept = change.isOwn ? context.own : context.answers.kept;
  if (change.kind === 'clear') {
    kept.clear(change.name);
    return;
  }
  const { name, json, text } = change;
  const isSecret =
    uses.length > 0 ||
    isSecretName(name) ||
    secrets.some((secret) => secret.length >= shortestSecret && text.includes(secret));
  kept.set(name, { json, text, uses, isSecret });
}

/** What the box itself says is a sentence already. */
function shownSentence(message: string, secrets: readonly string[]): string {
  return asSentence(visibleLine(redact(message, secrets)).replace(/\.$/, ''));
}

function problemAt(
  { line, column, path }: PlannedScript,
  message: string,
  place: ScriptPlace | undefined,
  secrets: readonly string[],
): ScriptFailure {
  const shown = shownSentence(message, secrets);
  if (path !== undefined) {
    const within = place === undefined ? '' : `, line ${place.line}, column ${place.column}`;
    return { message: shown, place: `${path}${within}`, line };
  }
  if (place === undefined) return { message: shown, place: `line ${line + 1}`, line };
  // The first line of the code begins behind the bracket.
  const at = place.line === 1 ? column + place.column : place.column;
  return { message: shown, place: `line ${line + place.line}, column ${at}`, line: line + place.line - 1 };
}
