import type { ConstraintKind, ConstraintOptions } from '@rulebook/catalogue/constraints';
import type { Fact, Version } from '@rulebook/catalogue/facts';
import type { Need } from '@rulebook/catalogue/need';
import type {
  ClientCall,
  FormBody,
  OperationExample,
  ResponseLink,
  SentRequest,
  Webhook,
  XmlForm,
} from '@rulebook/catalogue/operation';
import type { Credential } from '@rulebook/catalogue/service';
import type { TextFormat } from '@rulebook/catalogue/shape';
import type { WordFix } from './document-form';

/** The version of the compiled form. Files of another version are compiled again. */
export const compiledFormat = 6;

/**
 * A service's description, compiled for the catalogue: plain JSON that is written to a file and read again. Recursive shapes refer to the
 * list `shapes`. `createDescribedService` turns it into a service. A member that is undefined is as absent: JSON has neither.
 */
export interface CompiledDescription {
  readonly format: typeof compiledFormat;
  /** What it was compiled from, for people: `OpenAPI 3.1`, `Swagger 2.0`, `Elasticsearch schema`. */
  readonly source: string;
  readonly title: string;
  /** The version that the description states about itself. */
  readonly version: string;
  readonly link?: string;
  readonly baseUrls?: readonly string[];
  /** Paths of servers at the place that serves the description, each with a slash in front. */
  readonly relativeUrls?: readonly string[];
  readonly credentials?: readonly Credential[];
  /** The names of the credentials that operations need which name none themselves. */
  readonly usualCredentials?: readonly string[];
  readonly commonQuery?: readonly CompiledField[];
  readonly operations: readonly CompiledOperation[];
  /** What the service sends of its own accord. */
  readonly webhooks?: readonly CompiledWebhook[];
  readonly shapes: readonly CompiledShape[];
  /** Of a schema of GraphQL, which has no operations: its text, in the schema definition language. */
  readonly graphql?: string;
  /** The name of a description whose shapes are behind these, and are loaded when a response needs one. Absent: all are here. */
  readonly answers?: string;
  /** Other publications that say what operations need. */
  readonly needSources?: readonly { readonly title: string; readonly version: string }[];
  /** What was not understood, or contradicts itself. The rest holds. */
  readonly problems: readonly DescriptionProblem[];
}

/** A part of a description that is wrong or not understood. */
export interface DescriptionProblem {
  /** `error`: the description contradicts its format; `warning`: a reader may be surprised; `information`: the part is valid, and not checked. */
  readonly severity: 'error' | 'warning' | 'information';
  /** One or two sentences. */
  readonly message: string;
  /** The file, as its path from the folder of the description; absent for the description itself. */
  readonly file?: string;
  /** A JSON pointer with `#` in front, for example `#/paths/~1pets/get`. */
  readonly pointer: string;
  /** What the place refers to was not read, so nothing is known of it. */
  readonly isUnread?: true;
  /** The word that is meant. */
  readonly fix?: WordFix;
}

/** The facts about an element whose source is that of its operation or object. */
export interface CompiledFact extends Omit<Fact, 'summary' | 'provenance' | 'deprecatedBy' | 'reference'> {
  /** Markdown; absent: the description says nothing. */
  readonly summary?: string;
}

export interface CompiledField extends CompiledFact {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly shape: CompiledShape;
  readonly required?: true;
  /** JSON text. */
  readonly default?: string;
  /** JSON text of a value, offered by completion. */
  readonly example?: string;
  /** For a query parameter: it may be without a value, and then means this one. */
  readonly bare?: string;
  /** For a query parameter that is a list: it is written once for each item. */
  readonly isRepeatable?: true;
  /** For a parameter whose text is JSON: the shape of its value. */
  readonly content?: CompiledShape;
}

export interface CompiledOperation extends CompiledFact {
  /** Unique in the description, without the id of the service. */
  readonly id: string;
  readonly title: string;
  readonly methods: readonly string[];
  readonly path: string;
  readonly slashParameters?: readonly string[];
  readonly tags?: readonly string[];
  readonly pathParameters?: readonly CompiledField[];
  readonly query?: readonly CompiledField[];
  /** Parameters of the query that exclude each other. */
  readonly exclusions?: readonly CompiledExclusion[];
  /** The query may have parameters of any name. */
  readonly isQueryOpen?: true;
  readonly headers?: readonly CompiledField[];
  readonly cookies?: readonly CompiledField[];
  readonly body?: CompiledBody;
  readonly responses?: readonly CompiledResponse[];
  readonly callbacks?: readonly CompiledCallback[];
  readonly credentials?: readonly string[];
  readonly examples?: readonly OperationExample[];
  readonly client?: ClientCall;
  /** What a caller needs: all of these; empty: nothing. Absent: the description does not say it. */
  readonly needs?: readonly CompiledNeed[];
  /** Sentences for the hover: stability, notes of the description. */
  readonly notes?: readonly string[];
  /** A JSON pointer with `#` in front. Absent: `#/paths/…` of path and first method. */
  readonly pointer?: string;
}

/** Two parameters of a query, of which a request has one at most. */
export interface CompiledExclusion {
  readonly fields: readonly [string, string];
  /** Where it is said; absent in published descriptions. */
  readonly pointer?: string;
}

/** What a caller needs; `source` is the index of one in `needSources`, absent for the description itself. */
export interface CompiledNeed extends Omit<Need, 'provenance'> {
  readonly source?: number;
}

export interface CompiledBody {
  /** Absent: JSON is not accepted, or nothing is said about it. */
  readonly shape?: CompiledShape;
  readonly required?: true;
  readonly isNullable?: true;
  readonly actions?: readonly {
    readonly name: string;
    readonly document?: CompiledShape;
    readonly need?: CompiledNeed;
  }[];
  readonly lines?: readonly CompiledShape[];
  readonly forms?: readonly (Omit<FormBody, 'shape'> & { readonly shape: CompiledShape })[];
  /** A body of `text/plain`, where it has limits. */
  readonly text?: CompiledField;
  readonly mediaTypes?: readonly string[];
}

export interface CompiledCallback extends Omit<SentRequest, 'shape'> {
  readonly shape?: CompiledShape;
}

export interface CompiledWebhook extends Omit<Webhook, 'shape'> {
  readonly shape?: CompiledShape;
}

export interface CompiledResponse {
  readonly status: number;
  readonly lastStatus?: number;
  readonly summary: string;
  readonly shape?: CompiledShape;
  readonly mediaTypes?: readonly string[];
  readonly xml?: XmlForm;
  readonly headers?: readonly CompiledField[];
  readonly links?: readonly ResponseLink[];
  /** The index of a shape that can be in the description that `answers` names: behind those of the description. */
  readonly answer?: number;
}

/** A shape, or the index of one in `shapes`. */
export type CompiledShape =
  | number
  | CompiledText
  | CompiledNumber
  | CompiledPlain
  | CompiledList
  | CompiledObject
  | CompiledSwitch
  | CompiledChoice;

/** Returns the items of a list, each of them once. */
export function distinct<T>(list: readonly T[]): readonly T[] {
  return [...new Map(list.map((item) => [JSON.stringify(item), item])).values()];
}

/** Returns a list; undefined for an empty one, which says no more. */
export function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** The shape of what is not checked. */
export const anything: CompiledShape & object = { type: 'any' };

interface Conditional {
  readonly conditions?: readonly CompiledCondition[] | undefined;
}

interface Constrained extends Conditional {
  readonly constraints?: readonly CompiledConstraint[];
}

/** What holds in addition, as in the catalogue. */
export interface CompiledCondition {
  readonly when: unknown;
  readonly then?: CompiledShape | undefined;
  readonly otherwise?: CompiledShape | undefined;
}

interface CompiledPlain extends Conditional {
  readonly type: 'boolean' | 'null' | 'any';
  /** Of null in a choice: a schema says it, and another one that holds as well does not. */
  readonly isTolerated?: true | undefined;
}

/** A constraint without its source, which is that of the element unless it has a place of its own. */
export type CompiledConstraint = {
  readonly [K in ConstraintKind]: {
    readonly rule: K;
    readonly options: ConstraintOptions[K];
    /** Where a sentence says it: a JSON pointer with `#` in front, perhaps with a file before it. */
    readonly pointer?: string;
  };
}[ConstraintKind];

interface CompiledText extends Constrained {
  readonly type: 'string';
  readonly values?: CompiledValues;
  readonly format?: TextFormat;
}

interface CompiledNumber extends Constrained {
  readonly type: 'integer' | 'number';
  readonly values?: CompiledValues;
}

export interface CompiledValues {
  readonly values: readonly (string | number | CompiledValue)[];
  /** Absent: other values are refused. */
  readonly isOpen?: true;
  /** Names from elsewhere, with the value that means the same here. */
  readonly foreign?: readonly { readonly value: string; readonly use: string }[];
  /** Where a sentence lists them, as in constraints. */
  readonly pointer?: string;
}

export interface CompiledValue {
  readonly value: string | number;
  readonly summary?: string;
  readonly since?: Version;
}

export interface CompiledList extends Constrained {
  readonly type: 'array';
  readonly items: CompiledShape;
  /** What the first items are, and those behind them. */
  readonly positions?: { readonly first: readonly CompiledShape[]; readonly rest: CompiledShape } | undefined;
}

export interface CompiledObject extends Constrained {
  readonly type: 'object';
  /** What it is called in messages. Absent: `object`. */
  readonly name?: string;
  readonly fields?: readonly CompiledField[];
  readonly entries?: { readonly keyName?: string; readonly summary?: string; readonly shape: CompiledShape };
  readonly patterns?: readonly { readonly pattern: string; readonly summary?: string; readonly shape: CompiledShape }[];
  readonly isOpen?: true;
  /** Other members are forbidden. */
  readonly isClosed?: true;
  /** Of an open object: a key that nearly is one of the fields is reported. */
  readonly isMisspeltReported?: true;
  /** A JSON pointer with `#` in front, perhaps with a file before it. Absent: that of the operation. */
  readonly pointer?: string;
}

export interface CompiledSwitch {
  readonly type: 'switch';
  readonly name?: string;
  readonly on: string;
  readonly of: 'self' | 'parent';
  readonly cases: Readonly<Record<string, CompiledShape>>;
  readonly absent?: CompiledShape;
  readonly otherwise: CompiledShape;
}

export interface CompiledChoice extends Constrained {
  readonly type: 'choice';
  readonly options: readonly CompiledShape[];
}
