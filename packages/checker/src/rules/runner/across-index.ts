import { resourceGroupOf, unnamedFamilyOf } from '../across/resource-use';
import type { BlockGroup, BlockSummary, ResourceUse } from '../across/summary';
import { isSameKind, summarizeKind, type KindOfFile } from './kind-of-file';
import type { BlockIdentity } from '../across/block-identity';
import type { FileRule, Finding, RelatedPosition, Report } from '../rule';
import { FileBlock, insertInOrder, noFindings, removeInOrder } from './file-block';
import {
  areSameFindings,
  findingOf,
  sortedFindings,
  withoutSuppressed,
  RuleGuard,
  type RuleFailureListener,
} from './findings';
import type { PreparedRules } from './prepare-rules';

/** Blocks that the rules across requests check together. */
interface Group {
  members: FileBlock[];
  /** The facts that its last check asked for. */
  asked: readonly Fact[];
  found: ReadonlyMap<FileBlock, readonly Finding[]>;
}

/** What the check of a group may ask about the rest of the file: a block, or the name of something about many of them. */
type Fact = FileBlock | string;

/**
 * The blocks of a file by what the rules across requests compare, and what these rules find. Blocks enter, leave and change; `settle` then
 * checks the groups of which a member is another, and those that asked for something that is another now.
 */
export class AcrossIndex {
  readonly #rules: PreparedRules;
  readonly #onRuleFailure: RuleFailureListener | undefined;
  /** Most groups are one block of which no rule says anything: such a block by itself. */
  readonly #groups = new Map<string, FileBlock | Group>();
  readonly #changedGroups = new Set<string>();
  // A run may check thousands of small files, most of which have nothing of what is below.
  #definitions: Map<string, number> | undefined;
  /** By kind of resource, the blocks that act on resources without a certain name. */
  #unnamed: Map<string, FileBlock[]> | undefined;
  /** By kind of resource, the blocks that act on resources that are compared with each other. */
  #ofKind: Map<string, FileBlock[]> | undefined;
  #kinds: Map<string, KindOfFile> | undefined;
  #instances: Map<string, number> | undefined;
  /** The groups that asked for a fact; undefined while none did, so that it does not matter what changes. */
  #readers: Map<Fact, Set<string>> | undefined;
  #changedFacts: Set<Fact> | undefined;
  #changedKinds: Set<string> | undefined;

  constructor(rules: PreparedRules, onRuleFailure: RuleFailureListener | undefined) {
    this.#rules = rules;
    this.#onRuleFailure = onRuleFailure;
  }

  enter(block: FileBlock): void {
    const names = groupsOf(block.summary, this.#rules);
    // Of most requests, no rule says anything while they are by themselves, and no group asks for them.
    const isSilent = names.length > 0 && this.#readers === undefined && !this.#mayConcernSingle(block.summary);
    for (const name of names) {
      const group = this.#groups.get(name);
      if (group === undefined) this.#groups.set(name, block);
      else insertInOrder(this.#asGroup(name, group).members, block);
      if (group !== undefined || !isSilent) this.#changedGroups.add(name);
    }
    this.#update(block, insertInOrder);
    this.#count(block.summary, 1);
  }

  leave(block: FileBlock): void {
    for (const name of groupsOf(block.summary, this.#rules)) {
      const group = this.#groups.get(name);
      if (group === block) this.#groups.delete(name);
      else if (group !== undefined) removeInOrder(this.#asGroup(name, group).members, block);
      this.#changedGroups.add(name);
    }
    this.#update(block, removeInOrder);
    this.#count(block.summary, -1);
    if (this.#readers !== undefined) this.#changeFact(block);
  }

  /** Checks what has changed, and returns the blocks with other findings. */
  settle(): ReadonlySet<FileBlock> {
    if (this.#changedKinds !== undefined) for (const kind of this.#changedKinds) this.#summarizeKind(kind);
    this.#changedKinds = undefined;
    if (this.#changedGroups.size === 0 && this.#changedFacts === undefined) return noBlocks;
    if (this.#readers !== undefined) for (const group of this.#changedGroups) this.#changeFact(`group ${group}`);
    const dirty = new Set(this.#changedGroups);
    for (const fact of this.#changedFacts ?? noFacts)
      for (const group of this.#readers?.get(fact) ?? []) dirty.add(group);
    const concerned = new Set<FileBlock>();
    const guard = new RuleGuard(this.#onRuleFailure);
    for (const name of dirty) this.#check(name, concerned, guard);
    this.#changedGroups.clear();
    this.#changedFacts = undefined;
    const others = new Set<FileBlock>();
    for (const block of concerned) if (this.#fill(block)) others.add(block);
    return others;
  }

  /** Notes that a fact is another; only where groups have asked for facts. */
  #changeFact(fact: Fact): void {
    (this.#changedFacts ??= new Set()).add(fact);
  }

  #mayConcernSingle(summary: BlockSummary): boolean {
    for (const { forSingles } of this.#rules.groupings)
      for (const rule of forSingles) if (rule.concernsSingle?.(summary) === true) return true;
    return false;
  }

  /** Returns the group, made of its block where it is one by itself. */
  #asGroup(name: string, known: FileBlock | Group): Group {
    if (!(known instanceof FileBlock)) return known;
    const group = { members: [known], asked: noFacts, found: nothingFound };
    this.#groups.set(name, group);
    return group;
  }

  /** Puts the block into the lists of the kinds of resources that its summary names, or takes it out of them. */
  #update(block: FileBlock, change: typeof insertInOrder): void {
    const { summary } = block;
    const unnamed = unnamedFamilyOf(summary);
    if (unnamed !== undefined) {
      change(listAt((this.#unnamed ??= new Map()), unnamed), block);
      if (this.#readers !== undefined) this.#changeFact(`unnamed ${unnamed}`);
    }
    const life = summary.resource?.effect.life;
    if (life?.isCompared === true) {
      change(listAt((this.#ofKind ??= new Map()), life.kind), block);
      (this.#changedKinds ??= new Set()).add(life.kind);
    }
  }

  #count({ definitions, given = [], instances = [] }: BlockSummary, by: 1 | -1): void {
    // Most blocks have none of these.
    if (definitions.length + given.length + instances.length === 0) return;
    for (const { name } of definitions) this.#define(name, by);
    for (const name of given) this.#define(name, by);
    if (instances.length > 0) {
      const named = (this.#instances ??= new Map<string, number>());
      const hadSeveral = named.size > 1;
      for (const name of instances) addTo(named, name, by);
      if (hadSeveral !== named.size > 1 && this.#readers !== undefined) this.#changeFact(instancesFact);
    }
    // Whether the endpoints of a kind are distinct depends on both.
    if (this.#ofKind !== undefined)
      for (const kind of this.#ofKind.keys()) (this.#changedKinds ??= new Set()).add(kind);
  }

  #define(name: string, by: 1 | -1): void {
    addTo((this.#definitions ??= new Map<string, number>()), name, by);
    if (this.#readers !== undefined) this.#changeFact(`definition ${name}`);
  }

  get #hasSeveralInstances(): boolean {
    return this.#instances !== undefined && this.#instances.size > 1;
  }

  #summarizeKind(kind: string): void {
    const blocks = this.#ofKind?.get(kind) ?? [];
    const summary = summarizeKind(blocks, {
      definitions: this.#definitions ?? noDefinitions,
      hasSeveralInstances: this.#hasSeveralInstances,
    });
    const kinds = (this.#kinds ??= new Map<string, KindOfFile>());
    const former = kinds.get(kind);
    kinds.set(kind, summary);
    if (this.#readers !== undefined && (former === undefined || !isSameKind(former, summary)))
      this.#changeFact(`kind ${kind}`);
  }

  #check(name: string, concerned: Set<FileBlock>, guard: RuleGuard): void {
    const known = this.#groups.get(name);
    if (known === undefined) return;
    // A single request is not a sequence.
    if (known instanceof FileBlock && this.#rulesFor(name, known, true).length === 0) return;
    const group = this.#asGroup(name, known);
    for (const block of group.found.keys()) concerned.add(block);
    for (const fact of group.asked) this.#readers?.get(fact)?.delete(name);
    if (group.members.length === 0) {
      this.#groups.delete(name);
      return;
    }
    // There may be half as many groups as blocks: what they keep has no room for more.
    group.members = [...group.members];
    const [first] = group.members;
    const rules = first === undefined ? noRules : this.#rulesFor(name, first, group.members.length === 1);
    if (group.members.length > 1 && rules.some(({ summary }) => summary?.outline !== undefined))
      this.#readWhole(group.members);
    const asked = new Set<Fact>();
    group.found = this.#foundIn(group, rules, asked, guard);
    group.asked = asked.size === 0 ? noFacts : [...asked];
    for (const fact of group.asked) {
      const all = (this.#readers ??= new Map<Fact, Set<string>>());
      const readers = all.get(fact);
      if (readers === undefined) all.set(fact, new Set([name]));
      else readers.add(name);
    }
    for (const block of group.found.keys()) concerned.add(block);
  }

  /** Reads again the members of which more matters because of others. */
  #readWhole(members: readonly FileBlock[]): void {
    const outlined = members.filter(({ summary }) => summary.outlineOf !== undefined);
    if (outlined.length === 0) return;
    const places = new Set(members.flatMap(({ summary }) => this.#rules.wantedWholeBy(summary)));
    for (const member of outlined) if (places.has(member.summary.outlineOf ?? '')) void member.wholeSummary;
  }

  /** Returns the rules that can report something about a group with this member. */
  #rulesFor(name: string, { summary }: FileBlock, isSingle: boolean): readonly FileRule[] {
    let found = noRules;
    for (const { groupOf, rules, forSingles } of this.#rules.groupings) {
      const able = isSingle ? rulesAbout(summary, forSingles) : rules;
      if (able.length === 0 || groupOf(summary) !== name) continue;
      const others = found;
      // In the order of all rules.
      found =
        others.length === 0 ? able : this.#rules.files.filter((rule) => able.includes(rule) || others.includes(rule));
    }
    return found;
  }

  #foundIn(
    { members }: Group,
    rules: readonly FileRule[],
    asked: Set<Fact>,
    guard: RuleGuard,
  ): ReadonlyMap<FileBlock, readonly Finding[]> {
    if (rules.length === 0) return nothingFound;
    const byOrder = new Map<number, FileBlock>();
    const seen = this.#seenBy(members, asked, byOrder);
    let found: Map<FileBlock, Finding[]> | undefined;
    for (const rule of rules) {
      guard.run(rule, () => {
        rule.check(seen, (index, report) => {
          const block = members[index];
          if (block === undefined) return;
          found ??= new Map();
          const list = found.get(block) ?? [];
          list.push(findingOf(rule, report, undefined, relatedOf(report, index, members, byOrder)));
          found.set(block, list);
        });
      });
    }
    return found ?? nothingFound;
  }

  /** Returns the group as its rules see it. What they ask for beyond the members is recorded. */
  #seenBy(members: readonly FileBlock[], asked: Set<Fact>, byOrder: Map<number, FileBlock>): BlockGroup {
    const orderOf = (block: FileBlock): number => {
      byOrder.set(block.order, block);
      return block.order;
    };
    const kind = members[0]?.summary.resource?.effect.life.kind;
    const unnamed = this.#unnamed;
    const kinds = this.#kinds;
    const hasSeveralInstances = this.#hasSeveralInstances;
    const groups = this.#groups;
    const definitions = this.#definitions;
    return {
      summaries: members.map(({ summary }) => summary),
      blocks: members.map(orderOf),
      get unnamed() {
        if (kind === undefined) return [];
        asked.add(`unnamed ${kind}`);
        return (unnamed?.get(kind) ?? []).map(orderOf);
      },
      get kind() {
        if (kind === undefined) return undefined;
        asked.add(`kind ${kind}`);
        const found = kinds?.get(kind);
        if (found === undefined) return undefined;
        const firstOn = (endpoint: string): number | undefined => {
          const block = found.firstAdded.get(endpoint);
          return block && orderOf(block);
        };
        return { areDistinct: found.areDistinct, addsUnnamed: found.addsUnnamed, firstAdded: { get: firstOn } };
      },
      stepsOn(use) {
        const name = resourceGroupOf({ ...noSummary, resource: use }) ?? '';
        asked.add(`group ${name}`);
        return membersOf(groups.get(name)).flatMap((block) => stepOf(block, orderOf));
      },
      summaryAt(order) {
        const block = byOrder.get(order);
        if (block === undefined) return undefined;
        asked.add(block);
        return block.summary;
      },
      definitions: {
        get(name) {
          asked.add(`definition ${name}`);
          return definitions?.get(name);
        },
      },
      get hasSeveralInstances() {
        asked.add(instancesFact);
        return hasSeveralInstances;
      },
    };
  }

  /** Joins what the groups of the block report for it; returns whether that is something else than before. */
  #fill(block: FileBlock): boolean {
    const { summary } = block;
    const all = groupsOf(summary, this.#rules).flatMap((name) => {
      const group = this.#groups.get(name);
      return group === undefined || group instanceof FileBlock ? [] : (group.found.get(block) ?? []);
    });
    const findings = sortedFindings(withoutSuppressed(all, summary.suppressions ?? []));
    if (areSameFindings(findings, block.across)) return false;
    block.across = findings.length === 0 ? noFindings : findings;
    return true;
  }
}

const instancesFact = 'instances';
const noFacts: readonly Fact[] = [];
const noBlocks: ReadonlySet<FileBlock> = new Set();
const noGroups: readonly string[] = [];
const noDefinitions: ReadonlyMap<string, number> = new Map();
const noRules: readonly FileRule[] = [];
const nothingFound: ReadonlyMap<FileBlock, readonly Finding[]> = new Map();
const noSummary: BlockSummary = { definitions: [], uses: [] };

function groupsOf(summary: BlockSummary, { groupings }: PreparedRules): readonly string[] {
  const { resource, own, lone, requestName } = summary;
  // Groups are of these.
  if ((resource ?? own ?? lone ?? requestName) === undefined) return noGroups;
  let groups: string[] | undefined;
  for (const { groupOf } of groupings) {
    const group = groupOf(summary);
    if (group === undefined) continue;
    if (groups === undefined) groups = [group];
    else if (!groups.includes(group)) groups.push(group);
  }
  return groups ?? noGroups;
}

/** Returns those of the rules that can report something about a request by itself. */
function rulesAbout(summary: BlockSummary, rules: readonly FileRule[]): readonly FileRule[] {
  let able: FileRule[] | undefined;
  for (const rule of rules) if (rule.concernsSingle?.(summary) === true) (able ??= []).push(rule);
  return able ?? noRules;
}

function membersOf(group: FileBlock | Group | undefined): readonly FileBlock[] {
  return group === undefined ? [] : group instanceof FileBlock ? [group] : group.members;
}

function stepOf(
  block: FileBlock,
  orderOf: (block: FileBlock) => number,
): readonly { readonly block: number; readonly use: ResourceUse }[] {
  const use = block.summary.resource;
  return use === undefined ? [] : [{ block: orderOf(block), use }];
}

/** Rules count blocks in the group, or by their order in the file; a finding names them. */
function relatedOf(
  { related }: Report,
  index: number,
  members: readonly FileBlock[],
  byOrder: ReadonlyMap<number, FileBlock>,
): readonly RelatedPosition[] | undefined {
  return related?.map(({ isInFile, block = 0, ...position }) => {
    const other: BlockIdentity | undefined = isInFile === true ? byOrder.get(block) : members[index + block];
    return other === undefined || other === members[index] ? position : { ...position, block: other };
  });
}

function listAt(lists: Map<string, FileBlock[]>, name: string): FileBlock[] {
  let list = lists.get(name);
  if (list === undefined) lists.set(name, (list = []));
  return list;
}

function addTo(counts: Map<string, number>, name: string, by: number): void {
  const count = (counts.get(name) ?? 0) + by;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}
