import { resolvedTextsOf, type Definitions } from '../../binding/destination';
import type { Binding, CheckContext } from '../../binding/model';
import type { Severity } from '@rulebook/catalogue/facts';
import { createMemo, perObject, type MemoCounts } from '@rulebook/text/structures/memo';
import { Sequence } from '@rulebook/text/structures/sequence';
import type { Block, BlockText, BodyAssociation, Suppression } from '@rulebook/request-file/syntax/model';
import { definitionsFor, startOfRequest } from '@rulebook/request-file/syntax/definitions-at';
import { largeBody } from '@rulebook/request-file/syntax/bodies/parse-body';
import { curlRequestOf, type CurlRequest } from '@rulebook/request-file/syntax/curl/curl-request';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import { blockText } from '@rulebook/request-file/syntax/split-blocks';
import type { BlockIdentity } from '../across/block-identity';
import type { BlockSummary, FileNames, NameSet } from '../across/summary';
import type { Finding, Rule } from '../rule';
import { AcrossIndex } from './across-index';
import { FileBlock, noFindings as none, type BlockResult, type CheckedBlock, type WholeSummaries } from './file-block';
import { joined, withSeverities, withoutSuperseded } from './joined-findings';
import { sortedFindings, withoutSuppressed, type RuleFailureListener } from './findings';
import { NamesIndex } from './names-index';
import { blocksWithOtherValues } from './other-values';
import { prepareRules } from './prepare-rules';
import { checkBlock, summarizeBlock } from './run-rules';

/** The findings of one version of a file. */
export interface FileReport {
  /** The blocks in their order. Versions of a file share what is the same in both. */
  readonly blocks: Sequence<CheckedBlock>;
  /** The findings of each block, for whoever reads the whole file; spans count from the start of the block. */
  readonly findings: readonly (readonly Finding[])[];
  /** The number of blocks that hold a request. */
  readonly requests: number;
  /** What the file defines. */
  readonly names: FileNames;
}

/** Returns the index of a block in a report; undefined if it is not there any more. */
export function indexOfBlock({ blocks }: Pick<FileReport, 'blocks'>, identity: BlockIdentity): number | undefined {
  const index = blocks.firstWhere((block) => block.identity.order >= identity.order);
  return blocks.at(index)?.identity === identity ? index : undefined;
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
  /** Each file is checked once. */
  readonly checksOnce: boolean;
  readonly onRuleFailure?: RuleFailureListener;
  /** Receives each block that is checked. */
  readonly onBlock?: BlockVisitor;
}

/** Receives a block that is checked, and its binding. */
export type BlockVisitor = (
  block: Block,
  binding: Binding | undefined,
  source: BlockText,
  options: Options,
  file: RequestFile,
) => void;

/** Checks files, and keeps what is needed to check only what an edit has changed. */
export interface FileChecker {
  (file: RequestFile, options: Options): FileReport;
  /** Checks every block, including those that were checked before, and passes each to the visitor in order. */
  visiting(file: RequestFile, options: Options, onBlock: BlockVisitor): FileReport;
  /** How often the result of a block was still known. */
  readonly counts: MemoCounts;
}

/** Creates a checker; its memory lives as long as the files that it has checked. */
export function createFileChecker(parts: Parts): FileChecker {
  // Back and forth between versions, as when a fix is tried.
  const results = createMemo<BlockText, BlockResult>({ most: 64 });
  const rulesFor = {
    requests: parts.rules,
    answers: parts.rules.filter(({ isForResponses }) => isForResponses === true),
  };

  const resultOf = (
    source: BlockText,
    index: number,
    file: RequestFile,
    options: Options,
    visitor: BlockVisitor | undefined,
    isBulk: boolean,
    whole: ReadonlySet<string> | undefined,
  ) => {
    const { association } = file;
    const rules = association?.isAnswer === true ? rulesFor.answers : rulesFor.requests;
    const compute = (): BlockResult => {
      const { context, severities } = options;
      const block = (isBulk ? parts.parseOnce : parts.parse)(source, association, context);
      const definitions = definitionsFor(file, index, block);
      const binding = parts.bind(block, context, definitions);
      (visitor ?? parts.onBlock)?.(block, binding, source, options, file);
      const checkOf = (checked: Block, bound: Binding | undefined) =>
        checkBlock({ block: checked, binding: bound, context, rules, severities, onRuleFailure: parts.onRuleFailure });
      const curl = curlRequestOf(block, (text) => parts.parseOnce(blockText(text), undefined, context));
      const findings = block.isProse
        ? none
        : curl
          ? findingsOfCommand(block, curl, parts.bind(curl.block, context, definitions), checkOf)
          : checkOf(block, binding);
      return {
        findings: withSeverities(findings, options),
        summary: summarizeBlock(block, binding, prepareRules(rules).summariesFor, context, whole),
        hasRequest: (block.request ?? curl) !== undefined,
        resolvedTexts: resolvedTextsOf(curl?.block ?? block),
        requestStart: startOfRequest(block) ?? block.text.length,
      };
    };
    // Where a name is defined several times, the same text means something else at another place.
    const place = file.definitions.inOrder === undefined ? undefined : index;
    // The visitor sees blocks, too, whose result is known.
    return isBulk || visitor !== undefined
      ? compute()
      : results.of(source, [options, file.definitions, association, place], compute);
  };

  const create = (file: RequestFile, options: Options, visitor?: BlockVisitor): CheckedFile =>
    new CheckedFile(parts, options, file.association !== undefined, (source, index, of, whole) => {
      // A large block is kept nevertheless: an edit of it needs what is known of it.
      const isSmall = source.length < largeBody;
      const isBulk = whole !== undefined || parts.checksOnce || of.isNotOpen === true;
      return resultOf(source, index, of, options, visitor, isBulk && isSmall, isSmall ? whole : undefined);
    });
  const checkedFiles = perObject((_identity: object) => ({ last: undefined as CheckedFile | undefined }));
  const check = (file: RequestFile, options: Options): FileReport => {
    const kept = checkedFiles(file.identity);
    if (kept.last?.options !== options) kept.last = create(file, options);
    return kept.last.moveTo(file);
  };
  return Object.assign(check, {
    counts: results.counts,
    visiting(file: RequestFile, options: Options, visitor: BlockVisitor) {
      const checked = create(file, options, visitor);
      checkedFiles(file.identity).last = checked;
      return checked.moveTo(file);
    },
  });
}

/** Returns the findings of a command; in a script, only where it is known which service it asks. */
function findingsOfCommand(
  block: Block,
  curl: CurlRequest,
  bound: Binding | undefined,
  checkOf: (checked: Block, bound: Binding | undefined) => readonly Finding[],
): readonly Finding[] {
  return block.isCommand && bound?.operation === undefined ? none : inCommand(checkOf(curl.block, bound), block, curl);
}

/** Returns the findings of the request of a curl command where they are in the command. Quick fixes know only requests. */
function inCommand(findings: readonly Finding[], block: Block, { toSource }: CurlRequest): readonly Finding[] {
  const placed = findings.map(({ isFixable: _isFixable, related, ...finding }) => ({
    ...finding,
    span: toSource(finding.span),
    ...(related && {
      related: related.map((one) => (one.location === undefined ? { ...one, span: toSource(one.span) } : one)),
    }),
  }));
  return sortedFindings(withoutSuppressed(placed, suppressionsOfCommand(block)));
}

/** A comment above a command is about all its lines. */
function suppressionsOfCommand({ suppressions, otherRequest }: Block): readonly Suppression[] {
  const command = otherRequest?.span;
  if (command === undefined) return suppressions;
  return suppressions.map((one) =>
    one.target.start <= command.start && one.target.end >= command.start
      ? { ...one, target: { start: one.target.start, end: command.end } }
      : one,
  );
}

/** Of many blocks at once, nothing but the result is kept, and requests are remembered in outline whose places are not in `whole`. */
type ResultOf = (
  source: BlockText,
  index: number,
  file: RequestFile,
  whole: ReadonlySet<string> | undefined,
) => BlockResult;

/** The checked version of a file, and what is needed to go on to another version. */
class CheckedFile implements WholeSummaries {
  readonly options: Options;
  readonly #parts: Parts;
  /** The places of which all is remembered. */
  readonly #whole = new Set<string>();
  readonly #resultOf: ResultOf;
  readonly #across: AcrossIndex;
  readonly #names: NamesIndex | undefined;
  /** The texts with variables on which destinations depend, and of how many blocks. */
  readonly #resolvedTexts = new Map<string, number>();
  #file: Pick<RequestFile, 'blocks' | 'definitions'> = { blocks: Sequence.of<BlockText>([]), definitions: new Map() };
  /** Those of the newest version, while it is checked without its findings. */
  #blocks = Sequence.of<CheckedBlock>([]);
  #report: Report = new Report(Sequence.of<CheckedBlock>([]), 0, {
    variables: noNames,
    requests: noNames,
    otherRequests: noNames,
    repeated: noNames,
    given: noNames,
    isOpen: false,
    hasOpenRequests: false,
    outside: undefined,
  });

  constructor(parts: Parts, options: Options, isBody: boolean, resultOf: ResultOf) {
    const { rules, onRuleFailure } = parts;
    this.options = options;
    this.#parts = parts;
    this.#resultOf = resultOf;
    this.#across = new AcrossIndex(prepareRules(rules), onRuleFailure);
    // The variables of a body file are defined in the file that includes it.
    this.#names = isBody ? undefined : new NamesIndex(rules, options.context.outsideNames, onRuleFailure);
  }

  /** Checks what differs from the version that was checked last. */
  moveTo(file: RequestFile): FileReport {
    if (file === this.#file) return this.#report;
    const changed = file.blocks.changedSince(this.#file.blocks);
    const outdated = blocksWithOtherValues(file, this.#file, this.#report.blocks, this.#resolvedTexts, changed);
    this.#file = file;
    if (changed === undefined && outdated.size === 0) return this.#report;
    const { start, endBefore, endAfter } = changed ?? { start: 0, endBefore: 0, endAfter: 0 };
    let { blocks, requests } = this.#report;
    const { wantedWholeBy } = prepareRules(this.#parts.rules);
    const former = blocks.slice(start, endBefore);
    const sources = file.blocks.slice(start, endAfter);
    const whole = sources.length > fewBlocks ? this.#whole : undefined;
    const dirty = new Set<FileBlock>();
    const resultOf = (source: BlockText, at: number): BlockResult => {
      const result = this.#resultOf(source, at, file, whole);
      for (const place of wantedWholeBy(result.summary)) this.#whole.add(place);
      return result;
    };
    const take = (block: FileBlock, source: BlockText, at: number): void => {
      const result = resultOf(source, at);
      requests += Number(result.hasRequest) - Number(block.result.hasRequest);
      this.#change(block, result);
      dirty.add(block);
    };
    const checked = sources.map((source, index): CheckedBlock => {
      const edited = former[index]?.identity;
      if (edited !== undefined) {
        take(edited, source, start + index);
        outdated.delete(edited);
        return checkedBlock(source, edited);
      }
      const added = new FileBlock(NaN, resultOf(source, start + index), this);
      requests += Number(added.result.hasRequest);
      dirty.add(added);
      return checkedBlock(source, added);
    });
    for (const { identity } of former.slice(sources.length)) {
      requests -= Number(identity.result.hasRequest);
      this.#leave(identity);
    }
    blocks = blocks.replaced(start, endBefore, checked);
    const added = checked.slice(former.length);
    setOrders(blocks, start + former.length, added);
    for (const { identity } of added) this.#enter(identity);
    for (const block of outdated) {
      const at = indexOfBlock({ blocks }, block) ?? -1;
      const source = blocks.at(at)?.source;
      if (source) take(block, source, at);
    }
    this.#blocks = blocks;
    for (const block of this.#across.settle()) dirty.add(block);
    for (const block of this.#names?.settle() ?? []) dirty.add(block);
    blocks = this.#withFindings(blocks, dirty);
    this.#report = new Report(blocks, requests, this.#names?.names ?? this.#report.names);
    return this.#report;
  }

  wholeOf(checked: FileBlock): BlockSummary | undefined {
    const index = indexOfBlock({ blocks: this.#blocks }, checked);
    const source = index === undefined ? undefined : this.#blocks.at(index)?.source;
    if (index === undefined || source === undefined) return undefined;
    const { parseOnce, bind } = this.#parts;
    const { context } = this.options;
    const block = parseOnce(source, undefined, context);
    const binding = bind(block, context, definitionsFor(this.#file, index, block));
    return summarizeBlock(block, binding, prepareRules(this.#parts.rules).summariesFor, context);
  }

  #change(block: FileBlock, result: BlockResult): void {
    const isAlike = block.isAlike(result);
    if (!isAlike) this.#leave(block);
    block.take(result);
    if (!isAlike) this.#enter(block);
  }

  #enter(block: FileBlock): void {
    this.#across.enter(block);
    this.#names?.enter(block);
    for (const text of block.result.resolvedTexts)
      this.#resolvedTexts.set(text, (this.#resolvedTexts.get(text) ?? 0) + 1);
  }

  #leave(block: FileBlock): void {
    this.#across.leave(block);
    this.#names?.leave(block);
    for (const text of block.result.resolvedTexts) {
      const left = (this.#resolvedTexts.get(text) ?? 0) - 1;
      if (left > 0) this.#resolvedTexts.set(text, left);
      else this.#resolvedTexts.delete(text);
    }
  }

  /** Returns the blocks with the newest findings of those that may have others. */
  #withFindings(blocks: Sequence<CheckedBlock>, dirty: ReadonlySet<FileBlock>): Sequence<CheckedBlock> {
    const findingsOf = (block: FileBlock): readonly Finding[] =>
      joined(
        withoutSuperseded(block.result.findings, withSeverities(block.across, this.options), this.#parts.rules),
        withSeverities(block.ofNames, this.options),
      );
    // At once, where nearly all are new: replacing one costs the depth of the tree.
    if (dirty.size * 8 > blocks.size)
      return Sequence.of(
        [...blocks].map((one) => {
          if (!dirty.has(one.identity)) return one;
          const findings = findingsOf(one.identity);
          return findings === one.findings ? one : { ...one, findings };
        }),
      );
    let all = blocks;
    for (const block of dirty) {
      const index = indexOfBlock({ blocks: all }, block);
      const known = index === undefined ? undefined : all.at(index);
      if (index === undefined || known === undefined) continue;
      all = all.replaced(index, index + 1, [{ ...known, findings: findingsOf(block) }]);
    }
    return all;
  }
}

class Report implements FileReport {
  #findings: readonly (readonly Finding[])[] | undefined;

  constructor(
    readonly blocks: Sequence<CheckedBlock>,
    readonly requests: number,
    readonly names: FileNames,
  ) {}

  get findings(): readonly (readonly Finding[])[] {
    return (this.#findings ??= [...this.blocks].map(({ findings }) => findings));
  }
}

const noNames: NameSet<never> = { has: () => false, get: () => undefined, keys: () => [] };

function checkedBlock(source: BlockText, identity: FileBlock): CheckedBlock {
  return { source, length: source.length, lineEnds: source.lineEnds, findings: none, identity };
}

/** The usual difference between neighbouring orders: leaves room for blocks in between. */
const orderStep = 2 ** 20;

/** Gives the new blocks, which start at the index, orders between those of their neighbours. */
function setOrders(blocks: Sequence<CheckedBlock>, start: number, added: readonly CheckedBlock[]): void {
  if (added.length === 0) return;
  const before = blocks.at(start - 1)?.identity.order ?? 0;
  const behind = blocks.at(start + added.length)?.identity.order ?? before + orderStep * (added.length + 1);
  const step = Math.floor((behind - before) / (added.length + 1));
  if (step >= 1) added.forEach(({ identity }, index) => (identity.order = before + step * (index + 1)));
  else {
    let order = 0;
    for (const { identity } of blocks) identity.order = order += orderStep;
  }
}
