import { literalPlaceholdersOf } from '@rulebook/checker/binding/literal-placeholders';
import type { Binding } from '@rulebook/checker/binding/model';
import { successfulResponse } from '@rulebook/checker/binding/response-for';
import { isOfRow, type KnownRows } from '@rulebook/checker/binding/rows-of';
import { fateOf } from '@rulebook/paths/retired-path';
import { inVendorTerms } from '@rulebook/checker/binding/vendor-name';
import type { Catalogue } from '@rulebook/catalogue/service';
import type { Finding } from '@rulebook/checker/rules/rule';
import type { CurlRequest } from '@rulebook/request-file/syntax/curl/curl-request';
import { placeholdersInDirectives } from '@rulebook/request-file/syntax/directive-placeholders';
import type { Block, Token } from '@rulebook/request-file/syntax/model';
import { dynamicVariableOf, type DynamicVariable } from '@rulebook/request-file/syntax/dynamic-variables';
import { textIn, touches, type Span } from '@rulebook/text/span';
import { describeReference, describeProvenance } from './describe';
import { withServiceOf } from '../cursor/element';
import { inCode } from '@rulebook/catalogue/markdown/foreign-markdown';
import type { Hover } from '../model';
import { referenceAt } from '../cursor/reference-at';
import { namesInScript } from '@rulebook/checker/names/occurrences-in';
import { describeGraphql } from './describe-graphql';
import { ofForm, queryContextOf } from '@rulebook/checker/binding/written-query';
import { withDeclared, type RequestsAbove } from '../cursor/declared-names';
import type { QueryCursor } from '../cursor/query-cursor';
import type { ScriptCursor } from '../cursor/script-cursor';
import { describeScriptWord } from './describe-script-word';
import { describeAssertWord } from '../cursor/assert-cursor';
import { cursorAt, type Cursor } from '../cursor/cursor-at';
import type { FileNames } from '@rulebook/checker/rules/across/summary';

/** Describes the element at the offset, and names the sources of findings there. Undefined if there is neither. */
export function hoverAt(
  block: Block,
  binding: Binding | undefined,
  offset: number,
  findings: readonly Finding[],
  catalogue: Catalogue,
  names?: ShownNames,
  describeValue?: DescribeValue,
): Hover | undefined {
  const here = findings.filter(({ span }) => touches(span, offset));
  const described = describeCursor(block, binding, offset, catalogue, names, describeValue);
  const span = described?.span ?? smallest(here.map((finding) => finding.span));
  if (span === undefined) return undefined;
  const about = described?.markdown ?? '';
  const sources = sourcesOf(here, catalogue).filter(
    (source) => !withoutLinks(about).includes(withoutLinks(withoutPlace(source))),
  );
  const markdown = [about, sources.join('\n\n')].filter((part) => part !== '').join('\n\n---\n\n');
  if (markdown === '') return undefined;
  return { markdown: inVendorTerms(markdown, binding?.vendor, binding?.service?.vendorNames), span };
}

/** Describes what is at an offset of a curl command as what it is in the request that is sent; undefined where that is not known exactly. */
export function hoverInCommand(
  { block, toText, toSource }: CurlRequest,
  binding: Binding | undefined,
  offset: number,
  findings: readonly Finding[],
  { catalogue, names, describeValue }: HoverContext,
): Hover | undefined {
  const at = toText(offset);
  if (at === undefined) return undefined;
  const here = findings.filter(({ span }) => touches(span, offset));
  const inText = here.map((finding) => ({ ...finding, span: { start: at, end: at + 1 } }));
  const hover = hoverAt(block, binding, at, inText, catalogue, names, describeValue);
  return hover && { ...hover, span: toSource(hover.span) };
}

/** What the file defines, and what is remembered of its requests above the one that is shown. */
interface ShownNames extends FileNames {
  readonly above?: RequestsAbove;
}

/** What a hover needs in addition to the block. */
interface HoverContext {
  readonly catalogue: Catalogue;
  readonly names: ShownNames;
  readonly describeValue: DescribeValue | undefined;
}

/** Returns Markdown about the value of a variable, or undefined where no value is known. It never holds a secret. */
type DescribeValue = (name: string) => string | undefined;

function definitionAt({ variables, prompts }: Block, offset: number): Token | undefined {
  return [...variables, ...prompts].map(({ name }) => name).find(({ span }) => touches(span, offset));
}

function titled(name: string, about: string): string {
  return `**${inCode(name)}** · variable\n\n${about}`;
}

function describeCursor(
  block: Block,
  binding: Binding | undefined,
  offset: number,
  catalogue: Catalogue,
  names: ShownNames | undefined,
  describeValue: DescribeValue = () => undefined,
): Hover | undefined {
  const defined = definitionAt(block, offset);
  if (defined) {
    const value = describeValue(defined.text);
    return value === undefined ? undefined : { markdown: titled(defined.text, value), span: defined.span };
  }
  const cursor = cursorUnder(block, binding, offset);
  if (cursor === undefined) return undefined;
  if (cursor.kind === 'variable') {
    const name = textIn(block.text, cursor.span).trim();
    return (
      describeLiteral(binding, offset, catalogue) ?? describeVariable(block, name, offset, { names, describeValue })
    );
  }
  if (cursor.kind === 'script') {
    const markdown =
      describeAnswer(cursor, block.text, withServiceOf(binding, catalogue), binding) ??
      describeScriptWord(cursor, block.text) ??
      describeNamed(block, offset, describeValue);
    return markdown === undefined ? undefined : { markdown, span: cursor.span };
  }
  if (cursor.kind === 'assert') {
    const markdown = describeAssertWord(textIn(block.text, cursor.span), cursor.before);
    return markdown === undefined ? undefined : { markdown, span: cursor.span };
  }
  if (cursor.kind === 'graphql') {
    const { element, schema, span } = cursor;
    return element && { markdown: describeGraphql(element, schema, catalogue), span };
  }
  if (cursor.kind === 'query') return binding && describeQuery(cursor, binding, names?.above);
  const retired = binding?.match.kind === 'retired' ? binding.match.retired : undefined;
  if (retired && (cursor.kind === 'path' || cursor.kind === 'method')) {
    const { title, provenance } = retired.api;
    const markdown = `**${title}** · ${fateOf(retired)}\n\n${describeProvenance(provenance, catalogue)}`;
    return { markdown, span: cursor.span };
  }
  const reference = referenceAt(cursor, binding, block.text);
  if (reference === undefined) return undefined;
  const span = cursor.kind === 'path' && reference.of === 'path' ? cursor.segment : cursor.span;
  const markdown = describeReference(reference, withServiceOf(binding, catalogue), binding);
  const isInside = span.start < span.end && touches(span, offset);
  return markdown === undefined || !isInside ? undefined : { markdown, span };
}

function describeQuery({ query, place }: QueryCursor, binding: Binding, above?: RequestsAbove): Hover | undefined {
  const known = queryContextOf(binding);
  const context = above ? withDeclared(query, binding, known, above) : ofForm(query, known);
  const help = query.language.helpAt(query.text, place, context);
  return help && { markdown: help.markdown, span: query.inBlock(help.span) };
}

/** Describes the member of a response that a word of a script names. */
function describeAnswer(
  { answer, span }: ScriptCursor,
  text: string,
  catalogue: Catalogue,
  binding: Binding | undefined,
): string | undefined {
  const { operation } = binding ?? {};
  const { status } = successfulResponse(operation) ?? {};
  if (answer === undefined || operation === undefined || status === undefined || span.start === span.end)
    return undefined;
  const path = [...answer, textIn(text, span)];
  return describeReference({ of: 'response', operation: operation.id, status, path }, catalogue, binding);
}

/** Describes the variable that a word of a script, or a text in it, names. */
function describeNamed({ text, scripts }: Block, offset: number, describeValue: DescribeValue): string | undefined {
  for (const script of scripts) {
    const found = namesInScript(text, script).find(({ span }) => touches(span, offset));
    const value = found && describeValue(found.name);
    if (value !== undefined) return titled(found?.name ?? '', value);
  }
  return undefined;
}

/** At the first character of a word, a text cursor is before the word, but a mouse pointer is on it. */
function cursorUnder(block: Block, binding: Binding | undefined, offset: number): Cursor | undefined {
  const cursor = cursorAt(block, binding, offset);
  const isBefore =
    (cursor?.kind === 'body' && cursor.place.word === undefined) ||
    (cursor?.kind === 'script' && cursor.span.start === cursor.span.end);
  return isBefore ? cursorAt(block, binding, offset + 1) : cursor;
}

/** Describes a placeholder that is not a variable, because the service itself fills it in. */
function describeLiteral(binding: Binding | undefined, offset: number, catalogue: Catalogue): Hover | undefined {
  const literal =
    binding && literalPlaceholdersOf(binding).find(({ placeholder }) => touches(placeholder.span, offset));
  if (literal === undefined) return undefined;
  const { placeholder, field } = literal;
  const title = `**\`{{${placeholder.name}}}\`** · filled in by the service, not a variable`;
  const where = describeProvenance(field.provenance, catalogue);
  return { markdown: [title, `\`${field.name}\`: ${field.summary}`, where].join('\n\n'), span: placeholder.span };
}

/** Says what the value of a variable is, or where it comes from. */
function describeVariable(
  block: Block,
  written: string,
  offset: number,
  { names, describeValue }: { readonly names: FileNames | undefined; readonly describeValue: DescribeValue },
): Hover | undefined {
  const name = written.startsWith('%') ? written.slice(1).trim() : written;
  const placeholder = [...block.placeholders, ...placeholdersInDirectives(block)].find(({ span }) =>
    touches(span, offset),
  );
  if (placeholder === undefined || name === '') return undefined;
  const system = dynamicVariableOf(name)?.variable;
  if (system) return { markdown: describeDynamic(system), span: placeholder.span };
  const inHead = block.request?.headVariables?.some(({ span }) => touches(span, offset))
    ? '\n\nOn a line of its own among the header fields, its value is a whole field `Name: value`.'
    : '';
  const ofRow = names?.rows && describeColumn(name, names.rows);
  if (ofRow !== undefined) return { markdown: titled(name, ofRow) + inHead, span: placeholder.span };
  const value = name.startsWith('$') ? undefined : describeValue(name);
  if (value !== undefined) return { markdown: titled(name, value) + inHead, span: placeholder.span };
  const definition = block.variables.find((variable) => variable.name.text === name);
  const line = definition && block.text.slice(0, definition.span.start).split('\n').length;
  const place = line === undefined ? describeElsewhere(name, names) : `Defined on line ${line} of this block.`;
  return { markdown: `**\`${name}\`** · variable\n\n${place}${inHead}`, span: placeholder.span };
}

/** What comes from the rows of a file counts before all else. */
function describeColumn(variable: string, rows: KnownRows): string | undefined {
  if (!isOfRow(variable, rows)) return undefined;
  const file = inCode(rows.file);
  return variable === rows.name
    ? `The row of ${file} for which the request is sent.`
    : `Column of ${file}: the request is sent once for each row.`;
}

function describeDynamic({ name, also = [], summary, takes, example, tools }: DynamicVariable): string {
  const names = also.length === 0 ? '' : ` Also ${also.map((one) => inCode(one)).join(' and ')}.`;
  return [
    `**${inCode(name)}** · system variable`,
    `${summary}${names}`,
    `Arguments: ${takes}. Example: ${inCode(`{{${example}}}`)}`,
    ...(tools === '' ? [] : [`_In ${tools}._`]),
  ].join('\n\n');
}

function describeElsewhere(name: string, names: FileNames | undefined): string {
  if (names?.variables.has(name)) return 'Defined in another part of this file.';
  const request = /^([\w-]+)\.response\b/.exec(name)?.[1];
  const isHere = request !== undefined && names?.requests.has(request) === true;
  const file = request === undefined || isHere ? undefined : names?.outside?.importedFrom?.get(request);
  if (request !== undefined && (isHere || file !== undefined)) {
    const where = file === undefined ? '' : ` in the imported file ${inCode(file)}`;
    return `A value from the response of the request \`${request}\`${where}. It is available after that request was sent.`;
  }
  return 'Not defined in this file. Its value comes from an environment, or is asked for when the request is sent.';
}

/** The same description may be linked to different pages. */
function withoutLinks(markdown: string): string {
  return markdown.replace(/\]\([^()\s]*\)/g, ']');
}

/** Next to what an element says of itself, another place in the same description needs no mention. */
function withoutPlace(source: string): string {
  return source.replace(/ \(`[^`]*`\)$/, '');
}

/** Editors show message, rule and severity themselves, usually in the same box. None of them knows the source of the fact. */
function sourcesOf(findings: readonly Finding[], catalogue: Catalogue): readonly string[] {
  const said = findings.filter(({ provenance }) => provenance.kind !== 'syntax');
  return [...new Set(said.map(({ provenance }) => describeProvenance(provenance, catalogue)))];
}

function smallest(spans: readonly Span[]): Span | undefined {
  return [...spans].sort((a, b) => a.end - a.start - (b.end - b.start))[0];
}
