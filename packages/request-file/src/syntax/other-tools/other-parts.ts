import type { Span } from '@rulebook/text/span';
import { isSecretName } from '@rulebook/catalogue/masking/secret-names';
import type {
  Directive,
  EarlierResponseLine,
  ImportLine,
  OtherParts,
  OutputLine,
  Prompt,
  RunLine,
  Token,
  UnsupportedConstruct,
  VariableDefinition,
} from '../model';
import { token, trimmed } from '../parse-target';
import { constructNamed, type OtherKind } from '../constructs';
import { readScript } from './read-script';

/** The parts of a block that has none of them. */
export const noOtherParts: OtherParts = { imports: [], runs: [], prompts: [], scripts: [], outputs: [], earlier: [] };

/** Returns what the constructs of other tools and the comment directives of a block say. */
export function readOtherParts(
  text: string,
  constructs: readonly UnsupportedConstruct[],
  directives: readonly Directive[],
): OtherParts {
  if (constructs.length === 0 && !directives.some(({ name }) => isPrompt(name.text))) return noOtherParts;
  const imports: ImportLine[] = directives.flatMap(({ name, value, span }) =>
    /^import$/i.test(name.text) && value ? [{ path: value, span }] : [],
  );
  const lines = ofKind(constructs, 'import').flatMap(({ span }) => readImport(text, span) ?? []);
  return {
    imports: [...imports, ...lines].sort((a, b) => a.span.start - b.span.start),
    runs: ofKind(constructs, 'run').flatMap(({ span }) => readRun(text, span) ?? []),
    prompts: directives.flatMap((directive) => readPrompt(text, directive) ?? []),
    scripts: constructs.flatMap(({ kind, span }) =>
      kind === 'request-script' || kind === 'response-script' || kind === 'inline-script'
        ? [readScript(text, kind, span)]
        : [],
    ),
    outputs: ofKind(constructs, 'output-file').flatMap(({ span }) => readOutput(text, span) ?? []),
    earlier: ofKind(constructs, 'earlier-answer').flatMap(({ span }) => readEarlier(text, span) ?? []),
  };
}

function ofKind(constructs: readonly UnsupportedConstruct[], wanted: UnsupportedConstruct['kind']) {
  return constructs.filter(({ kind }) => kind === wanted);
}

function isPrompt(name: string): boolean {
  return /^(?:prompt|secret)$/i.test(name);
}

/** Returns the text behind what begins a construct; undefined when there is nothing. */
function behind(text: string, { start, end }: Span, kind: OtherKind): Token | undefined {
  const head = constructNamed(kind).begins.exec(text.slice(start, end))?.[0];
  if (head === undefined) return undefined;
  const rest = token(text, trimmed(text, { start: start + head.length, end }));
  return rest.text === '' ? undefined : rest;
}

function readImport(text: string, span: Span): ImportLine | undefined {
  const path = behind(text, span, 'import');
  return path && { path, span };
}

function readOutput(text: string, span: Span): OutputLine | undefined {
  const path = behind(text, span, 'output-file');
  return path && { path, overwrites: text.startsWith('>>!', span.start), span };
}

function readEarlier(text: string, span: Span): EarlierResponseLine | undefined {
  const path = behind(text, span, 'earlier-answer');
  return path && { path, span };
}

const assignment = /@([^\s=@,]+)\s*=([^,]*)/g;

function readRun(text: string, span: Span): RunLine | undefined {
  const whole = behind(text, span, 'run');
  if (whole === undefined) return undefined;
  const given = startOfAssignments(whole.text);
  const end = whole.span.start + (given ?? whole.text.length);
  const what = token(text, trimmed(text, { start: whole.span.start, end }));
  const values = given === undefined ? [] : readAssignments(text, { start: end + 1, end: whole.span.end - 1 });
  if (!what.text.startsWith('#')) return { path: what, assignments: values, span };
  const request = token(text, trimmed(text, { start: what.span.start + 1, end: what.span.end }));
  return { ...(request.text !== '' && { request }), assignments: values, span };
}

/** Returns where the values of variables begin, which are in brackets at the end of the line: `(@a=1, @b=2)`. */
function startOfAssignments(line: string): number | undefined {
  const start = line.endsWith(')') ? line.lastIndexOf('(@') : -1;
  return start > 0 && /\s/.test(line.charAt(start - 1)) ? start : undefined;
}

function readAssignments(text: string, { start: offset, end: last }: Span): VariableDefinition[] {
  return [...text.slice(offset, last).matchAll(assignment)].map((match) => {
    const [one, name = ''] = match;
    const start = offset + match.index;
    const end = start + one.length;
    const value = trimmed(text, { start: start + one.indexOf('=') + 1, end });
    return {
      name: token(text, { start: start + 1, end: start + 1 + name.length }),
      value: token(text, value),
      span: { start, end: Math.max(value.end, start + 1 + name.length) },
    };
  });
}

function readPrompt(text: string, { name, value, span }: Directive): Prompt | undefined {
  if (!isPrompt(name.text) || value === undefined) return undefined;
  const [word = ''] = value.text.split(/\s/, 1);
  const variable = token(text, { start: value.span.start, end: value.span.start + word.length });
  const { choices, end } = readChoices(text, { start: variable.span.end, end: value.span.end });
  const description = token(text, trimmed(text, { start: variable.span.end, end }));
  const [first] = choices;
  return {
    name: variable,
    ...(description.text !== '' && { description }),
    ...(choices.length > 1 ? { choices } : first && { default: first }),
    isSecret: /^secret$/i.test(name.text) || isSecretName(word) || /^pass$/i.test(word),
    span,
  };
}

/** Reads the list `[a, b]` at the end of a prompt, and returns where the text in front of it ends. */
function readChoices(text: string, { start, end }: Span): { readonly choices: readonly Token[]; readonly end: number } {
  const open = text.lastIndexOf('[', end - 1);
  if (open < start || text[end - 1] !== ']') return { choices: [], end };
  const choices: Token[] = [];
  let at = open + 1;
  for (const part of text.slice(at, end - 1).split(',')) {
    const choice = token(text, trimmed(text, { start: at, end: at + part.length }));
    if (choice.text !== '') choices.push(choice);
    at += part.length + 1;
  }
  return { choices, end: open };
}
