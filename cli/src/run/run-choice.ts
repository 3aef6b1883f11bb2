import type { Engine } from '@rulebook/engine';
import { mayHaveTags, sequencesOf, tagsIn, tagsOf } from '@rulebook/request-file/syntax';
import { count, nearest, visibleLine } from '@rulebook/text';
import { complain } from '../exit-codes';
import { namesOfBlock, type RequestChoice } from '../requests/choose-blocks';
import { textOfInput, type RequestInput, type RequestInputs } from '../requests/find-inputs';
import { openRequests } from '../requests/named-requests';
import type { RunOptions } from './run-options';

/** Returns whether requests are chosen by their tags. */
export function isByTags({ tag = [], notTag = [] }: RunOptions): boolean {
  return tag.length > 0 || notTag.length > 0;
}

/** Returns why the options that choose requests contradict each other, or the inputs. */
export function problemOfChoice(options: RunOptions, { inputs, isSeveral }: RequestInputs): string | undefined {
  const { name, line, all, sequence, output } = options;
  if (sequence !== undefined && (name !== undefined || line !== undefined || all === true))
    return '--sequence cannot be combined with --name, --line and --all; use one of them';
  if (isByTags(options) && (name !== undefined || line !== undefined || sequence !== undefined))
    return '--tag and --not-tag cannot be combined with --name, --line and --sequence; use one of them';
  if (isByTags(options) && inputs.some((input) => input.line !== undefined))
    return 'a line behind a path chooses a request; leave out --tag and --not-tag';
  if (!isSeveral) return undefined;
  if (line !== undefined) return '--line chooses a request of one file; write it behind the path, as in smoke.http:12';
  if (name !== undefined && all === true) return '--name, --line and --all cannot be combined; use one of them';
  return output === undefined
    ? undefined
    : '--output saves the body of one response; name one file, and choose the request with --name or --line';
}

/** Returns what chooses the requests of a file: of several files, and by tags, all are meant. */
export function choiceOf(options: RunOptions, isSeveral: boolean): RequestChoice {
  const { name, line } = options;
  if (isByTags(options)) return { all: true, isWanted: (block) => isWanted(tagsOf(block), options) };
  const isChosen = name !== undefined || line !== undefined;
  return {
    ...(name !== undefined && { name }),
    ...(line !== undefined && { line }),
    all: options.all ?? (isSeveral && !isChosen),
  };
}

function isWanted(tags: readonly string[], { tag = [], notTag = [] }: RunOptions): boolean {
  const has = (lists: readonly string[]) => lists.some((list) => tagsIn(list).some((one) => tags.includes(one)));
  return (tag.length === 0 || has(tag)) && !has(notTag);
}

/** Returns the inputs with requests that the options choose, before anything is sent; a line for standard error where there is none. */
export function chooseInputs(
  engine: Engine,
  { inputs, isSeveral }: RequestInputs,
  options: RunOptions,
): readonly RequestInput[] | string {
  if (isByTags(options)) return chooseByTags(engine, inputs, options);
  const { name, sequence } = options;
  if (!isSeveral || (name === undefined && sequence === undefined)) return inputs;
  const wanted = name ?? sequence ?? '';
  const known = new Set<string>();
  const chosen = inputs.filter((input) => {
    const { path } = input;
    const content = textOfInput(input);
    // Running it says why.
    if ('cause' in content) return true;
    const names = namesInText(engine, path, content.text, name === undefined);
    for (const one of names) known.add(one);
    return names.includes(wanted);
  });
  if (chosen.length > 0) return chosen;
  const meant = nearest(wanted, [...known]);
  const kind = name === undefined ? 'sequence' : 'request';
  const advice = meant === undefined ? '' : `; did you mean ${visibleLine(meant)}?`;
  return `none of the ${count(inputs.length, 'file')} has a ${kind} named ${wanted}${advice}`;
}

function namesInText(engine: Engine, path: string, text: string, ofSequences: boolean): readonly string[] {
  const file = openRequests(engine, path, text);
  return Array.from({ length: file.blocks.size }, (_, block) =>
    ofSequences
      ? sequencesOf(engine.parse(file, block)).map((one) => one.name.text)
      : namesOfBlock(engine, file, block),
  ).flat();
}

function chooseByTags(
  engine: Engine,
  inputs: readonly RequestInput[],
  options: RunOptions,
): readonly RequestInput[] | string {
  /** How many requests have each tag. */
  const known = new Map<string, number>();
  const chosen = inputs.filter((input) => {
    const { path } = input;
    const content = textOfInput(input);
    if ('cause' in content) return true;
    // Most files have none, and need not be read further to know it.
    if (!mayHaveTags(content.text)) return (options.tag ?? []).length === 0;
    const file = openRequests(engine, path, content.text);
    let isChosen = false;
    for (let index = 0; index < file.blocks.size; index++) {
      const block = engine.parse(file, index);
      if (!(block.request ?? block.otherRequest ?? block.runs[0])) continue;
      const tags = tagsOf(block);
      for (const tag of new Set(tags)) known.set(tag, (known.get(tag) ?? 0) + 1);
      isChosen ||= isWanted(tags, options);
    }
    return isChosen;
  });
  const wanted = (options.tag ?? []).flatMap(tagsIn);
  const unknown = [...wanted, ...(options.notTag ?? []).flatMap(tagsIn)].filter((tag) => !known.has(tag));
  const words = unknown.map((tag) => unknownTag(tag, known));
  if (chosen.length === 0) {
    const [first] = words;
    return first !== undefined && wanted.every((tag) => !known.has(tag))
      ? first
      : `no request has the tags that --tag and --not-tag ask for; ${tagList(known)}`;
  }
  for (const line of words) complain(line);
  return chosen;
}

/** A message lists so many tags at most. */
const maxTags = 12;

function unknownTag(tag: string, known: ReadonlyMap<string, number>): string {
  const meant = nearest(tag, [...known.keys()]);
  const advice = meant === undefined ? '' : `; did you mean ${visibleLine(meant)}?`;
  return `no request has the tag ${tag}; ${tagList(known)}${advice}`;
}

function tagList(known: ReadonlyMap<string, number>): string {
  if (known.size === 0) return 'write `# @tag NAME` in front of a request to give it one';
  const sorted = [...known].sort(([, a], [, b]) => b - a);
  const listed = sorted.slice(0, maxTags).map(([tag, number]) => `${visibleLine(tag)} (${number})`);
  const more = known.size > maxTags ? `, and ${known.size - maxTags} more` : '';
  return `the tags are ${listed.join(', ')}${more}`;
}
