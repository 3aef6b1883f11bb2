import type { Binding, CheckContext } from '@rulebook/checker/binding/model';
import { nameOfRequest } from '@rulebook/checker/binding/request-name';
import type { Catalogue } from '@rulebook/catalogue/service';
import type { Block } from '@rulebook/request-file/syntax/model';
import { keyOfDirective } from '@rulebook/request-file/syntax/sending-directives';
import type { CursorOf } from '../cursor/cursor-at';
import { directiveNamed } from '../directives';
import type { FileScope } from './complete-variable';
import { knownVersions } from './known-versions';
import type { Offer } from './offer';
import { escapeSnippet, placeholder } from './snippet';

/** What is asked about the value of a directive. */
interface DirectiveQuestion {
  readonly block: Block;
  readonly binding: Binding | undefined;
  readonly context: CheckContext;
  readonly catalogue: Catalogue;
  readonly scope: FileScope;
}

/** Something that the value can be, or a word of it. */
interface Candidate {
  readonly text: string;
  readonly detail: string;
  /** With places for what is to be written; absent: the text. */
  readonly snippet?: string;
  /** Something follows: a blank is put behind it, and the list opens again. */
  readonly goesOn?: true;
  readonly rank?: number;
}

/** Returns the candidates at a word of a value; `before` is the value in front of it, with single blanks. */
type Completer = (before: string, question: DirectiveQuestion) => readonly Candidate[];

/** Offers the values of a directive: names, variables, the forms of loops and conditions, times. */
export function completeDirectiveValue(
  cursor: CursorOf<'directive-value'>,
  question: DirectiveQuestion,
): readonly Offer[] {
  const { name, before, word } = cursor;
  const completer = completers.get(keyOfDirective(name));
  const found =
    completer === undefined
      ? before === ''
        ? (directiveNamed(name)?.values ?? []).map((text): Candidate => ({ text, detail: '' }))
        : []
      : completer(before.replace(/\s+/g, ' '), question);
  return found.map(({ text, detail, snippet, goesOn, rank = 0 }) => ({
    label: text,
    kind: text.startsWith('{{') ? 'variable' : 'value',
    reference: { of: 'directive', name: directiveNamed(name)?.name ?? name },
    span: word,
    detail,
    rank,
    ...(goesOn && { newText: `${text} `, filterText: text, triggersNext: true }),
    ...(snippet !== undefined && { newText: snippet, isSnippet: true }),
  }));
}

const time = (...texts: readonly string[]): Completer => {
  const units: readonly Candidate[] = [
    { text: 's', detail: 'seconds' },
    { text: 'ms', detail: 'milliseconds' },
    { text: 'm', detail: 'minutes' },
  ];
  return (before) => (before === '' ? texts.map((text) => ({ text, detail: '' })) : /^\d+$/.test(before) ? units : []);
};
const limit = time('10 s', '500 ms', '2 m');
const pause = time('500 ms', '2 s', '1 m');

const completers: ReadonlyMap<string, Completer> = new Map<string, Completer>([
  ['endpoint', alone(({ context }) => endpointsOf(context))],
  ['target', alone(versionsOf)],
  ['name', alone(namesFor)],
  ['timeout', limit],
  ['connectiontimeout', limit],
  ['delay', pause],
  ['sleep', pause],
  ['ratelimit', limitsBehind],
  ['loop', loopBehind],
  ['for', rowsBehind],
  ['if', alone((question) => variablesOf(question).map(({ text, detail }) => condition(text, detail)))],
  ['disabled', alone(disablingOf)],
  ['prompt', alone(missingVariables)],
  ['secret', alone(missingVariables)],
  ['tag', tagsBehind],
  ['tags', tagsBehind],
]);

/** The value is one word. */
function alone(candidates: (question: DirectiveQuestion) => readonly Candidate[]): Completer {
  return (before, question) => (before === '' ? candidates(question) : []);
}

function endpointsOf({ endpoints }: CheckContext): readonly Candidate[] {
  return endpoints.map((endpoint) => ({
    text: endpoint.name,
    detail: [endpoint.service, endpoint.baseUrl].filter(Boolean).join(' · '),
  }));
}

function versionsOf({ context: { endpoints }, catalogue }: DirectiveQuestion): readonly Candidate[] {
  const versions = endpoints.flatMap(({ version, name: owner }) => (version ? [{ text: version, detail: owner }] : []));
  const named = knownVersions(catalogue).map(({ version, news }) => ({
    text: version,
    detail: `adds ${news.slice(0, 3).join(', ')}${news.length > 3 ? ', …' : ''}`,
  }));
  const all = [...versions, ...named];
  return all.filter(({ text }, index) => all.findIndex((other) => other.text === text) === index);
}

/** A request is named like its operation, or like its title while it has none, unless another one is. */
function namesFor({ block, binding, scope: { names } }: DirectiveQuestion): readonly Candidate[] {
  const { operation } = binding ?? {};
  const title = block.title?.text ?? '';
  const isLong = title.length > longestTitle;
  const found: readonly Candidate[] = [
    ...(operation === undefined
      ? []
      : [{ text: joinedName(operation.id.slice(operation.service.length + 1)), detail: operation.title }]),
    ...(isLong ? [] : [{ text: joinedName(title.replace(/^[A-Z](?![A-Z])/, lowerCase)), detail: 'the title' }]),
  ];
  const isFree = (name: string) => names.requests.get(name) === undefined || nameOfRequest(block)?.text === name;
  return found.filter(
    ({ text }, index) =>
      /^[A-Za-z_]/.test(text) && isFree(text) && found.findIndex((other) => other.text === text) === index,
  );
}

const longestTitle = 40;

/** Joins the words of a text to a name: `open-tickets` to `openTickets`. */
function joinedName(words: string): string {
  return words
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}

/** The variables that the file gives a value, or gets from elsewhere. */
function variablesOf({ block, scope: { names } }: DirectiveQuestion): readonly Candidate[] {
  const details = new Map<string, string>();
  const add = (found: Iterable<string>, detail: (name: string) => string): void => {
    for (const name of found) if (!details.has(name)) details.set(name, detail(name));
  };
  add(
    block.variables.map(({ name }) => name.text),
    () => 'defined in this block',
  );
  add(names.given.keys(), () => 'set by a script, a prompt or a run of this file');
  add(names.variables.keys(), () => 'defined in this file');
  add(
    names.outside?.variables ?? [],
    (name) => `defined in ${names.outside?.importedFrom?.get(name) ?? 'an environment'}`,
  );
  return [...details].map(([text, detail]) => ({ text, detail }));
}

/** A variable in front of an operator of asserts. */
function condition(name: string, detail: string): Candidate {
  return { text: `{{${name}}}`, detail, goesOn: true };
}

function disablingOf(question: DirectiveQuestion): readonly Candidate[] {
  return variablesOf(question).flatMap(({ text: name, detail }) => [
    ...(isIdentifier(name) ? [{ text: `!${name}`, detail: `switched off without a value · ${detail}` }] : []),
    { ...condition(name, `switched off where this holds · ${detail}`), rank: 1 },
  ]);
}

/** The variables of the request that nothing gives a value. */
function missingVariables({ block, scope: { names } }: DirectiveQuestion): readonly Candidate[] {
  const isKnown = (name: string) =>
    names.variables.get(name) !== undefined ||
    names.given.get(name) !== undefined ||
    names.outside?.variables.has(name) === true;
  const missing = block.placeholders.map(({ name }) => name).filter((name) => /^[\w-]+$/.test(name) && !isKnown(name));
  return [...new Set(missing)].map((text) => ({ text, detail: 'used in this request, and not defined', goesOn: true }));
}

const slots: readonly (Candidate & { readonly word: string })[] = [
  { word: 'minIdleTime', ...numbered('minIdleTime', 500, 'Milliseconds between two requests at least') },
  { word: 'max', ...numbered('max', 10, 'So many requests in the time of `expire` at most') },
  { word: 'expire', ...numbered('expire', 60_000, 'The time of `max`, in milliseconds') },
];

function numbered(word: string, number: number, detail: string): Candidate {
  return { text: `${word} ${number}`, detail, snippet: `${word} ${placeholder(1, String(number))}` };
}

/** The words of a rate limit have an order. */
function limitsBehind(before: string): readonly Candidate[] {
  if (before !== '' && !/\d$|^slot \S+$/i.test(before)) return [];
  const last = slots.findLastIndex(({ word }) => before.includes(word));
  const slot: Candidate = {
    ...{ text: 'slot name', detail: 'Shares the limit with requests of this slot', rank: 1 },
    snippet: `slot ${placeholder(1, 'name')}`,
  };
  return [...slots.slice(last + 1), ...(before === '' ? [slot] : [])];
}

const itemsForm: Candidate = {
  ...{ text: '["a", "b"]', detail: 'once for each of these texts', rank: 1 },
  snippet: `["${placeholder(1, 'a')}", "${placeholder(2, 'b')}"]`,
};

function loopBehind(before: string, question: DirectiveQuestion): readonly Candidate[] {
  // The name that gets the items is not the list.
  const own = /^for (?:(?:const|let|var) )?([A-Za-z_$][\w$]*)/.exec(before)?.[1];
  const variables = () =>
    variablesOf(question)
      .filter(({ text }) => text !== own)
      .map(listOf);
  if (before === '')
    return [
      { text: 'for 3', detail: 'so often', snippet: `for ${placeholder(1, '3')}` },
      {
        ...{ text: 'for item of ["a", "b"]', detail: 'once for each of these texts' },
        snippet: `for ${placeholder(1, 'item')} of ["${placeholder(2, 'a')}", "${placeholder(3, 'b')}"]`,
      },
      ...variables().map(({ text, detail }): Candidate => ({
        ...{ text: `for item of ${text}`, detail: `once for each of its items · ${detail}`, rank: 1 },
        snippet: `for ${placeholder(1, 'item')} of ${escapeSnippet(text)}`,
      })),
    ];
  if (/^for (?:(?:const|let|var) )?[A-Za-z_$][\w$]*$/.test(before)) return [{ text: 'of', detail: '', goesOn: true }];
  return /^for (?:(?:const|let|var) )?[A-Za-z_$][\w$]* of$/.test(before) ? [...variables(), itemsForm] : [];
}

function listOf({ text, detail }: Candidate): Candidate {
  return { text: /^[A-Za-z_$][\w$.-]*$/.test(text) ? text : `{{${text}}}`, detail };
}

function rowsBehind(before: string): readonly Candidate[] {
  const file: Candidate = {
    ...{ text: 'file rows.csv', detail: 'once for each row; the columns are variables' },
    snippet: `file ${placeholder(1, 'rows.csv')}`,
  };
  const named: Candidate = {
    ...{ text: 'row of file rows.csv', detail: 'the same, with a name for the row: {{row.column}}' },
    snippet: `${placeholder(1, 'row')} of file ${placeholder(2, 'rows.csv')}`,
  };
  if (before === '') return [file, named];
  if (/^[A-Za-z_$][\w$]* of$/.test(before)) return [file];
  return isIdentifier(before) && before !== 'file' ? [{ text: 'of', detail: '', goesOn: true }] : [];
}

/** The tags that other requests of the file have. */
function tagsBehind(before: string, { scope }: DirectiveQuestion): readonly Candidate[] {
  // A tag may have blanks, so that only a comma ends it.
  if (before !== '' && !before.endsWith(',')) return [];
  const given = before.split(',').map((tag) => tag.trim());
  return scope
    .tags()
    .filter((tag) => !given.includes(tag))
    .map((text) => ({ text, detail: 'a tag of this file' }));
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}
