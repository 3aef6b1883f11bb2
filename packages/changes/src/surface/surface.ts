import type { DescriptionProblem } from '@rulebook/description/compiled';
import type { Place } from '@rulebook/description/openapi/place';

/** A schema, with what its references lead to. */
export interface SchemaNode {
  /** An object, or `true` and `false`. */
  readonly schema: Readonly<Record<string, unknown>> | boolean;
  readonly place: Place;
  /** The reference that led to it, where there is one. */
  readonly reference?: string | undefined;
}

/** A parameter of an operation. */
export interface SurfaceParameter {
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly name: string;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly schema?: SchemaNode | undefined;
  readonly place: Place;
  /** The day from which on it may be missing, as it is written. */
  readonly sunset?: string | undefined;
}

/** What a body is in one media type. */
export interface SurfaceContent {
  readonly mediaType: string;
  readonly schema?: SchemaNode | undefined;
  /** Of a sequence of items. */
  readonly itemSchema?: SchemaNode | undefined;
}

/** A header field of a response. */
export interface SurfaceHeader {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema?: SchemaNode | undefined;
}

/** A response, by its status, `4XX` or `default`. */
export interface SurfaceResponse {
  readonly status: string;
  readonly contents: readonly SurfaceContent[];
  readonly headers: readonly SurfaceHeader[];
  /** The names of its links. */
  readonly links?: readonly string[];
}

/** Alternatives of which one holds; each names schemes with their scopes. */
export type SecurityAlternatives = readonly ReadonlyMap<string, readonly string[]>[];

/** An operation. */
export interface SurfaceOperation {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly place: Place;
  readonly id?: string | undefined;
  readonly tags: readonly string[];
  readonly isDeprecated: boolean;
  /** The day from which on it may be missing, as it is written. */
  readonly sunset?: string | undefined;
  /** `draft`, `alpha`, `beta` or `stable`, as it is written. */
  readonly stability?: string | undefined;
  readonly parameters: readonly SurfaceParameter[];
  /** Which of the parameters belong to the path, and hold for all of its operations. */
  readonly ofPath: ReadonlySet<string>;
  readonly body?: { readonly isRequired: boolean; readonly contents: readonly SurfaceContent[] } | undefined;
  readonly responses: readonly SurfaceResponse[];
  /** What the operation itself says. */
  readonly security?: SecurityAlternatives | undefined;
}

/** What a description, or a catalogue at a version, says to those who send requests. */
export interface Surface {
  readonly title: string;
  readonly version?: string | undefined;
  /** The URLs at which the service is, as they are written. */
  readonly servers?: readonly string[];
  readonly operations: readonly SurfaceOperation[];
  /** In requests, what is required may be only read nevertheless: since OpenAPI 3.1, the one does not take away the other. */
  readonly requiresReadOnly?: boolean;
  /** What the service sends: the path is `webhook:` and the name, or `callback:`, the name, and the operation that asks for it. */
  readonly webhooks: readonly SurfaceOperation[];
  /** The schemas that have names. */
  readonly components: ReadonlyMap<string, SchemaNode>;
  /** How requests may be signed, by name. */
  readonly schemes: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  readonly security: SecurityAlternatives;
  /** Where a removed operation went, if it is known. */
  readonly successors?: ReadonlyMap<string, { readonly method: string; readonly path: string }> | undefined;
  /** What servers do that have it, by name; undefined where that is not known. */
  readonly behaviours?: ReadonlyMap<string, { readonly summary: string; readonly isThere: boolean | undefined }>;
  /** The service is known to refuse a query parameter that it does not know. */
  readonly refusesQuery?: true;
  /** It was read from a text, so that there are places in it. */
  readonly isWritten: boolean;
  /** Reads all that references lead to, so that every file was asked for. */
  readonly readAll: () => void;
  /** Returns the references that led nowhere so far; absent where nothing is referred to. */
  readonly unread?: () => readonly DescriptionProblem[];
  /** Returns the schema that an object has as a member, or as an item of a list. */
  readonly child: (node: SchemaNode, ...keys: readonly string[]) => SchemaNode | undefined;
  /** Returns the schemas that a member of a schema has by name. */
  readonly children: (node: SchemaNode, key: string) => ReadonlyMap<string, SchemaNode>;
  /** Returns the schemas in a list of a schema. */
  readonly items: (node: SchemaNode, key: string) => readonly SchemaNode[];
}
