import { nameOfRequest } from '../binding/request-name';
import { rowsFileOf } from '../binding/rows-of';
import { variableWordsOf } from '@rulebook/request-file/scripts/variable-words';
import { readDisabling } from '@rulebook/request-file/syntax/condition';
import { placesIn } from '@rulebook/request-file/syntax/definitions-at';
import type { Block, Directive, Script, Token } from '@rulebook/request-file/syntax/model';
import { token, trimmed } from '@rulebook/request-file/syntax/parse-target';
import { placeholdersOf } from '@rulebook/request-file/syntax/placeholders';
import { sequenceOf } from '@rulebook/request-file/syntax/sequences';
import { rightsFilesOf } from '@rulebook/request-file/syntax/rights-of';
import type { Span } from '@rulebook/text/span';
import type { NameContext, NameKind, NameOccurrence } from './occurrence';

/** Returns the names that the block defines and uses, in the order of the text. */
export function occurrencesIn(block: Block): readonly NameOccurrence[] {
  if (block.isProse) return [];
  const found = [
    ...definitionsOf(block),
    ...namesGiven(block),
    ...requestNames(block),
    ...block.placeholders.flatMap(({ span }) => ofPlaceholder(block.text, span)),
    ...usesInMessages(block),
    // Their lines count as comments, whose placeholders are not those of the request.
    ...[...block.imports, ...block.runs, ...block.outputs, ...block.earlier, ...block.directives].flatMap(({ span }) =>
      placeholdersIn(block.text, span),
    ),
    ...namesInLines(block),
    ...block.scripts.flatMap((script) => usesInScript(block.text, script)),
    ...filesOf(block),
  ];
  return inOrder(placed(found, block));
}

/** Returns the occurrences with their places: which definitions of the block are above them. */
function placed(found: NameOccurrence[], block: Block): NameOccurrence[] {
  if (!found.some(({ by }) => by === 'definition')) return found;
  const placeOf = placesIn(block);
  return found.map((one) => {
    if (one.kind !== 'variable' || one.role === 'definition') return one;
    const { offset, definition } = placeOf(one.span.start);
    return { ...one, place: offset, ...(definition && { within: definition.name }) };
  });
}

/** Returns those of the names of a block that its prompts, scripts, lines `run` and directives define, and those that such lines and directives name. */
export function occurrencesInLines(block: Block): readonly NameOccurrence[] {
  const { prompts, scripts, runs, directives } = block;
  if (block.isProse || (prompts.length + scripts.length + runs.length === 0 && areNames(directives))) return none;
  const found = [...namesGiven(block), ...namesInLines(block)];
  return found.length === 0 ? none : inOrder(found);
}

const none: readonly NameOccurrence[] = [];

/** Returns whether the directives do nothing but name their request, as those of most requests. */
function areNames(directives: readonly Directive[]): boolean {
  for (const { name } of directives) if (name.text !== 'name') return false;
  return true;
}

function inOrder(found: NameOccurrence[]): readonly NameOccurrence[] {
  return found.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

function namesInLines({ text, directives, runs }: Block): readonly NameOccurrence[] {
  return [
    ...directives.flatMap((directive) => ofDirective(text, directive)),
    ...runs.flatMap(({ request, assignments }) => [
      ...(request ? [reference('request', request, 'run')] : []),
      ...assignments.map(({ name }) => reference('variable', name, 'assignment')),
    ]),
  ];
}

function namesGiven({ prompts, scripts, text }: Block): readonly NameOccurrence[] {
  return [
    ...prompts.map(({ name }) => definition('variable', name, 'prompt')),
    ...scripts.flatMap(({ names }) =>
      names.map((name) => inScript(definition('variable', name, 'script'), text[name.span.start - 1] === '.')),
    ),
  ];
}

function inScript(occurrence: NameOccurrence, isWord: boolean): NameOccurrence {
  return isWord ? { ...occurrence, isWord: true } : occurrence;
}

/** A request of another protocol is not sent, so its variables need no value; the tool that sends it has them nevertheless. */
function usesInMessages({ text, otherRequest }: Block): readonly NameOccurrence[] {
  return otherRequest === undefined || otherRequest.curl !== undefined ? [] : placeholdersIn(text, otherRequest.span);
}

/** Of a text between these lines, nothing is a definition: what is in a body is sent. */
function definitionsOf({ variables }: Block): readonly NameOccurrence[] {
  return variables.map(({ name }) => definition('variable', name, 'definition'));
}

/** Returns the names of the block's request. Lines such as `run #…` find it by its title as well, which may have several words. */
function requestNames(block: Block): readonly NameOccurrence[] {
  if ((block.request ?? block.otherRequest) === undefined || block.association !== undefined) return [];
  const { title } = block;
  const name = nameOfRequest(block);
  return [
    ...(title ? [definition('request', title, 'title')] : []),
    ...(name && name !== title ? [definition('request', name, 'directive')] : []),
  ];
}

const responseOf = /^([\w-]+)\.(?:response|request)(?=[.[]|$)/;
const memberOf = /^([A-Za-z_][\w-]*)\.[\w.[\]'"-]+$/;
/** A variable that is an argument of a system variable: `{{$dotenv %name}}`. */
const argument = /^\$\w+\s+%\s*/;
/** A variable that is looked for in environments only. */
const outside = /^\$(shared|dotenv)\s+(?=[^\s%])/i;
/** What is longer or holds such characters is an expression of another tool. */
const isName = /^[^\s{}()[\]"'`]{1,200}$/;

function ofPlaceholder(text: string, whole: Span): readonly NameOccurrence[] {
  const inner = trimmed(text, { start: whole.start + 2, end: whole.end - 2 });
  const written = text.slice(inner.start, inner.end);
  const ofOutside = outside.exec(written);
  const lead = ofOutside?.[0].length ?? (written.startsWith('$') ? argument : /^%?\s*/).exec(written)?.[0].length ?? -1;
  const rest = written.slice(lead);
  if (lead < 0 || rest === '' || rest.startsWith('$')) return [];
  const start = inner.start + lead;
  const reach = { start: whole.start, end: whole.end };
  const at = (kind: NameKind, name: string, by: NameContext, more: Partial<NameOccurrence> = {}): NameOccurrence => {
    return { kind, role: 'reference', name, span: { start, end: start + name.length }, by, reach, ...more };
  };
  if (ofOutside) {
    const by = ofOutside[1]?.toLowerCase() === 'dotenv' ? 'dotenv' : 'shared';
    return isName.test(rest) ? [at('environment-variable', rest, by)] : [];
  }
  const request = responseOf.exec(rest)?.[1];
  if (request !== undefined) return [at('request', request, 'response')];
  const object = memberOf.exec(rest)?.[1];
  const member = object === undefined ? [] : [at('request', object, 'member', { whole: rest })];
  return isName.test(rest) ? [...member, at('variable', rest, 'placeholder')] : member;
}

/** Returns the names in the placeholders of a part of a text. */
export function placeholdersIn(text: string, { start, end }: Span): readonly NameOccurrence[] {
  return placeholdersOf(text.slice(start, end), []).flatMap(({ span }) =>
    ofPlaceholder(text, { start: start + span.start, end: start + span.end }),
  );
}

/** Where a row of a file is named: `user of file users.csv`. */
const rows = /^([A-Za-z_$][\w$]*)[ \t]+of[ \t]+file[ \t]/d;
const loop = /^for\s+(?:(?:const|let|var)\s+)?([A-Za-z_$][\w$]*)\s+of\s+(?:([A-Za-z_][\w-]*)$)?/d;

function ofDirective(text: string, { name, value, span }: Directive): readonly NameOccurrence[] {
  if (value === undefined || value.text === '') return [];
  switch (name.text.toLowerCase().replaceAll('-', '')) {
    case 'ref':
    case 'forceref':
      return [reference('request', value, 'directive')];
    case 'sequence':
      return (sequenceOf(text, { name, value, span })?.members ?? []).map((member) =>
        reference('request', member, 'sequence'),
      );
    case 'endpoint':
      return value.text.includes('{{') ? [] : [reference('endpoint', value, 'directive')];
    case 'disabled': {
      const condition = value.text.startsWith('{{') ? undefined : readDisabling(value.text);
      // A boolean is not a name, and of a member of `this` httpYac does not expect a value.
      if (condition === undefined || condition.mayBeAbsent || /^(?:true|false)$/.test(condition.variable)) return [];
      const { start, end } = condition.variableSpan;
      return [
        reference('variable', token(text, { start: value.span.start + start, end: value.span.start + end }), 'loop'),
      ];
    }
    case 'for': {
      const [, row] = rows.exec(value.text)?.indices ?? [];
      if (row === undefined) return [];
      const [start, end] = row;
      const span = { start: value.span.start + start, end: value.span.start + end };
      return [definition('variable', token(text, span), 'loop')];
    }
    case 'loop': {
      const [, item, list] = loop.exec(value.text)?.indices ?? [];
      const at = ([start, end]: readonly [number, number]): Token =>
        token(text, { start: value.span.start + start, end: value.span.start + end });
      return [
        ...(item ? [definition('variable', at(item), 'loop')] : []),
        ...(list ? [reference('variable', at(list), 'loop')] : []),
      ];
    }
    default:
      return [];
  }
}

/** How scripts of other tools read a variable, or take its value away: the name is in quotes. */
const read =
  /\b(?:client\.(?:global|environment)|(?:client|request)\.(?:variables|environment)(?:\.\w+)?)\.(?:get|clear)\(\s*(["'`])([^"'`$\\\n]+)\1/g;
/** How they read it as a member. */
const readMember =
  /(?<![\w$.])(?:client\.global\.(?!(?:get|set|clear|clearAll|isEmpty)\b)|\$global\.|(?:module\.)?exports\.)([A-Za-z_$][\w$]*)(?![\w$])(?!\s*=(?!=))/g;
/** Longer scripts are not searched. In UTF-16 code units. */
const longestScript = 100_000;

/** Returns the variables that a script names, with those that it gives a value. */
export function namesInScript(text: string, script: Script): readonly NameOccurrence[] {
  return [...script.names.map((name) => definition('variable', name, 'script')), ...usesInScript(text, script)];
}

function usesInScript(text: string, { code, kind }: Script): readonly NameOccurrence[] {
  if (code === undefined || code.end - code.start > longestScript) return [];
  const source = text.slice(code.start, code.end);
  const at = (start: number, end: number, isWord: boolean): NameOccurrence =>
    inScript(reference('variable', token(text, { start, end }), 'script'), isWord);
  return [
    ...[...source.matchAll(read)].map(({ 0: all, 2: name = '', index }) => {
      const end = code.start + index + all.length - 1;
      return at(end - name.length, end, false);
    }),
    ...[...source.matchAll(readMember)].map(({ 0: all, 1: name = '', index }) => {
      const end = code.start + index + all.length;
      return at(end - name.length, end, true);
    }),
    // In the blocks of httpYac, variables are words of the script.
    ...(kind === 'inline-script'
      ? variableWordsOf(source, code.start).map(({ span }) => at(span.start, span.end, true))
      : []),
  ];
}

function filesOf(block: Block): readonly NameOccurrence[] {
  const { request, imports, runs, scripts, outputs, earlier } = block;
  const body = request?.body;
  const ofBody =
    body?.kind === 'file'
      ? [body]
      : body?.kind === 'text'
        ? (body.files ?? [])
        : body?.kind === 'graphql' && body.file
          ? [body.file]
          : [];
  const lists: readonly (readonly [
    NameContext,
    readonly { readonly path?: Token; readonly fillsVariables?: boolean }[],
  ])[] = [
    ['body', ofBody],
    ['import', imports],
    ['rights-of', rightsFilesOf(block).map((path) => ({ path }))],
    ['rows', rowsFilesOf(block)],
    ['run', runs],
    ['script', scripts],
    ['output', outputs],
    ['earlier-answer', earlier],
  ];
  return lists.flatMap(([by, lines]) =>
    lines.flatMap(({ path, fillsVariables }): NameOccurrence[] =>
      path && !path.text.includes('{{')
        ? [{ ...reference('file', path, by), ...(fillsVariables === true && { isFilled: true }) }]
        : [],
    ),
  );
}

function rowsFilesOf(block: Block): readonly { readonly path: Token }[] {
  const rows = rowsFileOf(block);
  return rows === undefined ? [] : [{ path: { text: rows.path, span: rows.span } }];
}

function reference(kind: NameKind, { text, span }: Token, by: NameContext): NameOccurrence {
  return { kind, role: 'reference', name: text, span, by };
}

function definition(kind: NameKind, { text, span }: Token, by: NameContext): NameOccurrence {
  return { kind, role: 'definition', name: text, span, by };
}
