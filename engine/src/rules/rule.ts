import type { Binding, BoundParameter, BoundValue, CheckContext } from '../binding/model';
import type {
  Catalogue,
  Constraint,
  ConstraintKind,
  ConstraintOptions,
  Field,
  Provenance,
  Service,
  Severity,
  Shape,
} from '../catalogue/model';
import type { ResourceEffect } from '../catalogue/resource-life';
import type { Block, JsonNode, Suppression } from '../syntax/model';
import type { TextEdit } from '../text/edit';
import type { Span } from '../text/span';
import type { ComparedMembers } from './across/compared-members';
import type { FileNames } from './runner/file-names';
import type { LoneRequest } from './across/lone-request';
import type { IndexUse } from './across/index-use';

/** Where a finding's fact stands: in a document, in the reference layer, or in the grammar of the file itself. */
export type FindingProvenance = Provenance | { readonly kind: 'syntax' };

/** A change that a quick fix makes; spans count from the start of the finding's block. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** The request keeps its meaning, so the fix may be applied without a look. */
  readonly isSafe: boolean;
}

/** A second place that explains a finding. `blocks` counts from the finding's block (-1: the one before). */
export interface RelatedPlace {
  readonly message: string;
  readonly span: Span;
  readonly block: number;
  /** Set when the place is in another file, which is one block. */
  readonly location?: string;
}

/** One thing worth telling about a request; plain data, for a file may have a hundred thousand of them. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly span: Span;
  readonly provenance: FindingProvenance;
  readonly related?: readonly RelatedPlace[];
  /** Marks the span as needless or outdated in editors. */
  readonly tag?: 'unnecessary' | 'deprecated';
  /** The real service is known to refuse the request for it, whatever the severity; the documents need not say so. */
  readonly isRefused?: true;
  /** Quick fixes can be computed by running the rules on the block again. */
  readonly isFixable?: boolean;
}

/** A finding with its quick fixes; it holds on to the whole block and is not kept. */
export interface FixableFinding extends Finding {
  /** Computed when asked for. */
  readonly fixes?: () => readonly Fix[];
}

/** A second place as a rule says it. A rule across requests counts blocks in its group, or gives the place in the file. */
export interface RelatedReport extends RelatedPlace {
  readonly isInFile?: boolean;
}

/** What a rule says; rule id and default severity are filled in by the runner. */
export interface Report {
  readonly message: string;
  readonly span: Span;
  readonly provenance: FindingProvenance;
  readonly severity?: Severity | undefined;
  readonly related?: readonly RelatedReport[] | undefined;
  readonly tag?: Finding['tag'];
  /** Absent: as the provenance says. */
  readonly isRefused?: boolean | undefined;
  readonly fixes?: (() => readonly Fix[]) | undefined;
  /** For a rule across requests: its `fixes` has some. */
  readonly isFixable?: boolean | undefined;
}
export type Reporter = (report: Report) => void;

/** Written once per rule kind; the source of its page in docs/rules. */
export interface RuleDocs {
  /** What the rule reports, one sentence. */
  readonly what: string;
  readonly why: string;
  readonly remedy: string;
  /** Whole request files that the tests run: a valid one gives no finding of this rule, an invalid one at least one. */
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
  /** Files that the examples take bodies from, by path. */
  readonly files?: Readonly<Record<string, string>>;
}

interface RuleBase {
  /** Adjective and noun; also the name of file, fixture folder and page. */
  readonly id: string;
  readonly severity: Severity;
  readonly docs: RuleDocs;
  /** It holds for an answer without its request too. */
  readonly isForAnswers?: boolean;
  /** It tells what follows from something valid: its informations ask for no change, so that editors show them without insistence. */
  readonly isRemark?: boolean;
}

/** A rule that looks at whole requests, at parameters, or at each bound JSON value of requests and recorded responses. */
export interface BlockRule extends RuleBase {
  readonly scope: 'block';
  readonly block?: (block: Block, report: Reporter) => void;
  readonly request?: (binding: Binding, report: Reporter, context: CheckContext) => void;
  /** Looks at an object or array of the request's body as it is written: at its keys and the types of its values, and no deeper. */
  readonly node?: (node: JsonNode, binding: Binding, report: Reporter) => void;
  readonly parameter?: (parameter: BoundParameter, binding: Binding, report: Reporter) => void;
  /**
   * Looks at a value, at what is in it, and of the values around it at their names and fields alone: when an edit leaves all that as it is, the
   * rule is not asked again.
   */
  readonly value?: (value: BoundValue, binding: Binding, report: Reporter) => void;
  /**
   * Whether `value` can report anything about a value of this shape and field whose type fits; asked once for each pair. Absent: always.
   * Values whose type does not fit are given to all rules.
   */
  readonly concerns?: (shape: Shape, field: Field | undefined) => boolean;
}

/** The element to which a constraint of the catalogue is attached. */
export type Constrained =
  | { readonly kind: 'value'; readonly value: BoundValue }
  | { readonly kind: 'parameter'; readonly parameter: BoundParameter };

/** A rule that carries out one kind of constraint of the catalogue. */
export interface ConstraintRule<K extends ConstraintKind = ConstraintKind> extends RuleBase {
  readonly scope: 'constraint';
  readonly id: K;
  readonly check: (
    element: Constrained,
    constraint: Extract<Constraint, { rule: K }> & { readonly options: ConstraintOptions[K] },
    binding: Binding,
    report: Reporter,
  ) => void;
  /** Carried out in place of `check` when the constraint is one of a body and the request has none. */
  readonly withoutBody?: (
    constraint: Extract<Constraint, { rule: K }> & { readonly options: ConstraintOptions[K] },
    binding: Binding,
    report: Reporter,
  ) => void;
}

/** Blocks of a file that belong together, in their order. */
export interface BlockGroup {
  readonly summaries: readonly BlockSummary[];
  /** The places of the blocks in the file. */
  readonly blocks: readonly number[];
  /** Blocks of the file that act on resources of this kind without a certain name. */
  readonly vague: readonly number[];
  /** What the file says about the kind of resource as a whole. */
  readonly kind?: KindSummary;
  /** Returns the steps of the whole file on resources of this name, with their places in the file. */
  readonly stepsOn: (use: ResourceUse) => readonly { readonly block: number; readonly use: ResourceUse }[];
  /** Returns what a block of the file says about itself. */
  readonly summaryAt: (block: number) => BlockSummary | undefined;
  /** How often each variable is defined in the whole file. */
  readonly definitions: ReadonlyMap<string, number>;
  /** Comments of the file name more than one cluster, so that requests without a host may go to different ones. */
  readonly hasSeveralClusters: boolean;
}

/** A rule over the requests of a file, which sees only what each block says about itself. */
export interface FileRule extends RuleBase {
  readonly scope: 'file';
  /** A request alone is looked at too. */
  readonly isForSingles?: boolean;
  /** The name of the group to which a block belongs; absent: the rule does not look at it. */
  readonly groupOf: (summary: BlockSummary) => string | undefined;
  /** `report` takes the index of the block in the group, and related places count in the group. */
  readonly check: (group: BlockGroup, report: (block: number, report: Report) => void) => void;
  /** The quick fixes of a finding that said it has some. */
  readonly fixes?: (finding: Finding, binding: Binding, catalogue: Catalogue) => readonly Fix[];
  /** A rule that looks at single requests and says the same with less: it is silent where this one speaks at the same place. */
  readonly supersedes?: string;
}

/** A rule that compares what a block refers to with the names that its file defines; it looks at each block by itself. */
export interface NameRule extends RuleBase {
  readonly scope: 'names';
  readonly check: (summary: BlockSummary, names: FileNames, report: Reporter) => void;
  /** The quick fixes of a finding that said it has some. */
  readonly fixes?: (finding: Finding, text: string, names: FileNames) => readonly Fix[];
}

export type Rule = BlockRule | ConstraintRule | FileRule | NameRule;

/** What file rules may know about a block. Equal summaries (by identity) mean equal findings. */
export interface BlockSummary {
  readonly definitions: readonly { readonly name: string; readonly span: Span }[];
  readonly uses: readonly { readonly name: string; readonly span: Span }[];
  /** By which others refer to the request; `isTitle`: it is the title, which two requests may share. */
  readonly requestName?: { readonly name: string; readonly span: Span; readonly isTitle?: boolean };
  /** A key that the request derives from another key, or is sent with. */
  readonly key?: KeyUse;
  /** A step in the life of a resource. */
  readonly resource?: ResourceUse;
  /** What the request says about an index, for the rules that know its mapping from another request. */
  readonly index?: IndexUse;
  /** The clusters that comments of the block name. */
  readonly clusters?: readonly string[];
  /** What the request leaves out and nobody adds. */
  readonly lone?: LoneRequest;
  /** The block's `# rulebook-ignore` comments; absent when there are none. */
  readonly suppressions?: readonly Suppression[];
}

/** What a file says about the resources of a kind that are compared with each other. */
export interface KindSummary {
  /** Whether each of the places where they are can be told from each other one. */
  readonly areTold: boolean;
  /** Whether a request adds one whose name is not known. */
  readonly addsUnnamed: boolean;
  /** The first block that adds one, by the text of its endpoint. */
  readonly firstAdded: ReadonlyMap<string, number>;
}

/** The part of a request in the life of a key, which the name of the request that creates it tells from others. */
export interface KeyUse {
  readonly requestName: string;
  /** The request creates the key, under the credential of another key. */
  readonly isDerived: boolean;
  readonly span: Span;
  /** What is to be told about its use, when the key is a derived one. */
  readonly told?: Pick<NonNullable<Service['derivedKeys']>, 'message' | 'provenance'>;
}

/** Where the request goes, as far as the file says it. */
export interface EndpointPlace {
  /** Empty when nothing in the file says it. */
  readonly text: string;
  /** Two certain places with different texts are different. */
  readonly isCertain: boolean;
  /** Variables in the text. */
  readonly variables: readonly string[];
}

/** A step in the life of a resource, for the rules across requests. */
export interface ResourceUse {
  readonly effect: ResourceEffect;
  readonly operation: string;
  readonly provenance: Provenance;
  readonly endpoint: EndpointPlace;
  /** The owner, for example `octocat/hello-world`, in lower case, and its spelling in the file; empty without an owner. */
  readonly scope: string;
  readonly spelling: string;
  /** The resource's own name when the path has one. */
  readonly id?: string;
  /** The name stands for several resources, or for one that nobody knows. */
  readonly isVague?: boolean;
  /** Another cluster has a resource of the same name, so that requests without a host may mean either. */
  readonly hasNamesake?: boolean;
  readonly span: Span;
  /** Where the resource's owner is named. */
  readonly scopeSpan: Span;
  readonly members: ComparedMembers;
}

/** Returns the rule as it is, with its options' type taken from its id. */
export function defineConstraintRule<K extends ConstraintKind>(rule: ConstraintRule<K>): ConstraintRule {
  return rule as unknown as ConstraintRule;
}
