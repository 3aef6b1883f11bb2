import type { Segment } from '../../plan/plan';
import { plainTextOf } from '../../plan/segments';
import { boundaryOf } from '@rulebook/request-file/syntax/bodies/multipart';
import { placedInForm } from './field-places';
import { placedInGraphql } from './graphql-places';
import { createJsonPlaces } from './json-places';
import { createPartPlaces } from './multipart-places';
import { joined, type Part, type Placed } from './part';
import { placedInXml } from './xml-places';

/** Fills in segments without regard to where they are. */
export type Fill = (segments: readonly Segment[]) => string;

/** What a body is, as far as it decides how a value is put into it. */
export type BodyKind =
  | { readonly kind: 'json' | 'lines' | 'form' | 'xml' | 'graphql' | 'text' }
  | { readonly kind: 'multipart'; readonly boundary: string };

/** Fills in a body, one piece after the other, each value as its place needs it. */
export interface BodyPlaces {
  readonly fill: Fill;
  /** Fills in a document of GraphQL that becomes a part of the body. */
  readonly fillDocument: Fill;
  /** Takes a piece of the body that has no variables. */
  readonly pass: (text: string) => void;
  /** What values would change; known when all pieces are filled in. */
  readonly changes: () => readonly string[];
}

/** Returns segments with the values of their variables. */
export function partsOfSegments(segments: readonly Segment[], fill: Fill): readonly Part[] {
  const plain = plainTextOf(segments);
  if (plain !== undefined) return [{ text: plain }];
  return segments.map((segment) =>
    typeof segment === 'string'
      ? { text: segment }
      : { text: fill([{ variable: segment.variable }]), variable: segment.variable },
  );
}

/** Creates what fills in a body of a kind. */
export function createBodyPlaces(body: BodyKind, fill: Fill): BodyPlaces {
  const place = placingOf(body);
  const found: string[] = [];
  const fillDocument: Fill = (segments) => {
    const { text, changes } = placedInGraphql(partsOfSegments(segments, fill));
    found.push(...changes);
    return text;
  };
  const fillIn = (segments: readonly Segment[]): string => {
    const document = body.kind === 'json' ? documentOf(segments) : undefined;
    if (document === undefined) return place.place(partsOfSegments(segments, fill));
    const text = JSON.stringify(fillDocument(document.segments)).slice(1, -1);
    return place.place([{ text: beginOfDocument + text }]) + place.place(partsOfSegments(document.behind, fill));
  };
  return {
    fill: fillIn,
    fillDocument,
    pass: (text) => void place.place([{ text }]),
    changes: () => [...new Set([...found, ...place.changes()])],
  };
}

interface Placing {
  readonly place: (parts: readonly Part[]) => string;
  readonly changes: () => readonly string[];
}

function placingOf(body: BodyKind): Placing {
  switch (body.kind) {
    case 'json':
    case 'lines': {
      const { place, changes } = createJsonPlaces({ isLines: body.kind === 'lines' });
      return { place, changes: () => changes };
    }
    case 'multipart':
      return createPartPlaces(body.boundary);
    case 'xml':
      return placing(placedInXml);
    case 'graphql':
      return placing(placedInGraphql);
    case 'form':
      return { place: placedInForm, changes: () => [] };
    case 'text':
      return { place: joined, changes: () => [] };
  }
}

function placing(placed: (parts: readonly Part[]) => Placed): Placing {
  const changes: string[] = [];
  return {
    place: (parts) => {
      const found = placed(parts);
      changes.push(...found.changes);
      return found.text;
    },
    changes: () => changes,
  };
}

/** How the JSON begins into which a GraphQL document is put. */
const beginOfDocument = '{"query":"';

/** Returns the document in the JSON that is made of a body of GraphQL, as it was written; undefined for other JSON. */
function documentOf(
  segments: readonly Segment[],
): { readonly segments: readonly Segment[]; readonly behind: readonly Segment[] } | undefined {
  if (segments[0] !== beginOfDocument) return undefined;
  const isVariable = segments.some((segment) => typeof segment !== 'string' && segment.isInString === true);
  if (!isVariable) return undefined;
  // A quotation mark of the document is behind a backslash.
  const end = segments.findIndex(
    (segment, index) => index > 0 && typeof segment === 'string' && segment.startsWith('"'),
  );
  const document = segments.slice(1, end < 0 ? undefined : end);
  return {
    segments: document.map((segment) =>
      typeof segment === 'string' ? String(JSON.parse(`"${segment}"`)) : { variable: segment.variable },
    ),
    behind: end < 0 ? [] : segments.slice(end),
  };
}

/** Returns the kind of a body by its media type, otherwise by the name of its file or by how it begins. */
export function bodyKindOf(type: string | undefined, file: string, begin: string): BodyKind {
  if (type !== undefined && type !== '') return kindOfType(type);
  const kind = kindOfFile(file);
  if (kind !== undefined) return { kind };
  if (/^\s*</.test(begin)) return { kind: 'xml' };
  return { kind: /^\s*[[{]/.test(begin) ? 'json' : 'text' };
}

function kindOfType(type: string): BodyKind {
  if (/^\s*multipart\//i.test(type)) {
    const boundary = boundaryOf(type);
    return boundary === undefined ? { kind: 'text' } : { kind: 'multipart', boundary };
  }
  if (/^\s*application\/x-www-form-urlencoded/i.test(type)) return { kind: 'form' };
  if (/\b(?:x-ndjson|jsonl|json-seq|ndjson)\b/i.test(type)) return { kind: 'lines' };
  if (/\bjson\b/i.test(type)) return { kind: 'json' };
  if (/\bgraphql\b/i.test(type)) return { kind: 'graphql' };
  return { kind: /\bxml\b/i.test(type) ? 'xml' : 'text' };
}

function kindOfFile(file: string): 'json' | 'lines' | 'xml' | 'graphql' | undefined {
  if (/\.jsonc?$/i.test(file)) return 'json';
  if (/\.(?:ndjson|jsonl)$/i.test(file)) return 'lines';
  if (/\.(?:graphql|gql)$/i.test(file)) return 'graphql';
  return /\.(?:xml|soap|xsd)$/i.test(file) ? 'xml' : undefined;
}
