import type { QueryContext } from '@rulebook/catalogue/query-languages';
import type { Binding, BoundParameter, BoundValue, CheckContext } from '../binding/model';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Catalogue, Service } from '@rulebook/catalogue/service';
import type { Constraint, ConstraintKind, ConstraintOptions } from '@rulebook/catalogue/constraints';
import type { Field, Shape } from '@rulebook/catalogue/shape';
import type { Provenance, Severity } from '@rulebook/catalogue/facts';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import type { TextEdit } from '@rulebook/text/edit';
import type { Span } from '@rulebook/text/span';
import type { BlockIdentity } from './across/block-identity';
import type { ServiceSummary } from './across/service-summary';
import type { BlockPart } from './support/block-parts';
import type { FileNames, BlockGroup, BlockNames, BlockSummary } from './across/summary';

/** Where the fact of a finding comes from: a document, the reference layer, the syntax of the file, or what an endpoint has listed. */
export type FindingProvenance =
  | Provenance
  | { readonly kind: 'syntax' }
  | { readonly kind: 'endpoint'; readonly endpoint: string };

/** A change that a quick fix makes; spans count from the start of the finding's block. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** The request keeps its meaning, so the fix may be applied without review. */
  readonly isSafe: boolean;
  /** It leaves values to fill in, so it is never applied together with others. */
  readonly isUnfinished?: boolean;
}

/** A second position that explains a finding. */
export interface RelatedPosition {
  readonly message: string;
  readonly span: Span;
  /** Absent if the position is in the block of the finding. */
  readonly block?: BlockIdentity;
  /** Set if the position is in another file, which is one block. */
  readonly location?: string;
}

/** One result of a rule; plain data, because a file may have a hundred thousand of them. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly span: Span;
  readonly provenance: FindingProvenance;
  readonly related?: readonly RelatedPosition[];
  /** Editors show the span as unnecessary or deprecated. */
  readonly tag?: 'unnecessary' | 'deprecated';
  /** The real service is known to refuse the request because of it, whatever its severity and whatever the documents say. */
  readonly isRefused?: true;
  /** Quick fixes can be computed by running the rules on the block again. */
  readonly isFixable?: boolean;
}

/** A finding with its quick fixes; it references the whole block and must not be kept. */
export interface FixableFinding extends Finding {
  /** Computed on demand. */
  readonly fixes?: () => readonly Fix[];
}

/** A second position as a rule reports it. */
export interface RelatedReport extends Omit<RelatedPosition, 'block'> {
  /** For a rule across requests: how far behind the block of the finding in its group, or with `isInFile` the order of a block of the file. */
  readonly block?: number;
  readonly isInFile?: boolean;
}

/** A required part that is missing. */
export interface MissingPart {
  /** What lacks it, as the start of a sentence. */
  readonly subject: string;
  readonly kind: 'field' | 'query parameter' | 'header field' | 'cookie';
  readonly name: string;
  /** Returns the edits that add the parts of these names, which are of the same subject and kind. */
  readonly add: (names: readonly string[]) => readonly TextEdit[];
}

/** What a rule reports; the runner adds the rule id and the default severity. */
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
  /** The members of the checked object or of the form, or the parameters by `queryName`, one of which is missing. */
  readonly lacks?: readonly string[];
  /** What is missing, of which several in one object, form or request are one finding. */
  readonly missing?: MissingPart | undefined;
  /** The name that is meant by the one at the span: reports of the same object that lack it say the same mistake again. */
  readonly meant?: string | undefined;
  /** For a rule about names: the used name. Of all such reports in a file, only the first is shown, with the number of uses. */
  readonly once?: string;
  /** For a rule across requests: its `fixes` returns some. */
  readonly isFixable?: boolean | undefined;
}

/** A report before it becomes a finding. */
export interface RawReport {
  readonly rule: Rule;
  readonly report: Report;
  /** Overrides the severity of the rule. */
  readonly severity: Severity | undefined;
}

export type Reporter = (report: Report) => void;

/** The words of a rule's page in docs/rules; its examples are in test/rules/<rule-id>/examples.http. */
export interface RuleDocs {
  /** What the rule reports, in one sentence. */
  readonly what: string;
  /** Why it matters. */
  readonly why: string;
  /** What to do. */
  readonly remedy: string;
}

/** What the findings of a rule are about; the groups of the index in docs/rules. */
type RuleCategory = 'correctness' | 'security' | 'file-syntax' | 'style';

interface RuleBase {
  /** Adjective and noun; also the name of file, fixture folder and page. */
  readonly id: string;
  readonly category: RuleCategory;
  /** Holds where neither the catalogue nor the user's settings give another one. */
  readonly severity: Severity;
  /** The first version of Rulebook that has the rule. Absent: 0.1.0, the first of all. */
  readonly since?: string;
  readonly docs: RuleDocs;
  /** The rule also checks a response without its request. */
  readonly isForResponses?: boolean;
  /** The rule explains the effect of something valid. Its findings of severity information ask for no change, so editors show them as hints. */
  readonly isRemark?: boolean;
  /** A request is taken whatever the rule reports: nothing of it is an error, and no service refuses a request because of it. */
  readonly isAdvice?: true;
  /** The rule reports what an object `lacks`. */
  readonly findsMissing?: true;
}

/**
 * When a rule has nothing to report about a value, whatever is around it, by what is written: nearly all values are passed so, and none of these is
 * bound. All that is given here must hold.
 */
export interface Passing {
  /** The text of the scalar is right, a number or literal as JSON text; an object or array passes. */
  readonly text?: (text: string, binding: Binding) => boolean;
  readonly node?: (node: JsonNode, binding: Binding) => boolean;
  /** All members of the object are such fields, under their own names. */
  readonly onlyFields?: (field: Field) => boolean;
  /** The object has all these fields. */
  readonly having?: readonly Field[];
}

/** A rule that checks whole requests, parameters, or each bound JSON value of requests and recorded responses. */
export interface BlockRule extends RuleBase {
  readonly scope: 'block';
  /** `block` and `request` report nothing about a block with none of these parts, and are not asked about it. Absent: they are always asked. */
  readonly within?: readonly BlockPart[];
  /** Whether `request` can report anything about a request of this operation; asked once for each. Absent: always. */
  readonly concernsRequest?: (operation: Operation | undefined, service: Service | undefined) => boolean;
  readonly block?: (block: Block, report: Reporter, context: CheckContext) => void;
  readonly request?: (binding: Binding, report: Reporter, context: CheckContext) => void;
  /** Checks an object or array of the request body as it is written: its keys and the types of its values, and nothing deeper. */
  readonly node?: (node: JsonNode, binding: Binding, report: Reporter) => void;
  readonly parameter?: (parameter: BoundParameter, binding: Binding, report: Reporter) => void;
  /**
   * Checks a value and everything in it; of the outer values, it may use only their names and fields. If an edit changes none of these, the
   * rule does not run again.
   */
  readonly value?: (value: BoundValue, binding: Binding, report: Reporter) => void;
  /** `value` checks recorded responses only. */
  readonly isForRecorded?: true;
  /**
   * Whether `value` can report anything about a value of this shape and field whose type fits; asked once for each pair. Absent: always.
   * Values whose type does not fit are given to all rules.
   */
  readonly concerns?: (shape: Shape, field: Field | undefined) => boolean;
  /** When `value` reports nothing about a value of this shape and field whose type fits. Absent or undefined: it is always asked. */
  readonly passes?: (shape: Shape, field: Field | undefined) => Passing | undefined;
  /** Whether `parameter` can report anything about a parameter of this field; asked once for each field. Absent: always. */
  readonly concernsParameter?: (field: Field) => boolean;
}

/** The element to which a constraint of the catalogue is attached. */
export type Constrained =
  | { readonly kind: 'value'; readonly value: BoundValue }
  | { readonly kind: 'parameter'; readonly parameter: BoundParameter };

/** A rule that checks one kind of constraint of the catalogue. */
export interface ConstraintRule<K extends ConstraintKind = ConstraintKind> extends RuleBase {
  readonly scope: 'constraint';
  readonly id: K;
  readonly check: (
    element: Constrained,
    constraint: Extract<Constraint, { rule: K }> & { readonly options: ConstraintOptions[K] },
    binding: Binding,
    report: Reporter,
  ) => void;
  /** When `check` reports nothing about a value of this shape, and by `text` alone about a parameter. Absent or undefined: it is always asked. */
  readonly passes?: (constraint: Extract<Constraint, { rule: K }>, shape: Shape) => Passing | undefined;
  /** Runs instead of `check` if the constraint belongs to a body and the request has none. */
  readonly withoutBody?: (
    constraint: Extract<Constraint, { rule: K }> & { readonly options: ConstraintOptions[K] },
    binding: Binding,
    report: Reporter,
  ) => void;
}

/** A rule across the requests of a file, which sees only the summary of each block. */
export interface FileRule extends RuleBase {
  readonly scope: 'file';
  /** Returns whether the rule can report something about this request alone in its group. Absent: it compares requests. */
  readonly concernsSingle?: (summary: BlockSummary) => boolean;
  /** What the rule reports of a block by itself. */
  readonly block?: BlockRule['block'];
  readonly within?: BlockRule['within'];
  /** What the rule remembers of a request next to what every summary has. */
  readonly summary?: ServiceSummary;
  /**
   * Returns the name of the group to which a block belongs; undefined: the rule does not check the block. Not asked where nothing is known of a
   * resource, the request has no name, and nothing else is remembered of it.
   */
  readonly groupOf: (summary: BlockSummary) => string | undefined;
  /** `report` takes the index of the block in the group; the blocks of related positions count in the group too. */
  readonly check: (group: BlockGroup, report: (block: number, report: Report) => void) => void;
  /** Returns the quick fixes of a finding that is marked as fixable. */
  readonly fixes?: (finding: Finding, binding: Binding, catalogue: Catalogue, context: CheckContext) => readonly Fix[];
  /** Returns what the queries of a request can name by the requests above it. */
  readonly declared?: (above: readonly BlockSummary[], binding: Binding) => DeclaredNames;
  /** A rule for single requests that reports the same with less detail; its finding is dropped if this rule reports one at the same position. */
  readonly supersedes?: string;
}

/** Indices and their fields, as the requests of a file make them. */
export type DeclaredNames = Pick<QueryContext, 'fieldsOf' | 'indices'>;

/** A rule that compares the names that a block uses with the names that its file defines; it checks each block by itself. */
export interface NameRule extends RuleBase {
  readonly scope: 'names';
  readonly check: (summary: BlockSummary, names: BlockNames, report: Reporter) => void;
  /** Returns the quick fixes of a finding that is marked as fixable. */
  readonly fixes?: (finding: Finding, text: string, names: FileNames) => readonly Fix[];
}

export type Rule = BlockRule | ConstraintRule | FileRule | NameRule;

/** Returns the rule of a constraint, with its options' type taken from its id. */
export function defineConstraintRule<K extends ConstraintKind>(rule: Omit<ConstraintRule<K>, 'scope'>): ConstraintRule {
  return { ...rule, scope: 'constraint' } as unknown as ConstraintRule;
}
