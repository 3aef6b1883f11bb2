import type { Diagnostic } from 'vscode-languageserver';
import {
  indexOfBlock,
  findingCounts,
  countKeyOf,
  type CheckedBlock,
  type CheckOptions,
  type Engine,
  type Finding,
  type RelatedPosition,
  type FindingCounts,
} from '@rulebook/engine';
import { parseConfiguration } from '@rulebook/sender/configuration';
import { riskyWays } from '@rulebook/sender/private';
import type { RequestFile } from '@rulebook/request-file/syntax';
import { count, Sequence, withCommas } from '@rulebook/text';
import { lengthOf, maximumCheckedLength } from '../documents/documents';
import type { OpenDocument } from '../documents/documents';
import { quotasOf } from './quotas';
import { plainMessage, rangesIn, toBlockOffset, toDiagnostic, toNotice } from '../documents/to-lsp';
import type { BlockOffset, PositionEncoding, RangeOf } from '../documents/to-lsp';
import type { RulePage } from '../ports/ports';
import type { TypedLine } from '../documents/typed-line';

/** The diagnostics of a document. */
interface Diagnosis {
  /** In the order of the text. */
  readonly items: Diagnostic[];
  /** Whether they are not all of them, so that others are shown for another position. */
  readonly isCut: boolean;
}

/**
 * Turns findings into diagnostics, at most as many as `diagnosticLimits` allow, and about `longestReport` bytes. Of a rule with very many
 * findings, those nearest to where the user edits or looks are shown.
 */
export type Diagnoser = (document: OpenDocument, options: CheckOptions) => Diagnosis;

/** Returns the converter of spans of a file that is not the diagnosed one, or undefined when it is not known. */
type RangesAt = (location: string) => RangeOf | undefined;

/** The length of a report in bytes above which fewer diagnostics are shown. */
const longestReport = 140_000;

/** The rules about what an editor with its own JSON support reports itself. */
const syntaxRules: ReadonlySet<string> = new Set(['malformed-json', 'duplicate-key']);

/** What the converter asks of others; each is optional. */
interface DiagnoserParts {
  readonly rangesAt?: RangesAt;
  /** Whether the client reports syntax errors of this document itself. */
  readonly hasOwnSyntax?: (document: OpenDocument) => boolean;
  readonly rulePage?: RulePage | undefined;
  /** Returns the request line of a document of which nothing is reported, since it is being typed. */
  readonly typedLine?: (document: OpenDocument) => TypedLine | undefined;
}

/** Creates the converter for one engine and one client. */
export function createDiagnoser(
  engine: Engine,
  encoding: PositionEncoding,
  { rangesAt, hasOwnSyntax, rulePage, typedLine }: DiagnoserParts = {},
): Diagnoser {
  const ruleIds = engine.rules.map(({ id }) => id);
  const remarks = new Set(engine.rules.flatMap(({ id, isRemark }) => (isRemark === true ? [id] : [])));

  return (document, options) => {
    const { kind, file, fullLength, focus } = document;
    const length = fullLength ?? lengthOf(file);
    if (kind === 'ignored') return all([]);
    if (length > maximumCheckedLength) return all([oversizedNotice(length)]);
    if (kind === 'configuration') return all(diagnoseConfiguration(file, ruleIds, encoding));
    const { severities } = options;
    const report = engine.check(file, options);
    // A rule whose severity the user has set is reported here as well.
    const isElsewhere = ({ rule }: Finding): boolean => syntaxRules.has(rule) && severities[rule] === undefined;
    const blocks = hasOwnSyntax?.(document) === true ? withoutFindings(report.blocks, isElsewhere) : report.blocks;
    // A severity that the user has set is shown as it is.
    const isQuiet = ({ rule }: Finding): boolean => remarks.has(rule) && severities[rule] === undefined;
    const position = focus ? toBlockOffset(file, focus, encoding) : { block: 0, offset: 0 };
    const typed = typedLine?.(document);
    const shown = (part: number) =>
      shownOf(document.uri, blocks, position, part, { encoding, rangesAt, isQuiet, rulePage, typed });
    const most = shown(1);
    const bytes = bytesOf(most.items);
    return bytes <= longestReport ? most : shown(longestReport / bytes);
  };
}

function all(items: Diagnostic[]): Diagnosis {
  return { items, isCut: false };
}

function withoutFindings(
  blocks: Sequence<CheckedBlock>,
  isLeftOut: (finding: Finding) => boolean,
): Sequence<CheckedBlock> {
  return Sequence.of(
    [...blocks].map((block) => ({ ...block, findings: block.findings.filter((finding) => !isLeftOut(finding)) })),
  );
}

interface Converters {
  readonly encoding: PositionEncoding;
  readonly rangesAt: RangesAt | undefined;
  /** Whether an information is shown as a hint: dots under the text, and no entry among the problems. */
  readonly isQuiet: (finding: Finding) => boolean;
  readonly rulePage: RulePage | undefined;
  readonly typed: TypedLine | undefined;
}

function shownOf(
  uri: string,
  blocks: Sequence<CheckedBlock>,
  focus: BlockOffset,
  part: number,
  { encoding, rangesAt, isQuiet, rulePage, typed }: Converters,
): Diagnosis {
  const windows = windowsOf(blocks, focus, part);
  const items: Diagnostic[] = [];
  const rangesOf = (block: CheckedBlock, index: number): RangeOf =>
    rangesIn(block.source, blocks.lineOf(index), encoding);
  const locate = ({ span, message, block: identity, location }: RelatedPosition, own: RangeOf) => {
    const rangeOf =
      location !== undefined
        ? rangesAt?.(location)
        : identity === undefined
          ? own
          : rangesOfIdentity(blocks, identity, rangesOf);
    if (!rangeOf) return [];
    return [{ location: { uri: location ?? uri, range: rangeOf(span) }, message: plainMessage(message) }];
  };
  blocks.visit(
    findingCounts,
    (counted) => skipOutside(windows, counted),
    (block, index) => {
      let rangeOf: RangeOf | undefined;
      for (const finding of block.findings) {
        const window = windows.get(countKeyOf(finding));
        const ordinal = window ? window.seen++ : 0;
        // The nearest in front of those that are shown, or else the nearest behind them, leads to the hidden ones.
        if (typed?.block === index && finding.span.start <= typed.end) continue;
        if (!window || ordinal < window.start - 1 || ordinal > window.end) continue;
        rangeOf ??= rangesOf(block, index);
        if (ordinal < window.start || ordinal === window.end) {
          window.hidden ??= rangeOf(finding.span);
          continue;
        }
        const isHint = finding.severity === 'information' && isQuiet(finding);
        const diagnostic = toDiagnostic(isHint ? { ...finding, severity: 'hint' } : finding, rangeOf, rulePage);
        const own = rangeOf;
        if (finding.related) diagnostic.relatedInformation = finding.related.flatMap((one) => locate(one, own));
        window.first ??= items.length;
        items.push(diagnostic);
      }
    },
  );
  let omitted = 0;
  for (const window of windows.values()) {
    if (window.first === undefined) omitted += window.more;
    else fold(window, items, uri);
  }
  if (omitted > 0) items.push(omittedNotice(omitted));
  return { items, isCut: [...windows.values()].some(({ more }) => more > 0) };
}

function rangesOfIdentity(
  blocks: Sequence<CheckedBlock>,
  identity: NonNullable<RelatedPosition['block']>,
  rangesOf: (block: CheckedBlock, index: number) => RangeOf,
): RangeOf | undefined {
  const index = indexOfBlock({ blocks }, identity);
  const block = index === undefined ? undefined : blocks.at(index);
  return index === undefined || block === undefined ? undefined : rangesOf(block, index);
}

/** Which findings of a count are shown, counted in the order of the text. */
interface Window {
  readonly start: number;
  readonly end: number;
  /** How many are not shown. */
  readonly more: number;
  /** How many were passed. */
  seen: number;
  /** The index of the first shown one among the diagnostics. */
  first?: number;
  /** Where one is that is not shown. */
  hidden?: Diagnostic['range'];
}

/** Returns for each count the findings around the position where the user edits or looks. */
function windowsOf(
  blocks: Sequence<CheckedBlock>,
  { block, offset }: BlockOffset,
  part: number,
): ReadonlyMap<string, Window> {
  const counted = [...(blocks.total(findingCounts) ?? [])];
  const before = new Map<string, number>();
  const pass = (key: string, passed: number): void => void before.set(key, (before.get(key) ?? 0) + passed);
  for (const summary of blocks.before(block, findingCounts))
    for (const [key, { count: passed }] of summary) pass(key, passed);
  for (const finding of blocks.at(block)?.findings ?? []) if (finding.span.start < offset) pass(countKeyOf(finding), 1);
  const quotas = quotasOf(
    counted.map(([, findingCount]) => findingCount),
    part,
  );
  return new Map(
    counted.map(([key, { count: size }], index) => {
      const quota = quotas[index] ?? 0;
      const start = Math.max(0, Math.min((before.get(key) ?? 0) - Math.floor(quota / 2), size - quota));
      return [key, { start, end: start + quota, more: size - quota, seen: 0 }];
    }),
  );
}

/** Returns whether a part of the file has findings that are shown or lead to hidden ones; if not, they are passed. */
function skipOutside(windows: ReadonlyMap<string, Window>, counted: FindingCounts): boolean {
  const isWanted = [...counted].some(([key, { count: size }]) => {
    const window = windows.get(key);
    return window !== undefined && window.seen + size >= window.start && window.seen <= window.end;
  });
  if (!isWanted) {
    for (const [key, { count: size }] of counted) {
      const window = windows.get(key);
      if (window) window.seen += size;
    }
  }
  return isWanted;
}

/** Lets the first shown finding represent the hidden ones. */
function fold({ first, hidden, more }: Window, items: Diagnostic[], uri: string): void {
  const speaker = first === undefined ? undefined : items[first];
  if (first === undefined || !speaker || !hidden) return;
  const note = { location: { uri, range: hidden }, message: 'A finding that is not shown in the file.' };
  items[first] = {
    ...speaker,
    message: `${speaker.message} (And ${withCommas(more)} more like this in this file.)`,
    relatedInformation: [...(speaker.relatedInformation ?? []), note],
  };
}

/** Returns about how long the diagnostics are when they are sent; a character outside of ASCII may take three bytes. */
function bytesOf(items: readonly Diagnostic[]): number {
  let bytes = 0;
  for (const { message, relatedInformation = [], codeDescription } of items) {
    bytes += 190 + lengthInBytes(String(message)) + (codeDescription?.href.length ?? 0);
    for (const { message: note, location } of relatedInformation)
      bytes += 130 + lengthInBytes(note) + location.uri.length;
  }
  return bytes;
}

function lengthInBytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) bytes += 2;
  return bytes;
}

function diagnoseConfiguration(
  file: RequestFile,
  ruleIds: readonly string[],
  encoding: PositionEncoding,
): Diagnostic[] {
  const source = file.blocks.at(0);
  if (!source || source.text.trim() === '') return [];
  const rangeOf = rangesIn(source, 0, encoding);
  const problems = [...parseConfiguration(source.text, { ruleIds }).problems, ...riskyWays(source.text)];
  return problems.map(({ message, severity, span, rule }) => ({
    ...toNotice(message, severity),
    ...(rule !== undefined && { code: rule }),
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
