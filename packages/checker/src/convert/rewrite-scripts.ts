import { nameOfRequest } from '../binding/request-name';
import { lineEndOfFile } from '@rulebook/request-file/format/format-file';
import { occurrencesIn } from '../names/occurrences-in';
import type { Block, Placeholder, Script } from '@rulebook/request-file/syntax/model';
import type { TextEdit } from '@rulebook/text/edit';
import { textIn, type Span } from '@rulebook/text/span';
import { slugOf } from './convert-body';
import { maxBlocks, type BlockEdits, type Conversion, type ConversionPlace } from './model';
import { readSimpleScript, type ScriptStep, type ScriptValue, type SimpleScript } from './simple-script';

/** A script after a response, read but not run. */
interface ReadScript extends SimpleScript {
  readonly script: Script;
}

type SetStep = Extract<ScriptStep, { readonly kind: 'set' }>;

/** Where a variable gets its value. */
interface Setter {
  readonly block: number;
  readonly step: SetStep;
}

/**
 * Rewrites the scripts of a file that only keep values of responses, or compare them: uses of the variables become references to the responses, and
 * comparisons become asserts. Offered in a script, and where a variable is used that one sets.
 */
export function rewriteScripts(place: ConversionPlace): Conversion | undefined {
  const { file, index, span, parse } = place;
  if (file.isMarkdown || file.association || file.blocks.size > maxBlocks || !hasScripts(file)) return undefined;
  const here = parse(index);
  const isInScript = here.scripts.some((script) => meets(script.span, span));
  const used = isInScript
    ? undefined
    : here.placeholders.find((one) => meets(one.span, span))?.name.replace(/^%\s*/, '');
  if (!isInScript && used === undefined) return undefined;
  const rewriting = new Rewriting(place);
  if (used !== undefined && !rewriting.variables.has(used)) return undefined;
  const edits = rewriting.edits();
  if (edits.length === 0) return undefined;
  const what = [
    ...(rewriting.variables.size > 0 ? ['response references'] : []),
    ...(rewriting.hasAsserts ? ['asserts'] : []),
  ];
  return { title: `Rewrite scripts as ${what.join(' and ')}`, kind: 'quickfix', edits };
}

/** Cheaper than reading the blocks. */
function hasScripts({ blocks }: ConversionPlace['file']): boolean {
  return [...blocks].some(({ text }) => text.includes('client.'));
}

/** Returns the edits that rewrite the scripts of a whole file. */
export function scriptEdits(place: Pick<ConversionPlace, 'file' | 'parse'>): readonly BlockEdits[] {
  const { file } = place;
  return file.isMarkdown || file.association || file.blocks.size > maxBlocks ? [] : new Rewriting(place).edits();
}

class Rewriting {
  /** The variables that become references or definitions, with the places that set them. */
  readonly variables: ReadonlyMap<string, readonly Setter[]>;
  hasAsserts = false;
  readonly #blocks: readonly Block[];
  readonly #scripts: readonly (readonly ReadScript[])[];
  readonly #lineEnd: string;
  readonly #names: (string | undefined)[];
  readonly #taken = new Set<string>();
  /** The lines that are added in front of the request of a block. */
  readonly #added = new Map<number, string[]>();

  constructor({ file, parse }: Pick<ConversionPlace, 'file' | 'parse'>) {
    this.#blocks = [...file.blocks].map((_, at) => parse(at));
    this.#lineEnd = lineEndOfFile(file);
    this.#scripts = this.#blocks.map((block) =>
      block.request === undefined
        ? []
        : block.scripts.flatMap((script) =>
            script.kind === 'response-script' && script.code
              ? [{ script, ...readSimpleScript(textIn(block.text, script.code)) }]
              : [],
          ),
    );
    this.#names = this.#blocks.map((block) => nameOfRequest(block)?.text);
    for (const block of this.#blocks) for (const { name } of occurrencesIn(block)) this.#taken.add(name);
    this.variables = this.#variablesToRewrite();
  }

  edits(): readonly BlockEdits[] {
    const edits = this.#blocks.map((block, index) => this.#scriptEditsOf(block, index));
    this.#blocks.forEach((block, index) => {
      edits[index]?.push(...this.#useEditsOf(block, index));
    });
    this.#defineRest();
    this.#blocks.forEach((block, index) => {
      const lines = this.#added.get(index);
      const start = block.request && lineStart(block.text, block.request.lineSpan.start);
      if (lines && start !== undefined)
        edits[index]?.push({
          span: { start, end: start },
          newText: lines.map((line) => line + this.#lineEnd).join(''),
        });
    });
    return edits.flatMap((ofBlock, block) =>
      ofBlock.length === 0 ? [] : [{ block, edits: ofBlock.sort((a, b) => a.span.start - b.span.start) }],
    );
  }

  #variablesToRewrite(): ReadonlyMap<string, readonly Setter[]> {
    const setters = new Map<string, Setter[]>();
    this.#scripts.forEach((scripts, block) => {
      for (const { steps, isComplete } of scripts)
        for (const step of steps) {
          if (step.kind !== 'set' || (step.isInTest === true && !isComplete)) continue;
          setters.set(step.name, [...(setters.get(step.name) ?? []), { block, step }]);
        }
    });
    return new Map([...setters].filter(([name, found]) => this.#canRewrite(name, found)));
  }

  /** Every place that gives the variable a value must be understood, and no script may need it. */
  #canRewrite(name: string, setters: readonly Setter[]): boolean {
    if (!/^[A-Za-z_][\w.-]*$/.test(name)) return false;
    const scripts = this.#blocks.flatMap((block) => block.scripts);
    const assigned = scripts.flatMap((script) => script.names).filter(({ text }) => text === name);
    if (assigned.length !== setters.length) return false;
    const isNeeded = (text: string) =>
      [...text.matchAll(/\.get\(\s*["'`]([^"'`]*)["'`]/g)].some((found) => found[1] === name);
    if (this.#blocks.some(({ scripts: own, text }) => own.some(({ code }) => code && isNeeded(textIn(text, code)))))
      return false;
    const isDefined = this.#blocks.some(({ variables, prompts, runs }) =>
      [...variables, ...prompts, ...runs.flatMap(({ assignments }) => assignments)].some(
        (one) => one.name.text === name,
      ),
    );
    if (isDefined) return false;
    const literals = setters.filter(({ step }) => step.value.kind === 'literal');
    if (literals.length > 0) return setters.length === 1 && isPlain(literals[0]?.step.value);
    if (setters.some(({ block }) => this.#nameable(block) === undefined)) return false;
    // A request cannot take a value from its own response.
    return this.#usesOf(name).every((block) => setterFor(setters, block) !== undefined);
  }

  /** Returns the blocks that use a variable; a definition counts for the whole file, so it is nowhere. */
  #usesOf(name: string): readonly (number | undefined)[] {
    return this.#blocks.flatMap((block, index) =>
      block.placeholders
        .filter((one) => nameIn(one.name) === name)
        .map((one) => (isInDefinition(block, one) ? undefined : index)),
    );
  }

  #scriptEditsOf(block: Block, index: number): TextEdit[] {
    return (this.#scripts[index] ?? []).flatMap(({ script, steps, isComplete }): readonly TextEdit[] => {
      const isWhole = isComplete && steps.every((step) => step.kind === 'assert' || this.variables.has(step.name));
      if (isWhole && steps.length > 0) {
        const asserts = steps.flatMap((step) => (step.kind === 'assert' ? [`?? ${step.text}`] : []));
        this.hasAsserts ||= asserts.length > 0;
        return [
          asserts.length > 0
            ? { span: script.span, newText: asserts.join(this.#lineEnd) }
            : { span: withLines(block.text, script.span), newText: '' },
        ];
      }
      const offset = script.code?.start ?? 0;
      return steps
        .filter((step) => step.kind === 'set' && step.isInTest !== true && this.variables.has(step.name))
        .map(({ span }) => ({ span: statementAt(block.text, span, offset), newText: '' }));
    });
  }

  #useEditsOf(block: Block, index: number): TextEdit[] {
    const { placeholders, text } = block;
    return placeholders.flatMap((placeholder) => {
      const name = nameIn(placeholder.name);
      const place = isInDefinition(block, placeholder) ? undefined : index;
      const setter = setterFor(this.variables.get(name) ?? [], place);
      if (setter === undefined || setter.step.value.kind === 'literal') return [];
      const percent = placeholder.name.startsWith('%') ? '%' : '';
      const newText = `{{${percent}${this.#reference(setter)}}}`;
      return textIn(text, placeholder.span) === newText ? [] : [{ span: placeholder.span, newText }];
    });
  }

  /** Defines what is not used in this file, since other files may use it, and what has a plain value. */
  #defineRest(): void {
    for (const [name, setters] of this.variables) {
      const [first] = setters;
      if (first === undefined) continue;
      const { value } = first.step;
      if (value.kind === 'literal') this.#add(first.block, `@${name} = ${String(value.value)}`);
      else if (this.#usesOf(name).length === 0) this.#add(first.block, `@${name} = {{${this.#reference(first)}}}`);
    }
  }

  #reference({ block, step }: Setter): string {
    const name = this.#nameOf(block);
    return step.value.kind === 'header'
      ? `${name}.response.headers.${step.value.name}`
      : `${name}.response.body.${step.value.kind === 'body' ? step.value.path : '$'}`;
  }

  /** Returns the name of a request, and gives it one if it has none. */
  #nameOf(index: number): string {
    const present = this.#names[index];
    if (present !== undefined) return present;
    const base = this.#nameable(index) ?? 'request';
    let name = base;
    for (let number = 2; this.#taken.has(name); number++) name = `${base}-${number}`;
    this.#taken.add(name);
    this.#names[index] = name;
    this.#add(index, `# @name ${name}`);
    return name;
  }

  /** Returns the name of a request, or one that it can have; undefined for a name that references cannot hold. */
  #nameable(index: number): string | undefined {
    const present = this.#names[index];
    if (present !== undefined) return /^[\w-]+$/.test(present) ? present : undefined;
    const { title, request } = this.#blocks[index] ?? {};
    const segment = request?.target.segments
      .filter(({ text, hasPlaceholder }) => !hasPlaceholder && /[a-z]/i.test(text))
      .at(-1);
    const words = [title?.text ?? '', segment?.text ?? '', 'request'];
    return words.map((word) => slugOf(word).replace(/[^a-z0-9_-]/g, '')).find((word) => /^[a-z_][\w-]*$/.test(word));
  }

  #add(block: number, line: string): void {
    this.#added.set(block, [...(this.#added.get(block) ?? []), line]);
  }
}

/** Returns which of several values a request would find, when the requests are sent in order; in front of all, the first one. */
function setterFor(setters: readonly Setter[], block: number | undefined): Setter | undefined {
  if (block === undefined) return setters[0];
  return setters.filter((one) => one.block < block).at(-1) ?? setters.find((one) => one.block > block);
}

/** Returns whether a definition can hold the value as it is. */
function isPlain(value: ScriptValue | undefined): boolean {
  if (value?.kind !== 'literal') return false;
  const text = String(value.value);
  return text !== '' && text === text.trim() && !/[\r\n]|\{\{/.test(text);
}

function isInDefinition({ variables }: Block, { span }: Placeholder): boolean {
  return variables.some((variable) => meets(variable.span, span));
}

function nameIn(written: string): string {
  return written.startsWith('%') ? written.slice(1).trim() : written;
}

function meets(one: Span, other: Span): boolean {
  return one.start <= other.end && other.start <= one.end;
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** Returns the lines of a span with their line end, and with the blank lines above. */
function withLines(text: string, { start, end }: Span): Span {
  let first = lineStart(text, start);
  const above = /(?:\r?\n[ \t]*)*$/.exec(text.slice(0, first))?.[0].length ?? 0;
  if (above > 0) first = first - above + (text.startsWith('\r\n', first - above) ? 2 : 1);
  const lineFeed = text.indexOf('\n', end);
  const next = lineFeed < 0 ? text.length : lineFeed + 1;
  // The blank lines above stay where something follows at once.
  const keepsGap = text.slice(next).trim() !== '' && !/^[ \t]*\r?\n/.test(text.slice(next));
  return { start: keepsGap ? lineStart(text, start) : first, end: next };
}

/** Returns a statement of a script in its block with its semicolon, and with its line if nothing else is on it. */
function statementAt(text: string, { start, end }: Span, offset: number): Span {
  const from = offset + start;
  const behind = /^[ \t]*;?[ \t]*/.exec(text.slice(offset + end))?.[0].length ?? 0;
  const to = offset + end + behind;
  const line = lineStart(text, from);
  const isAlone = text.slice(line, from).trim() === '' && /^\r?\n/.test(text.slice(to));
  return isAlone ? { start: line, end: text.indexOf('\n', to) + 1 } : { start: from, end: to };
}
