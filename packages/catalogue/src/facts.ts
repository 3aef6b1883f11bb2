/** The name of a service in `rulebook.json` and in directives, for example `search-cluster`. */
export type ServiceId = string;

/** How much a finding matters, as the protocol names it. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** A fact that a document of the product states in a section. It can be an error. */
export interface DocumentedSource {
  readonly kind: 'documented';
  readonly document: ServiceId;
  readonly section: string;
}

/** A public fact that fills what a document leaves open in a section. It is a warning at most, and is named as such. */
export interface ReferenceSource {
  readonly kind: 'reference';
  readonly document: ServiceId;
  readonly section: string;
  readonly source: string;
  /** The source says that the service refuses a request that contradicts the fact. */
  readonly isRefused?: true;
  /** Only servers that are known to behave so refuse it, of which a rehearsal of a release says the difference. */
  readonly refusedIf?: string;
}

/** A fact of a service's published description. It is a warning at most, and is named as such. */
export interface DescribedSource {
  readonly kind: 'described';
  readonly service: ServiceId;
  /** The title of the description. */
  readonly title: string;
  /** The version that the description states about itself. */
  readonly version: string;
  /** Where the fact is: a JSON pointer in the description; with a file in front where it has several, for example `pets.yaml#/get`. */
  readonly pointer: string;
  /** The description's file, as its path from the folder of `rulebook.json`. Absent for those of the package, which no one can open. */
  readonly file?: string;
  /** The page of the service's own documentation. */
  readonly link?: string;
  /** Several operations have it, of which `link` is that of one: with `place`, `pointer` is, too. */
  readonly shared?: 'page' | 'place';
}

/** A rule that a team states for itself. It may be an error. */
export interface HouseSource {
  readonly kind: 'house';
  /** The ruleset, as its path from the folder of `rulebook.json`. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** The name of the rule in its ruleset. */
  readonly name: string;
  readonly link?: string;
}

/** Where a fact comes from. Of several about one operation, the order is: house, documented, reference, described. */
export type Provenance = DocumentedSource | ReferenceSource | DescribedSource | HouseSource;

/** A version of a service: `major.minor.patch`, or `major.minor` for all of its patches. */
export type Version = `${number}.${number}` | `${number}.${number}.${number}`;

export type Deployment = 'self-managed' | 'serverless';

/** What every entry of the catalogue says about itself. */
export interface Fact {
  /** One or two sentences in our own words, Markdown, without the name and type. */
  readonly summary: string;
  readonly provenance: Provenance;
  /** The first version that knows the element. */
  readonly since?: Version;
  /** What to use instead, when the element is deprecated. */
  readonly deprecated?: string;
  /** The first version in which it is deprecated. Absent: in all that are known. */
  readonly deprecatedSince?: Version;
  /** The first version that no longer knows the element. */
  readonly removed?: Version;
  /** The deployments that lack the element. */
  readonly lackedBy?: readonly Deployment[];
  /** The name by which products of other vendors say that they lack the element. */
  readonly variesAs?: string;
  /** Absent: stable. */
  readonly stability?: 'experimental' | 'beta';
  /** The page of the service's own documentation. */
  readonly link?: string;
  /** Where the deprecation is, when it is not where the element is described. */
  readonly deprecatedBy?: Provenance;
  /** A further remark from the reference layer, shown on hover and labelled as such. */
  readonly reference?: Remark;
}

/** What real services are known to do where the document says otherwise, or nothing: a sentence and its source. */
export interface Remark {
  readonly text: string;
  readonly source: string;
}

/** A finding with a message of its own in the catalogue. */
export interface Note {
  readonly severity: Severity;
  readonly message: string;
  readonly provenance: Provenance;
}
