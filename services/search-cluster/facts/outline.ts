import type { Constraint } from '@rulebook/catalogue/constraints';
import type { Field } from '@rulebook/catalogue/shape';
import type { Loss, Operation, QueryRelation, RequestBody } from '@rulebook/catalogue/operation';

/** An operation of which nothing is said but that it exists. */
export interface Outline {
  readonly id: string;
  readonly title: string;
  readonly methods: readonly string[];
  readonly path: string;
  readonly provenance: Operation['provenance'];
  readonly takesLines?: boolean;
  /** What servers refuse in the path, by the name of its parameter. */
  readonly constraints?: Readonly<Record<string, readonly Constraint[]>>;
  /** Parameters of the query, next to those that the published description has. */
  readonly query?: readonly Field[];
  /** What servers refuse in the query. */
  readonly queryRelations?: readonly QueryRelation[];
  /** What servers refuse in the body: an open object with some of its members. */
  readonly body?: RequestBody;
  readonly notes?: Operation['notes'];
  readonly losses?: readonly Omit<Loss, 'provenance'>[];
}
