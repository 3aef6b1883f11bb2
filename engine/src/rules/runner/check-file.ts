import { hostVariablesOf, resolved, type Definitions } from '../../binding/destination';
import type { Binding, CheckContext } from '../../binding/model';
import type { Severity } from '../../catalogue/facts';
import { largeBody } from '../../syntax/edit-block';
import type { Block, BlockText, BodyAssociation } from '../../syntax/model';
import type { RequestFile } from '../../syntax/request-file';
import type { Finding, Rule } from '../rule';
import type { RuleFailureListener } from './findings';
import { checkNames } from './check-names';
import { prepareRules } from './prepare-rules';
import { checkFileRules, recheckFileRules, type FileFindings } from './run-file-rules';
import { checkBlock, summarizeBlock } from './run-rules';
import type { BlockSummary, FileNames } from '../across/summary';

/** The findings of each block, in the order of the blocks; spans count from the start of the block. */
export interface FileReport {
  readonly findings: readonly (readonly Finding[])[];
  /** The number of blocks that hold a request. */
  readonly requests: number;
  /** What the file defines. */
  readonly names: FileNames;
}

/** The context and the severities of a check. */
interface Options {
  readonly context: CheckContext;
  readonly severities: Readonly<Record<string, Severity | 'off'>>;
}

/** An edit touches fewer blocks than this. */
const fewBlocks = 16;

interface Parts {
  /** Parses a block, or returns it as it was parsed before. */
  readonly parse: (text: BlockText, association: BodyAssociation | undefined, context: CheckContext) => Block;
  /** Parses a block and keeps nothing. */
  readonly parseOnce: (text: BlockText, association: BodyAssociation | undefined, context: CheckContext) => Block;
  readonly bind: (block: Block, context: CheckContext, definitions: Definitions) => Binding | undefined;
  readonly rules: readonly Rule[];
  /** Those that check a response without its request. */
  readonly answerRules: readonly Rule[];
  readonly onRuleFailure?: RuleFailureListener;
  /** Receives each block that is checked. */
  readonly onBlock?: BlockVisitor;
}

/** Receives a block and its binding. */
export type BlockVisitor = (block: Block, binding: Binding | undefined) => void;

/** The kept results of a checked block. */
class CheckedBlock {
  #key: string | undefined;
  #names: FileNames | undefined;
  #namesFound: readonly Finding[] = none;

  constructor(
    readonly findings: readonly Finding[],
    readonly summary: BlockSummary,
    readonly hasRequest: boolean,
    /** The host with its placeholders; the destination of the request depends on what the file defines. */
    readonly host: string | undefined,
  ) {}

  /** Equal keys mean that the file rules see no difference. Computed on demand, because few blocks are edited. */
  get key(): string {
    return (this.#key ??= fileKeyOf(this.summary));
  }

  /** Returns what `find` finds for the names, and remembers it: the names of a file change less often than its blocks. */
  namesFound(names: FileNames, find: (summary: BlockSummary) => readonly Finding[]): readonly Finding[] {
    if (this.#names !== names) {
      this.#names = names;
      this.#namesFound = this.summary.uses.length === 0 ? none : find(this.summary);
    }
    return this.#namesFound;
  }
}

interface CheckedFile extends FileReport {
  readonly options: Options;
  readonly blocks: readonly CheckedBlock[];
  readonly across: FileFindings;
}

/** Checks files, and keeps what is needed to check only the edited blocks after an edit. */
export interface FileChecker {
  (file: RequestFile, options: Options): FileReport;
  /** Registers a file as the edited form of another file, whose results can be reused. */
  succeeds(file: RequestFile, former: RequestFile): void;
  /** Checks the edited form of a file, and keeps nothing of it. */
  trying(file: RequestFile, former: RequestFile, options: Options): FileReport;
  /** Checks every block, including those that were checked before, and passes each to the visitor in order. */
  visiting(file: RequestFile, options: Options, onBlock: BlockVisitor): FileReport;
}

/** Creates a checker; its memory lives as long as the files that it has checked. */
export function createFileChecker(given: Omit<Parts, 'answerRules'>): FileChecker {
  const parts: Parts = { ...given, answerRules: given.rules.filter(({ isForAnswers }) => isForAnswers === true) };
  const checked = new WeakMap<RequestFile, CheckedFile>();
  const formers = new WeakMap<RequestFile, RequestFile>();

  const check = (file: RequestFile, options: Options): FileReport => {
    const known = checked.get(file);
    if (known?.options === options) return known;
    const former = formerResult(file, options);
    const result = checkFrom(parts, file, options, former && hasSameHosts(file, former) ? former : undefined);
    checked.set(file, result);
    // Only the result is needed from here on: a chain of former files would keep every version alive.
    formers.delete(file);
    return result;
  };
  const formerResult = (file: RequestFile, options: Options) => {
    for (let former = formers.get(file); former; former = formers.get(former)) {
      const result = checked.get(former);
      if (result) return result.options === options ? { file: former, result } : undefined;
    }
    return undefined;
  };
  return Object.assign(check, {
    succeeds: (file: RequestFile, former: RequestFile) => void formers.set(file, former),
    trying: (file: RequestFile, former: RequestFile, options: Options) => {
      const result = checked.get(former);
      const known = result?.options === options && hasSameHosts(file, { file: former, result });
      const from = known ? { file: former, result } : undefined;
      return checkFrom({ ...parts, parse: parts.parseOnce }, file, options, from);
    },
    visiting: (file: RequestFile, options: Options, onBlock: BlockVisitor) => {
      const result = checkFrom({ ...parts, onBlock }, file, options, undefined);
      checked.set(file, result);
      return result;
    },
  });
}

/** Returns whether the unchanged requests have the same destinations as before. */
function hasSameHosts(
  { definitions }: RequestFile,
  former: { readonly file: RequestFile; readonly result: CheckedFile },
): boolean {
  if (definitions === former.file.definitions) return true;
  const hosts = new Set(former.result.blocks.flatMap(({ host }) => host ?? []));
  return [...hosts].every((host) => resolved(host, definitions) === resolved(host, former.file.definitions));
}

function checkFrom(
  parts: Parts,
  file: RequestFile,
  options: Options,
  former: { readonly file: RequestFile; readonly result: CheckedFile } | undefined,
): CheckedFile {
  const size = file.blocks.length;
  const formerSize = former?.file.blocks.length ?? 0;
  let head = 0;
  while (head < size && head < formerSize && file.blocks[head] === former?.file.blocks[head]) head++;
  let tail = 0;
  while (tail < size - head && tail < formerSize - head) {
    if (file.blocks[size - 1 - tail] !== former?.file.blocks[formerSize - 1 - tail]) break;
    tail++;
  }
  // Keeping a parsed block while thousands of others are checked costs more than parsing it again.
  const isBulk = former === undefined || size - tail - head > fewBlocks;
  const parse = isBulk && !isLargeBodyFile(file) ? parts.parseOnce : parts.parse;
  const edited: CheckedBlock[] = [];
  for (let index = head; index < size - tail; index++) {
    const text = file.blocks[index];
    if (text) edited.push(checkOne(parts, parse(text, file.association, options.context), file, options));
  }
  const old = former?.result;
  const blocks = old ? old.blocks.slice(0, head).concat(edited, old.blocks.slice(formerSize - tail)) : edited;
  const isAlike =
    old !== undefined &&
    size === formerSize &&
    edited.every((block, index) => block.key === old.blocks[head + index]?.key);
  const across = isAlike
    ? old.across
    : recheck(
        parts,
        blocks.map((block) => block.summary),
        old && size === formerSize
          ? { across: old.across, changed: changedBlocks(old.blocks, blocks, head, size - tail) }
          : undefined,
      );
  const { names } = across;
  const find = (summary: BlockSummary) =>
    withSeverities(checkNames(summary, names, parts.rules, parts.onRuleFailure), options);
  // The variables of a body file are defined in the file that includes it.
  const ofNames = (block: CheckedBlock) => (file.association ? none : block.namesFound(names, find));
  const findingsAt = (block: CheckedBlock, index: number): readonly Finding[] =>
    joined(
      withoutSuperseded(block.findings, withSeverities(across.findings[index] ?? none, options), parts.rules),
      ofNames(block),
    );
  if (old === undefined || size !== formerSize || names !== old.across.names) {
    const requests = blocks.filter((block) => block.hasRequest).length;
    return { options, blocks, across, findings: blocks.map(findingsAt), requests, names };
  }
  // The lists of all other blocks keep their identity, so later steps see that nothing has changed there.
  const findings = old.findings.slice();
  let { requests } = old;
  blocks.forEach((block, index) => {
    const former = old.blocks[index];
    if (block === former && across.findings[index] === old.across.findings[index]) return;
    requests += Number(block.hasRequest) - Number(former?.hasRequest);
    findings[index] = findingsAt(block, index);
  });
  return { options, blocks, across, findings, requests, names };
}

/** The first edit of a large body reuses its parsed block. */
function isLargeBodyFile({ association, blocks }: RequestFile): boolean {
  return association !== undefined && (blocks[0]?.text.length ?? 0) >= largeBody;
}

function recheck(
  { rules, onRuleFailure }: Parts,
  summaries: readonly BlockSummary[],
  former: { readonly across: FileFindings; readonly changed: readonly number[] } | undefined,
): FileFindings {
  return former
    ? recheckFileRules(former.across, summaries, former.changed, rules, onRuleFailure)
    : checkFileRules(summaries, rules, onRuleFailure);
}

function changedBlocks(
  before: readonly CheckedBlock[],
  now: readonly CheckedBlock[],
  start: number,
  end: number,
): readonly number[] {
  const changed: number[] = [];
  for (let index = start; index < end; index++) if (before[index]?.key !== now[index]?.key) changed.push(index);
  return changed;
}

function checkOne(
  parts: Parts,
  block: Block,
  { association, definitions }: RequestFile,
  options: Options,
): CheckedBlock {
  const binding = parts.bind(block, options.context, definitions);
  parts.onBlock?.(block, binding);
  const { onRuleFailure } = parts;
  const rules = association?.isAnswer === true ? parts.answerRules : parts.rules;
  const findings = checkBlock({ block, binding, context: options.context, rules, onRuleFailure });
  const summary = summarizeBlock(block, binding, prepareRules(rules).summaries);
  return new CheckedBlock(
    withSeverities(findings, options),
    summary,
    block.request !== undefined,
    hostVariablesOf(block),
  );
}

function fileKeyOf({ requestName, resource, own, lone, instances, suppressions, definitions }: BlockSummary): string {
  if (!requestName && !resource && !own && !lone && !instances && !suppressions && definitions.length === 0) return '';
  // The effect is part of the operation: one large object, shared by all its requests.
  const use = resource && { ...resource, effect: undefined };
  return JSON.stringify([requestName, use, own, lone, instances, suppressions, definitions.map(({ name }) => name)]);
}

/** Returns the findings with the severities that the user chose, without those that are switched off. */
export function withSeverities(findings: readonly Finding[], { severities }: Options): readonly Finding[] {
  if (findings.length === 0) return none;
  if (!findings.some((finding) => severities[finding.rule])) return findings;
  return findings.flatMap((finding) => {
    const severity = severities[finding.rule] ?? finding.severity;
    return severity === 'off' ? [] : [{ ...finding, severity }];
  });
}

const none: readonly Finding[] = [];

/** Joins the findings of the request and of the file, without those that a finding of the file supersedes at the same position. */
function withoutSuperseded(
  own: readonly Finding[],
  across: readonly Finding[],
  rules: readonly Rule[],
): readonly Finding[] {
  if (across.length === 0 || own.length === 0) return joined(own, across);
  const { superseded } = prepareRules(rules);
  const fuller = across.filter(({ rule }) => superseded.has(rule));
  if (fuller.length === 0) return joined(own, across);
  const isSaid = ({ rule, span }: Finding): boolean =>
    fuller.some(
      (other) => superseded.get(other.rule) === rule && other.span.start === span.start && other.span.end === span.end,
    );
  return joined(
    own.filter((finding) => !isSaid(finding)),
    across,
  );
}

function joined(own: readonly Finding[], across: readonly Finding[]): readonly Finding[] {
  return across.length === 0 ? own : [...own, ...across].sort((a, b) => a.span.start - b.span.start);
}
