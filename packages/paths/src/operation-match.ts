import type { Provenance } from '@rulebook/catalogue/facts';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import type { PathSegment } from '@rulebook/request-file/syntax/model';
import type { RetiredMatch } from './retired-path';

/** How a request line matches the catalogue. */
export type OperationMatch =
  | { readonly kind: 'operation'; readonly operation: Operation }
  /** The path is a former form of the operation's. */
  | {
      readonly kind: 'former-path';
      readonly operation: Operation;
      readonly former: NonNullable<Operation['formerPaths']>[number];
    }
  /** The path is documented, the method is not. */
  | { readonly kind: 'other-method'; readonly operations: readonly Operation[] }
  /** The path differs from a documented one by a small misspelling. */
  | { readonly kind: 'near'; readonly operation: Operation; readonly segment: PathSegment; readonly expected: string }
  /** The service had the path once. */
  | { readonly kind: 'retired'; readonly retired: RetiredMatch }
  | { readonly kind: 'none'; readonly lack?: PathLack };

/** Where a path leaves those that a service is known to have. */
interface PathLack {
  /** The first segment that no known path has there, or the last one of a path that ends too early. */
  readonly segment: PathSegment;
  readonly isTooShort: boolean;
  /** The description that has all paths of the service. */
  readonly provenance: Provenance;
}

/** A match and the segments that stand for the path parameters, by name. */
export interface MatchedPath {
  readonly match: OperationMatch;
  readonly service?: Service;
  readonly parameters: ReadonlyMap<string, PathSegment>;
  /** How many segments of the matched path are words. Absent where no path matches. */
  readonly literals?: number;
}
