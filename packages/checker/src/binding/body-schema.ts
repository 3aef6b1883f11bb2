import type { BodySchema, Service } from '@rulebook/catalogue/service';
import type { Operation } from '@rulebook/catalogue/operation';
import type { PathSegment } from '@rulebook/request-file/syntax/model';
import { globPattern } from '@rulebook/text/patterns';
import { perObject } from '@rulebook/text/structures/memo';

/** What a body is of, as far as schemas are chosen by it. */
interface SchemaPlace {
  readonly method: string;
  readonly segments: readonly PathSegment[];
  /** What the field `Content-Type` says, if it is there and has no variable. */
  readonly contentType: string | undefined;
  readonly of: 'request' | 'response';
}

/** Returns the operation of the first JSON Schema of `rulebook.json` that is about a body; undefined where there is none. */
export function schemaFor(place: SchemaPlace, services: readonly Service[] | undefined): Operation | undefined {
  if (services === undefined) return undefined;
  return schemasIn(services).find(({ use }) => isFor(use, place))?.operation;
}

const schemasIn = perObject((services: readonly Service[]): readonly BodySchema[] =>
  services.flatMap(({ bodySchema }) => bodySchema ?? []),
);

function isFor({ path, method, contentType, of }: BodySchema['use'], place: SchemaPlace): boolean {
  if (of !== undefined && of !== place.of) return false;
  // A response of any method may be of a type.
  if (method !== undefined && method.toUpperCase() !== place.method) return false;
  if (contentType !== undefined && bareType(contentType) !== bareType(place.contentType ?? '')) return false;
  if (path === undefined) return true;
  const written = place.segments.map(({ text }) => text).join('/');
  const glob = path.replace(/^\//, '');
  // What is below a path begins with the path itself: `POST /orders` makes what `GET /orders/1` shows.
  const globs = glob.endsWith('/**') ? [glob, glob.slice(0, -3)] : [glob];
  return globs.some((one) => globPattern(one)?.matches(written) === true);
}

/** Returns a media type without its parameters. */
function bareType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}
