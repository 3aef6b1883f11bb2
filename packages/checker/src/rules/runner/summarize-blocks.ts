import { literalPlaceholdersOf } from '../../binding/literal-placeholders';
import type { NameOccurrence } from '../../names/occurrence';
import { occurrencesInLines } from '../../names/occurrences-in';
import { scriptFilesOf } from '../../binding/inclusion';
import { directiveOf, type Binding, type CheckContext } from '../../binding/model';
import { nameOfRequest } from '../../binding/request-name';
import { isOfRow, knownRowsOf, type KnownRows } from '../../binding/rows-of';
import { placeholdersInDirectives } from '@rulebook/request-file/syntax/directive-placeholders';
import type { Block, Placeholder, Token } from '@rulebook/request-file/syntax/model';
import { asHttpYacReference, isBehindRequest } from '@rulebook/request-file/syntax/own-response';
import { namesInScriptText } from '@rulebook/request-file/syntax/other-tools/read-script';
import type { Span } from '@rulebook/text/span';
import { instancesNamedIn } from '../across/named-instances';
import { loneRequestOf } from '../across/lone-request';
import { resourceUseOf } from '../across/resource-use';
import type { BlockSummary } from '../across/summary';
import { noOwn, ownSummaries, type SummarizedBlock } from './own-summaries';
import type { PreparedRules } from './prepare-rules';

/** Returns what the file rules may know about each of these blocks, as far as it matters; it contains no secret and no body. */
export function summarizeBlocks(blocks: readonly SummarizedBlock[], rules: PreparedRules): readonly BlockSummary[] {
  const resources = blocks.map(({ block, binding }) =>
    binding === undefined ? undefined : resourceUseOf(block, binding),
  );
  const own = ownSummaries(blocks, rules);
  return blocks.map((one, index) => summaryOf(one, resources[index], own[index] ?? noOwn));
}

function summaryOf(
  { block, binding, context }: SummarizedBlock,
  resource: BlockSummary['resource'],
  { own, outlineOf }: Pick<BlockSummary, 'own' | 'outlineOf'>,
): BlockSummary {
  const isSent = block.request !== undefined || block.otherRequest?.curl !== undefined;
  const name = isSent ? nameOfRequest(block) : undefined;
  const lone = binding === undefined ? undefined : loneRequestOf(block, binding);
  const instances = binding === undefined ? none : instancesNamedIn(block, binding.service);
  const rows = knownRowsOf(block, context);
  const uses = usesOf(block, binding, rows);
  const inLines = occurrencesInLines(block);
  const scripts = block.scripts.length === 0 ? noScripts : namesOfScripts(block, context.include);
  const ownGiven = givenIn(inLines);
  const given = scripts.variables.length === 0 ? ownGiven : [...ownGiven, ...scripts.variables];
  const isOpen = scripts.isOpen || opensNames(block, rows !== undefined);
  const imports = block.imports.length > 0;
  const references = referencesIn(inLines);
  const otherNames = otherNamesOf(block, name);
  const [firstScript] = block.scripts;
  const script = firstScript && firstLineOf(block.text, firstScript.span);
  const isPlain =
    !name &&
    !resource &&
    !own &&
    !lone &&
    !isOpen &&
    !rows &&
    !imports &&
    !script &&
    instances.length + given.length + references.length + otherNames.length === 0;
  // A file may have hundreds of thousands of such blocks.
  if (isPlain && block.variables.length + uses.length + block.suppressions.length === 0) return plainSummary;
  const summary: Mutable<BlockSummary> = {
    definitions:
      block.variables.length === 0 ? noUses : block.variables.map(({ name }) => ({ name: name.text, span: name.span })),
    uses,
    requestName: name && requestNameOf(block, name),
    resource,
    own,
  };
  if (given.length > 0) summary.given = given;
  if (isOpen) summary.isOpen = isOpen;
  if (rows) summary.rows = rows;
  if (imports) summary.imports = imports;
  if (script) summary.script = script;
  if (references.length > 0) summary.references = references;
  if (otherNames.length > 0) summary.otherNames = otherNames;
  if (outlineOf !== undefined) summary.outlineOf = outlineOf;
  if (lone !== undefined) summary.lone = lone;
  if (instances.length > 0) summary.instances = instances;
  if (block.suppressions.length > 0) summary.suppressions = block.suppressions;
  return summary;
}

/** What is seldom there has no member where it is absent: a file may have hundreds of thousands of summaries. What groups are made of is there in each. */
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function requestNameOf(block: Block, { text, span }: Token): NonNullable<BlockSummary['requestName']> {
  const isTitle = directiveOf(block, 'name') === undefined;
  const isRepeated = ['loop', 'for'].some((directive) => directiveOf(block, directive) !== undefined);
  return { name: text, span, ...(isTitle && { isTitle }), ...(isRepeated && { isRepeated }) };
}

/** Returns the requests that lines `run #name` and comments `# @ref name` name. */
function referencesIn(inLines: readonly NameOccurrence[]): NonNullable<BlockSummary['references']> {
  if (inLines.length === 0) return noReferences;
  return inLines.flatMap(({ kind, role, name, span, by }) =>
    kind === 'request' && role === 'reference' ? [{ name, span, ...(by === 'sequence' && { isListed: true }) }] : [],
  );
}

/** Other tools also run a block without a request by its name. */
function otherNamesOf(block: Block, name: Token | undefined): readonly string[] {
  const named = directiveOf(block, 'name');
  const title = (block.request ?? block.otherRequest) === undefined ? undefined : block.title;
  if (named === undefined && (title === undefined || title === name)) return none;
  const isOther = (one: Token | undefined): one is Token =>
    one !== undefined && one.text !== '' && one.text !== name?.text;
  if (!isOther(named)) return isOther(title) ? [title.text] : none;
  return isOther(title) ? [named.text, title.text] : [named.text];
}

const none: readonly string[] = [];
const noReferences: NonNullable<BlockSummary['references']> = [];
const noLiterals: ReturnType<typeof literalPlaceholdersOf> = [];
const noUses: BlockSummary['uses'] = [];
/** The summary of a block about which there is nothing to know. */
export const plainSummary: BlockSummary = {
  definitions: [],
  uses: [],
  requestName: undefined,
  resource: undefined,
  own: undefined,
};

/** Returns the variables that a block defines otherwise than by a line `@name = value`. */
function givenIn(inLines: readonly NameOccurrence[]): readonly string[] {
  if (inLines.length === 0) return none;
  return inLines.flatMap(({ kind, role, by, name }) =>
    kind === 'variable' && (by === 'assignment' || role === 'definition') ? [name] : [],
  );
}

/** Returns the first line of a construct: a squiggle under all lines of a script would say no more. */
function firstLineOf(text: string, { start, end }: Span): Span {
  const [line = ''] = text.slice(start, end).split(/[\r\n]/, 1);
  return { start, end: start + line.trimEnd().length };
}

/** Returns whether another file or an expression of another tool may define names that are not in the block. */
function opensNames({ runs, unsupported, directives }: Block, areRowsKnown: boolean): boolean {
  return (
    // The columns of its file.
    (!areRowsKnown && directives.some(({ name }) => name.text.toLowerCase() === 'for')) ||
    runs.some(({ path }) => path !== undefined) ||
    unsupported.some(({ kind }) => kind === 'spread' || kind === 'reference')
  );
}

const noScripts = { variables: none, isOpen: false };

/** Returns the variables that scripts in files give values to; others may get some while a file is not known, or where a name is computed. */
function namesOfScripts(block: Block, include: CheckContext['include']): typeof noScripts {
  const files = scriptFilesOf(block).map((file) => include?.(file));
  const read = files.flatMap((file) =>
    file?.kind === 'read' && file.script !== undefined ? [namesInScriptText(file.script)] : [],
  );
  const inText = block.scripts.filter(({ path }) => path === undefined);
  // A file that is not run counts as unread.
  const unread = block.scripts.length - inText.length - read.length;
  return {
    variables: read.flatMap(({ names }) => names.map(({ text }) => text)),
    isOpen: unread > 0 || [...inText, ...read].some(({ isOpen }) => isOpen),
  };
}

/** Returns whether a definition behind a request takes a value from its response, which nothing else defines. */
function isOfOwnResponse(block: Block, name: string, { start }: Span): boolean {
  return (
    block.variables.length > 0 &&
    asHttpYacReference(name.replace(/^%\s*/, '')) !== undefined &&
    block.variables.some(
      ({ name: { span }, value }) =>
        start >= value.span.start && start < value.span.end && isBehindRequest(block, span.start),
    )
  );
}

function usesOf(block: Block, binding: Binding | undefined, rows: KnownRows | undefined): BlockSummary['uses'] {
  const inDirectives = placeholdersInDirectives(block);
  if (block.placeholders.length + inDirectives.length === 0) return noUses;
  const literals = binding === undefined ? noLiterals : literalPlaceholdersOf(binding);
  const areAll = block.variables.length + inDirectives.length + literals.length === 0 && rows === undefined;
  // As long as the list that it is made of: one that grew has room for more.
  if (areAll) return block.placeholders.slice();
  const uses: Placeholder[] = [];
  const use = (placeholder: Placeholder): void => {
    const { name, span } = placeholder;
    if (isOfOwnResponse(block, name, span)) return;
    if (rows === undefined || !isOfRow(name.replace(/^%\s*/, ''), rows)) uses.push(placeholder);
  };
  for (const placeholder of inDirectives) use(placeholder);
  let literal = 0;
  // Both are in the order of the text.
  for (const placeholder of block.placeholders)
    if (literals[literal]?.placeholder === placeholder) literal++;
    else use(placeholder);
  return uses.length === 0 ? noUses : uses.slice();
}
