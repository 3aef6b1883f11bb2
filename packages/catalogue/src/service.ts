import type { GraphqlReader, GraphqlSource } from './graphql';
import type { QueryLanguages } from './query-languages';
import type { ServiceRights } from './need';
import type { Behaviour } from './behaviour';
import type { ProductResponses } from './product-responses';
import type { ServiceId, Provenance, Remark, Note, Version } from './facts';
import type { Field, ObjectShape } from './shape';
import type { InterfaceVersions } from './ended';
import type { RetiredApi } from './retired';
import type { Operation, RequestBody, Webhook } from './operation';
import type { CollectionFacts } from './resource-model';
import type { StatedNameList } from './name-lists';
import type { ReadBack, ShownItems } from './read-back';
import type { ResourceGroup, StatedRequest } from './resources';
import type { ServiceIdentity } from './identity';
import type { VendorValues } from './values';

/** The units of byte sizes such as `40mb`, the same in the whole service. */
export interface ByteUnits {
  /** In lower case. The case does not matter. */
  readonly units: readonly string[];
  /** Numbers that need no unit. */
  readonly unitless: readonly string[];
  /** The behaviour of servers that take fractions, where others refuse them. Absent: all take them. */
  readonly fractions?: string;
  readonly provenance: Provenance;
}

/** The units of time values such as `7d`, the same in the whole service. */
export interface TimeUnits {
  readonly units: readonly { readonly name: string; readonly summary: string; readonly milliseconds: number }[];
  /** Numbers that need no unit. */
  readonly unitless: readonly string[];
  readonly provenance: Provenance;
}

/** What a service accepts in addition to the type that is described. Nothing is reported about it. */
export interface Leniency {
  /** A number or boolean that is written as a string: `"10"`. */
  readonly textForScalar?: Remark;
  /** A number or boolean where a string is described. */
  readonly scalarForText?: Remark;
  /** A single value instead of a list of one. */
  readonly itemForList?: Remark;
  /** `null` for a member that is not required. */
  readonly nullForOptional?: Remark & {
    /** It refuses `null` for a list. */
    readonly isNotForLists?: true;
  };
  /** A described value in capitals that is written in lower case. */
  readonly caseOfValues?: Remark & {
    /** A described value in lower case that is written in capitals, too. */
    readonly isAlsoLower?: true;
  };
  /** A list where an object with a single list is described. */
  readonly listForObject?: Remark;
}

/** What decides which published description lies below a service's own operations. */
export interface FallbackTarget {
  /** Of the endpoint; `none` means no description. */
  readonly vendor?: string | undefined;
  readonly version?: Version | undefined;
}

/** A published description that lies below a service's own operations. */
export interface Fallback {
  /** The value of `vendor` of an endpoint that has it. */
  readonly vendor: string;
  /** It also holds where an endpoint names no vendor. */
  readonly isDefault?: boolean;
  /** The name of the compiled description in the package, for example `elasticsearch`. */
  readonly description: string;
  /** The package has examples of its responses, in a file of their own. */
  readonly hasExamples?: true;
  /** Each of its paths with several segments has one of the service's `reservedWords`. */
  readonly hasReservedWords?: true;
  /** From this version on it has all paths of the product, except those that plugins add and those it was given after the description. */
  readonly isWholeSince?: Version;
  /** It has all methods of paths that consist of a name, in all versions, and may lack other paths. */
  readonly hasAllNames?: true;
  /** The name of the product, where it differs from that of the documents. */
  readonly product?: string;
  /** The version of the documents' product that it was made from: what they added later does not hold for it. */
  readonly madeFrom?: Version;
  /** Parts of the documents' product that it does not have. */
  readonly lacks?: readonly LackedPart[];
  /** Forms of bodies that it refuses, by a word of their media types such as `yaml`. */
  readonly unreadBodies?: { readonly words: readonly string[]; readonly provenance: Provenance };
  /** Elements that it does not have, by their `variesAs`. */
  readonly lacksElements?: readonly string[];
  /** Values that differ, by the `variesAs` of their sets. */
  readonly values?: Readonly<Record<string, VendorValues>>;
  /** Query parameters that each of its operations takes, besides those of the service. */
  readonly commonQuery?: readonly Field[];
  /** How it behaves where versions of the documents' product differ, by the names of `behaviours`. */
  readonly behaves?: Readonly<Record<string, boolean>>;
  /** How its responses differ. */
  readonly responses?: ProductResponses;
  /** What is known of bodies besides the description, by their paths. */
  readonly bodies?: readonly (readonly [path: string, body: RequestBody])[];
  /** First words of paths that only the product has: what the documents' product has by the words behind them is another thing. */
  readonly ownWords?: readonly string[];
  /** Words of paths that lead to the same as others by a former name. */
  readonly formerWords?: readonly string[];
  /** How what requests to it declare is read back; one with the same path takes the place of the service's. */
  readonly readBacks?: readonly ReadBack[];
  /** The version that the sandbox plays where none is named. */
  readonly playedVersion?: Version;
  /** Versions of the product that the description has editions for, in order. An endpoint with a version gets the one that fits best. */
  readonly editions?: readonly string[];
}

/** A part of an interface that a product does not have. */
export interface LackedPart {
  /** Words of paths, and whole paths: an operation with one of them belongs to the part. */
  readonly words: readonly string[];
  /** What to use there, as half a sentence. Absent: there is nothing alike. */
  readonly instead?: string;
  readonly provenance: Provenance;
}

/** A way to authenticate that a description names. */
export interface Credential {
  readonly name: string;
  readonly kind: 'header' | 'query' | 'cookie' | 'basic' | 'bearer' | 'other';
  /** The header field, query parameter or cookie. */
  readonly field?: string;
  readonly summary?: string;
}

/** How people name one of several instances of a service in comments: "on the follower cluster". */
export interface InstanceWords {
  /** What an instance is called, in lower case: "cluster". */
  readonly noun: string;
  /** Words next to the noun that do not name an instance, such as "health", in addition to those of the language. */
  readonly others: readonly string[];
}

/** Where the body of a response says why the service refused a request. */
export interface RefusalMembers {
  /** The members that lead to a problem or to a list of them. */
  readonly path: readonly string[];
  /** The member with the words of a problem. A problem may also be a string. */
  readonly message: string;
  /** The member with the name of what is wrong, such as `field`. */
  readonly name?: string;
  /** The member with the kind of the problem, for one without words. */
  readonly kind?: string;
  /** The words begin with line and column of the body, as in `[2:11]`. */
  readonly hasPositions?: true;
}

/** Another beginning of paths. */
export interface PathAlias extends Remark {
  /** Words and `{number}`, for example `/repositories/{number}`. */
  readonly from: string;
  /** What it stands for; `{1}` is the first number. Empty: the beginning only is in front of the described path. */
  readonly to: string;
  /** Paths of fewer words are described under this beginning. */
  readonly least?: number;
}

/** The bodies that a JSON Schema is about, as `rulebook.json` says it. */
export interface SchemaUse {
  /** A glob of paths, from the base URL. Absent: any. */
  readonly path?: string;
  readonly method?: string;
  /** Absent: any. */
  readonly contentType?: string;
  /** Absent: both. */
  readonly of?: 'request' | 'response';
}

/** A JSON Schema that `rulebook.json` names for bodies. */
export interface BodySchema {
  readonly use: SchemaUse;
  /** Its body and its response are as the schema says. */
  readonly operation: Operation;
}

/** A schema of GraphQL that `rulebook.json` names for endpoints. */
export interface OwnGraphql {
  /** As it is written there. */
  readonly file: string;
  readonly source: GraphqlSource;
}

/** What is known of GraphQL. */
export interface GraphqlCatalogue {
  /** Returns what reads documents, which is loaded for it; undefined where it is not available. */
  readonly reader: () => GraphqlReader | undefined;
  /** Returns the schema in a file of `rulebook.json`; undefined while it cannot be used. */
  readonly ofFile: (file: string) => GraphqlSource | undefined;
  /** Returns a schema of the package by its name; undefined where it is not available. */
  readonly ofPackage: (name: string, service: ServiceId) => GraphqlSource | undefined;
}

/** A service: what it is called, what can be asked of it, and its conventions. */
export interface Service extends ServiceIdentity, ServiceRights {
  /** The version that its description states about itself. */
  readonly version?: string;
  /** The page of the service's own documentation. */
  readonly link?: string;
  /** Base URLs that its description names. */
  readonly baseUrls?: readonly string[];
  /** Paths of servers at the place that serves its description, each with a slash in front. */
  readonly relativeUrls?: readonly string[];
  readonly credentials?: readonly Credential[];
  /** Published descriptions whose operations hold where the service has none of its own. */
  readonly fallbackDescriptions?: readonly Fallback[];
  /** What differs between versions of its servers, by a name that rules and the sandbox use. */
  readonly behaviours?: Readonly<Record<string, Behaviour>>;
  /** Objects that stand for those of its published descriptions with these names; what they leave open is taken from there. */
  readonly namedShapes?: Readonly<Record<string, ObjectShape>>;
  /** A source of a regular expression for words of a path that belong to the service, so that no name of a user's object is one. */
  readonly reservedWords?: string;
  /**
   * What shows that a file or a request is about it, where no endpoint says so: sources of regular expressions, which ignore case, for the name of
   * the file, and for the lines of a head. They only decide what is offered first.
   */
  readonly signs?: { readonly fileName: string; readonly header: string };
  readonly operations: readonly Operation[];
  /** Not a service: bodies of requests to any service are as this schema says. */
  readonly bodySchema?: BodySchema;
  /** Not a service: requests to endpoints that name this file are as this schema of GraphQL says. */
  readonly graphql?: OwnGraphql;
  /** What is stated of its collections. Absent: what its operations show. */
  readonly collections?: readonly CollectionFacts[];
  /** How a view shows what it holds. Absent: as the resource model derives it. */
  readonly resources?: readonly ResourceGroup<StatedRequest>[];
  /** Names that it can be asked for while a user writes. Absent: those of the items of its resource model. */
  readonly nameLists?: readonly StatedNameList[];
  /** The operations that the service itself states, where `operations` has others of a published description in the place of some. */
  readonly statedOperations?: readonly Operation[];
  /** How what requests declare is read back. Of what is not here, the resource model derives it. */
  readonly readBacks?: readonly ReadBack[];
  /** How responses show stored items, wherever they are in them. */
  readonly shownItems?: ShownItems;
  /** How servers say that they do not have an operation, where a status other than 405 and 501 does. */
  readonly absence?: { readonly status: number; readonly text: string; readonly provenance: Provenance };
  /** What it sends of its own accord. */
  readonly webhooks?: readonly Webhook[];
  /** Header fields of every request of the service. */
  readonly headers: readonly Field[];
  /** Header fields of the requests that the service itself sends, and that files record. */
  readonly deliveryHeaders?: readonly Field[];
  /** Header fields of its responses that matter to a reader. */
  readonly responseHeaders?: readonly Field[];
  /** What versions of its interface, which requests select, no longer have. */
  readonly interfaceVersions?: InterfaceVersions;
  /** Query parameters that every operation takes. */
  readonly commonQuery: readonly Field[];
  /** Set if the service refuses a query parameter that it does not know: where that is. Absent: it ignores them. */
  readonly otherQuery?: Provenance;
  /** Set if it ignores query parameters that its published description does not have, and most of its operations such members: from where that is known. */
  readonly ignoresOthers?: Remark;
  /** The operations that are known to refuse a body with a member that the published description does not have, by the templates of their paths. */
  readonly strictBodies?: {
    readonly operations: readonly { readonly method: string; readonly path: string }[];
    readonly provenance: Provenance;
  };
  /**
   * What it accepts although the published description of the operation says otherwise: a member or parameter of this name, with any value or with
   * one of these.
   */
  readonly accepts?: readonly (Remark & {
    readonly method: string;
    readonly path: string;
    readonly name: string;
    readonly values?: readonly string[];
  })[];
  /** Absent: the service has no time values. */
  readonly timeUnits?: TimeUnits;
  /** Absent: the service has no byte sizes. */
  readonly byteUnits?: ByteUnits;
  /** The scheme of a stored credential, for example `ApiKey`. */
  readonly defaultScheme: string;
  /** Set if a credential of that scheme is base64 of two parts with a colon between them: what is reported of another one. */
  readonly encodedPair?: { readonly message: string };
  /** The document names no other scheme, so that any other is reported. */
  readonly hasOneScheme?: true;
  /** Further schemes that a vendor accepts. They are not reported for that vendor, and a hint for others. */
  readonly otherSchemes?: readonly (Remark & { readonly scheme: string; readonly vendor: string })[];
  /** How it responds to a path that ends with a slash. Absent: the same as without. */
  readonly trailingSlash?: Omit<Note, 'severity'>;
  /** The media types in which it reads bodies of JSON, if an operation names none. */
  readonly bodyMediaTypes?: { readonly types: readonly string[]; readonly provenance: Provenance };
  /** Where it is that it refuses an object with two equal keys. */
  readonly equalKeysRefused?: Provenance;
  /** Paths that it also answers, and that its links have. */
  readonly pathAliases?: readonly PathAlias[];
  /** Requests that it answers although they are not described, or no longer; nothing is reported of their methods. */
  readonly furtherRequests?: readonly (Remark & { readonly methods: readonly string[]; readonly path: string })[];
  /** Parts of its interface that were removed. */
  readonly retired?: readonly RetiredApi[];
  /** What it accepts in addition to the type, if that is known only from the reference layer or its description. */
  readonly leniency?: Leniency;
  /** A source of a regular expression for a word of a path that names several objects of the user, such as `a,b*`. Absent: every word names one. */
  readonly severalNames?: string;
  /** The names of all placeholders that it fills in itself, in the strings whose fields say so. */
  readonly filledPlaceholders?: readonly string[];
  /** How it says why it refused a request; the first that is there holds. Absent: as RFC 9457 (problem details) says. */
  readonly refusals?: readonly RefusalMembers[];
  /** Absent: people use one instance of it. */
  readonly instanceWords?: InstanceWords;
  /** What it does with an empty object if no body is documented. */
  readonly emptyBody?: Remark;
  /** It refuses any body, also an empty object, if none is documented. */
  readonly refusedBody?: Note;
  /** Hosts of vendors whose names for header fields and media types are publicly known. */
  readonly publicHosts?: readonly { readonly host: string; readonly vendor: string; readonly source: string }[];
}

export interface DocumentSection {
  readonly title: string;
  /** What the section is about, in our own words. */
  readonly summary: string;
  /** Set for a section without facts about requests: the reason. */
  readonly isEmpty?: 'overview' | 'not-shown';
}

export interface SourceDocument {
  readonly id: ServiceId;
  readonly title: string;
  readonly sections: readonly DocumentSection[];
}

/** The services that requests can be addressed to. */
export interface Catalogue {
  readonly documents: readonly SourceDocument[];
  readonly services: readonly Service[];
  /** What stands for the JSON Schemas of `rulebook.json`; no request matches them by its path alone. */
  readonly schemas?: readonly Service[];
  /** Absent: documents of GraphQL are not checked. */
  readonly graphql?: GraphqlCatalogue;
  /** Returns what reads queries in bodies, which is loaded for it. Absent: they are not checked. */
  readonly queries?: () => QueryLanguages;
  /**
   * Returns the service with the operations of its published description below its own, which is loaded for it. Returns the service itself
   * where it has none. Absent: no service has one.
   */
  readonly whole?: (service: Service, target?: FallbackTarget) => Service;
  /** Returns one of the service's own operations with what the published description adds to it, as `whole` has it. */
  readonly merged?: (operation: Operation, service: Service, target: FallbackTarget) => Operation;
}
