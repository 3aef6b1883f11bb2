import type { Diagnostic } from 'vscode-languageserver';
import { count, parseConfiguration } from '../../engine/src/index';
import type { BlockText, CheckOptions, Engine, Finding, RelatedPosition, RequestFile } from '../../engine/src/index';
import { lengthOf, maximumCheckedLength } from './documents';
import type { OpenDocument } from './documents';
import { quotasOf } from './quotas';
import type { Tally } from './quotas';
import type { RulePage } from './to-lsp';
import { plainMessage, rangesIn, rangesOfBlock, shiftRange, toBlockOffset, toDiagnostic, toNotice } from './to-lsp';
import type { BlockOffset, PositionEncoding, RangeOf } from './to-lsp';

/** Turns findings into diagnostics, and keeps what it has converted of each open document. */
export interface Diagnoser {
  /**
   * Returns the diagnostics of a document, in the order of the text, at most as many as `diagnosticLimits` allow. Of a rule that
   * with very many findings, those nearest to where the user edits or looks are shown.
   */
  diagnose(document: OpenDocument, options: CheckOptions): Diagnostic[];
  /** Returns whether the last diagnostics of a document were not all of them, so that others are shown for another position. */
  isCut(uri: string): boolean;
  /** Drops what is kept of a document. */
  forget(uri: string): void;
}

/** What is kept of a block; findings of the same identity have been counted already. */
interface TrackedBlock {
  readonly source: BlockText;
  readonly findings: readonly Finding[];
  /** With lines from the start of the block; made when they are shown for the first time. */
  converted: readonly Diagnostic[] | undefined;
}

/** The findings of a file in their order, as parallel lists: each edit reads all of them, but only few blocks. */
interface TrackedFindings {
  /** The index of the block. */
  readonly places: readonly number[];
  /** The index of the tally. */
  readonly kinds: readonly number[];
  /**
   * With lines of the file, as it was shown last. It is never mutated, and stays the same object while its content stays the same, so
   * that its bytes can be sent again.
   */
  readonly shown: (Diagnostic | undefined)[];
  /** The line at which the block started then. */
  readonly shownFrom: number[];
}

interface TrackedDocument {
  /** The user's severities by rule, on which the conversion depends. */
  readonly severities: CheckOptions['severities'];
  readonly blocks: readonly TrackedBlock[];
  readonly tallies: Tallies;
  readonly findings: TrackedFindings;
}

const noFindings: TrackedFindings = { places: [], kinds: [], shown: [], shownFrom: [] };

/** Returns the converter of spans of a file that is not the diagnosed one, or undefined when it is not known. */
export type RangesAt = (location: string) => RangeOf | undefined;

/** The rules about what an editor with its own JSON support reports itself. */
const syntaxRules: ReadonlySet<string> = new Set(['malformed-json', 'duplicate-key']);

/** What the converter asks of others; each is optional. */
export interface DiagnoserParts {
  readonly rangesAt?: RangesAt;
  /** Whether the client reports syntax errors of this document itself. */
  readonly hasOwnSyntax?: (document: OpenDocument) => boolean;
  readonly rulePage?: RulePage | undefined;
}

/** Creates the converter for one engine and one client. */
export function createDiagnoser(
  engine: Engine,
  encoding: PositionEncoding,
  { rangesAt, hasOwnSyntax, rulePage }: DiagnoserParts = {},
): Diagnoser {
  const tracked = new Map<string, TrackedDocument>();
  const ruleIds = engine.rules.map(({ id }) => id);
  const remarks = new Set(engine.rules.flatMap(({ id, isRemark }) => (isRemark === true ? [id] : [])));

  return {
    forget: (uri) => void tracked.delete(uri),
    isCut(uri) {
      const all = tracked.get(uri)?.tallies.all ?? [];
      return quotasOf(all).some((quota, index) => quota < (all[index]?.count ?? 0));
    },
    diagnose(document, options) {
      const { uri, kind, file, fullLength, focus } = document;
      if (kind === 'ignored') return [];
      const length = fullLength ?? lengthOf(file);
      if (length > maximumCheckedLength) {
        tracked.delete(uri);
        return [oversizedNotice(length)];
      }
      if (kind === 'configuration') return diagnoseConfiguration(file, ruleIds, encoding);
      const { severities } = options;
      const known = tracked.get(uri);
      const former = known?.severities === severities ? known : undefined;
      const all = engine.check(file, options).findings;
      // A rule whose severity the user has set is reported here as well.
      const isElsewhere = ({ rule }: Finding): boolean => syntaxRules.has(rule) && severities[rule] === undefined;
      const findings =
        hasOwnSyntax?.(document) === true ? all.map((list) => list.filter((each) => !isElsewhere(each))) : all;
      const current = { ...track(file, findings, former), severities };
      tracked.set(uri, current);
      // A severity that the user has set is shown as it is.
      const isQuiet = ({ rule }: Finding): boolean => remarks.has(rule) && severities[rule] === undefined;
      const position = focus ? toBlockOffset(file, focus, encoding) : { block: 0, offset: 0 };
      return shownOf(uri, file, current, position, { encoding, rangesAt, isQuiet, rulePage });
    },
  };
}

/** Counts the findings of the blocks that are not as they were; the blocks before and behind the change are taken over. */
function track(
  file: RequestFile,
  findings: readonly (readonly Finding[])[],
  former: TrackedDocument | undefined,
): Omit<TrackedDocument, 'severities'> {
  const old = former?.blocks ?? [];
  const tallies = former?.tallies ?? new Tallies();
  const size = file.blocks.length;
  const isSame = (index: number, oldIndex: number): boolean => {
    const block = old[oldIndex];
    return block?.source === file.blocks[index] && isSameList(block?.findings, findings[index]);
  };
  let head = 0;
  while (head < size && isSame(head, head)) head++;
  let tail = 0;
  while (tail < size - head && tail < old.length - head && isSame(size - 1 - tail, old.length - 1 - tail)) tail++;

  const changed: TrackedBlock[] = [];
  const places: number[] = [];
  const kinds: number[] = [];
  for (let index = head; index < size - tail; index++) {
    const source = file.blocks[index];
    if (!source) continue;
    const own = findings[index] ?? [];
    for (const finding of own) {
      places.push(index);
      kinds.push(tallies.add(finding));
    }
    changed.push({ source, findings: own, converted: undefined });
  }
  const known = former?.findings ?? noFindings;
  const start = firstAtLeast(known.places, head);
  const end = firstAtLeast(known.places, old.length - tail);
  tallies.remove(known.kinds.slice(start, end));
  const shift = size - old.length;
  const replaced = <T>(list: readonly T[], by: readonly T[]): T[] => list.slice(0, start).concat(by, list.slice(end));
  return {
    blocks: old.slice(0, head).concat(changed, old.slice(old.length - tail)),
    tallies,
    findings: {
      places: known.places.slice(0, start).concat(
        places,
        known.places.slice(end).map((index) => index + shift),
      ),
      kinds: replaced(known.kinds, kinds),
      shown: replaced(
        known.shown,
        kinds.map(() => undefined),
      ),
      shownFrom: replaced(
        known.shownFrom,
        kinds.map(() => 0),
      ),
    },
  };
}

/** Returns the position of the first number that is not below the limit; the numbers ascend. */
function firstAtLeast(numbers: readonly number[], limit: number): number {
  const position = numbers.findIndex((number) => number >= limit);
  return position === -1 ? numbers.length : position;
}

/** The list of a block to which a rule across blocks adds something is a new one each time, of the same findings. */
function isSameList(a: readonly Finding[] | undefined, b: readonly Finding[] | undefined): boolean {
  if (a === b) return true;
  return a !== undefined && b !== undefined && a.length === b.length && a.every((finding, at) => finding === b[at]);
}

interface Converters {
  readonly encoding: PositionEncoding;
  readonly rangesAt: RangesAt | undefined;
  /** Whether an information is shown as a hint: dots under the text, and no entry among the problems. */
  readonly isQuiet: (finding: Finding) => boolean;
  readonly rulePage: RulePage | undefined;
}

function shownOf(
  uri: string,
  file: RequestFile,
  { blocks, tallies, findings }: Omit<TrackedDocument, 'severities'>,
  focus: BlockOffset,
  converters: Converters,
): Diagnostic[] {
  const { places, kinds, shown, shownFrom } = findings;
  const windows = windowsOf(findings, blocks, tallies.all, focus);
  const seen = windows.map(() => 0);
  const diagnostics: Diagnostic[] = [];
  let first = 0;
  for (let position = 0; position < kinds.length; position++) {
    const index = places[position] ?? 0;
    if (index !== places[first]) first = position;
    const tally = kinds[position] ?? 0;
    const window = windows[tally];
    const ordinal = seen[tally] ?? 0;
    seen[tally] = ordinal + 1;
    if (!window) continue;
    if (ordinal < window.start || ordinal >= window.end) {
      // The nearest in front of those that are shown, or else the nearest behind them.
      if (ordinal < window.start) window.hidden = { block: index, at: position - first };
      else window.hidden ??= { block: index, at: position - first };
      continue;
    }
    const firstLine = file.startLines[index] ?? 0;
    let diagnostic = shown[position];
    if (!diagnostic || shownFrom[position] !== firstLine) {
      const block = blocks[index];
      const converted = block && (block.converted ??= convert(block, converters))[position - first];
      if (!converted) continue;
      const related = block.findings[position - first]?.related;
      diagnostic = { ...converted, range: shiftRange(converted.range, firstLine) };
      if (related) diagnostic.relatedInformation = relatedInformation(uri, file, index, related, converters);
      // Positions elsewhere may move separately.
      if (related === undefined || related.every(isInOwnBlock)) shown[position] = diagnostic;
      shownFrom[position] = firstLine;
    }
    window.first ??= diagnostics.length;
    diagnostics.push(diagnostic);
  }
  for (const window of windows) fold(window, diagnostics, uri, file, blocks, converters.encoding);
  const omitted = windows.reduce((sum, { first: shownFirst, more }) => sum + (shownFirst === undefined ? more : 0), 0);
  if (omitted > 0) diagnostics.push(omittedNotice(omitted));
  return diagnostics;
}

/** Which findings of a tally are shown, counted in the order of the text. */
interface Window {
  readonly start: number;
  readonly end: number;
  /** How many are not shown. */
  readonly more: number;
  /** The index of the first of them among the diagnostics. */
  first?: number;
  /** One that is not shown. */
  hidden?: { readonly block: number; readonly at: number };
}

/** Returns for each tally the findings around the position where the user edits or looks. */
function windowsOf(
  { places, kinds }: TrackedFindings,
  blocks: readonly TrackedBlock[],
  tallies: readonly Tally[],
  { block, offset }: BlockOffset,
): readonly Window[] {
  const before = tallies.map(() => 0);
  const inFocus = blocks[block]?.findings ?? [];
  let at = 0;
  for (let position = 0; position < kinds.length; position++) {
    const index = places[position] ?? 0;
    if (index > block) break;
    const isBefore = index < block || (inFocus[at++]?.span.start ?? 0) < offset;
    const tally = kinds[position] ?? 0;
    if (isBefore) before[tally] = (before[tally] ?? 0) + 1;
  }
  return quotasOf(tallies).map((quota, index) => {
    const count = tallies[index]?.count ?? 0;
    const start = Math.max(0, Math.min((before[index] ?? 0) - Math.floor(quota / 2), count - quota));
    return { start, end: start + quota, more: count - quota };
  });
}

/** Lets the first shown finding represent the hidden ones. It becomes a new value: a shown diagnostic is never mutated. */
function fold(
  { first, hidden, more }: Window,
  diagnostics: Diagnostic[],
  uri: string,
  file: RequestFile,
  blocks: readonly TrackedBlock[],
  encoding: PositionEncoding,
): void {
  const speaker = first === undefined ? undefined : diagnostics[first];
  const span = hidden && blocks[hidden.block]?.findings[hidden.at]?.span;
  const rangeOf = hidden && rangesOfBlock(file, hidden.block, encoding);
  if (first === undefined || !speaker || !span || !rangeOf) return;
  const note = { location: { uri, range: rangeOf(span) }, message: 'A finding that is not shown in the file.' };
  diagnostics[first] = {
    ...speaker,
    message: `${speaker.message} (And ${more.toLocaleString('en')} more like this in this file.)`,
    relatedInformation: [...(speaker.relatedInformation ?? []), note],
  };
}

/** Such a position moves with its finding; every other one may move separately. */
function isInOwnBlock({ block, location }: RelatedPosition): boolean {
  return block === 0 && location === undefined;
}

function convert(
  { source, findings }: TrackedBlock,
  { encoding, isQuiet, rulePage }: Pick<Converters, 'encoding' | 'isQuiet' | 'rulePage'>,
): readonly Diagnostic[] {
  const rangeOf = rangesIn(source, 0, encoding);
  return findings.map((finding) => {
    const isHint = finding.severity === 'information' && isQuiet(finding);
    return toDiagnostic(isHint ? { ...finding, severity: 'hint' } : finding, rangeOf, rulePage);
  });
}

/** Counts the findings of a document by rule and severity, from edit to edit. */
class Tallies {
  readonly all: Tally[] = [];
  readonly #indices = new Map<string, number>();

  /** Counts the finding, and returns the index of its tally. */
  add({ rule, severity }: Finding): number {
    const kind = severity === 'error' || severity === 'warning' ? severity : 'remark';
    const key = `${kind} ${rule}`;
    let index = this.#indices.get(key);
    if (index === undefined) {
      index = this.all.push({ rule, kind, count: 0 }) - 1;
      this.#indices.set(key, index);
    }
    const tally = this.all[index];
    if (tally) tally.count++;
    return index;
  }

  remove(indices: readonly number[]): void {
    for (const index of indices) {
      const tally = this.all[index];
      if (tally) tally.count--;
    }
  }
}

/** Converted each time: the related position may be in a block that has moved. */
function relatedInformation(
  uri: string,
  file: RequestFile,
  block: number,
  places: readonly RelatedPosition[],
  { encoding, rangesAt }: Converters,
): NonNullable<Diagnostic['relatedInformation']> {
  return places.flatMap(({ span, message, block: distance, location = uri }) => {
    const rangeOf = location === uri ? rangesOfBlock(file, block + distance, encoding) : rangesAt?.(location);
    return rangeOf ? [{ location: { uri: location, range: rangeOf(span) }, message: plainMessage(message) }] : [];
  });
}

function diagnoseConfiguration(
  file: RequestFile,
  ruleIds: readonly string[],
  encoding: PositionEncoding,
): Diagnostic[] {
  const source = file.blocks[0];
  if (!source || source.text.trim() === '') return [];
  const rangeOf = rangesIn(source, 0, encoding);
  return parseConfiguration(source.text, { ruleIds }).problems.map(({ message, severity, span }) => ({
    ...toNotice(message, severity),
    range: rangeOf(span),
  }));
}

function oversizedNotice(length: number): Diagnostic {
  const millions = (units: number): string => (units / 1_000_000).toFixed(1);
  return toNotice(
    `This file is not checked, because it is too long: it has ${millions(length)} million characters, and the limit is ` +
      `${millions(maximumCheckedLength)} million. Split it into several files, and open it again.`,
    'warning',
  );
}

function omittedNotice(omitted: number): Diagnostic {
  return toNotice(
    `${count(omitted, 'more finding')} of the most frequent rules ${omitted === 1 ? 'is' : 'are'} not shown here. ` +
      'Run `rulebook check` to list all findings.',
    'information',
  );
}
