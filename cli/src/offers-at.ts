import { basename, dirname } from 'node:path';
import type { Completion, CompletionKind, Engine } from '@rulebook/engine';
import { blockOffsetAt, lineStartsIn, type RequestFile } from '@rulebook/request-file/syntax';
import { positionAt, type LinePosition, type TextEdit } from '@rulebook/text';
import { plainTextOfSnippet } from '../../server/src/features/support/snippet';
import { createConfigurationFinder } from './configuration/configuration-file';
import { complain } from './exit-codes';
import { openInput } from './requests/open-input';
import { createOutsideNames } from './requests/outside-names';
import { createServiceFinder, unreadableIn } from './configuration/own-services';

/** One offer, as `rulebook complete --format json` promises it to scripts. Lines and columns count from 1, columns in UTF-16 code units. */
export interface OfferedText {
  readonly label: string;
  readonly kind: CompletionKind;
  readonly detail?: string;
  /** What is known about it, as Markdown. */
  readonly documentation?: string;
  readonly deprecated?: true;
  /** The changes of the text when it is accepted; the first one is that at the cursor. */
  readonly edits: readonly OfferedEdit[];
}

/** A part of the text, and what comes in its place. */
interface OfferedEdit {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
  readonly newText: string;
}

/** Where offers are asked for: in a text that a file holds, or will hold. Line and column count from 1. */
interface OffersQuestion {
  readonly path: string;
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly env?: string | undefined;
}

/** Returns what can be written at a position, in its order; or why that is not known. */
export async function offersAt(engine: Engine, question: OffersQuestion): Promise<readonly OfferedText[] | string> {
  const { path, text, line, column, env } = question;
  const described = await createServiceFinder()(createConfigurationFinder()(dirname(path)));
  for (const problem of unreadableIn(described)) complain(problem);
  const outsideNames = createOutsideNames(env);
  const opened = await openInput({ engine, outsideNames }, path, text, described.settings);
  if (opened === undefined) return `${path}: it is neither a request file nor the body of a known request`;
  const { file, options } = opened;
  const at = placeIn(file, { line: line - 1, character: column - 1 });
  if (at === undefined) return `${path}:${line}:${column}: the file has no such position`;
  const problem = outsideNames.problem();
  if (problem !== undefined) return problem;
  const { items } = engine.complete(file, at.block, at.offset, options, undefined, basename(path));
  return [...items]
    .sort((a, b) => (a.sortText < b.sortText ? -1 : a.sortText > b.sortText ? 1 : 0))
    .map((item) => offeredText(file, at.block, item, engine.describeCompletion(item.key, options.context)));
}

/** Returns where a position is in the blocks; undefined behind the end of its line or of the file. */
function placeIn(
  file: RequestFile,
  position: LinePosition,
): { readonly block: number; readonly offset: number } | undefined {
  const place = blockOffsetAt(file, position);
  const { line, column } = positionOf(file, place.block, place.offset);
  return line === position.line + 1 && column === position.character + 1 ? place : undefined;
}

function offeredText(file: RequestFile, block: number, item: Completion, documentation?: string): OfferedText {
  const { label, kind, detail, edit, isSnippet, additionalEdits = [], isDeprecated } = item;
  const main = isSnippet ? { ...edit, newText: plainTextOfSnippet(edit.newText) } : edit;
  return {
    label,
    kind,
    ...(detail !== undefined && { detail }),
    ...(documentation !== undefined && { documentation }),
    ...(isDeprecated && { deprecated: true }),
    edits: [main, ...additionalEdits].map((one) => offeredEdit(file, block, one)),
  };
}

function offeredEdit(file: RequestFile, block: number, { span, newText }: TextEdit): OfferedEdit {
  return { start: positionOf(file, block, span.start), end: positionOf(file, block, span.end), newText };
}

function positionOf(file: RequestFile, block: number, offset: number): OfferedEdit['start'] {
  const source = file.blocks.at(block);
  if (source === undefined) return { line: 1, column: 1 };
  const { line, character } = positionAt(lineStartsIn(source), offset);
  const indent = source.indented?.columns[line] ?? 0;
  return { line: file.blocks.lineOf(block) + line + 1, column: indent + character + 1 };
}
