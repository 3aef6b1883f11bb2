/** A difference between two releases of a description, with its operation and its place. */
export interface Difference {
  readonly kind: 'gained' | 'lost' | 'required' | 'deprecated';
  /** Method and path, without the names of its parameters. */
  readonly operation: string;
  /** `?name` for a parameter, `a.b` for a member. Absent: the operation itself. */
  readonly at?: string;
}

export function compareDescriptions(former: object, later: object): readonly Difference[];
export function differenceLines(differences: readonly Difference[]): readonly string[];
