/** An error to which a product gives another type than the product of the documents. */
export interface RenamedError {
  /** The types of the documents' product. */
  readonly from: readonly string[];
  readonly to: string;
  /** Only where a rule of the checker with one of these ids finds it. */
  readonly rules?: readonly string[];
  /** Only in responses to operations with one of these ids. */
  readonly operations?: readonly string[];
}

/** Members that a product adds to an object of responses, or leaves out. */
export interface ShownMembers {
  readonly adds?: Readonly<Record<string, unknown>>;
  readonly lacks?: readonly string[];
}

/** How the responses of a product differ where it does the same: what the sandbox shows. */
export interface ProductResponses {
  /** The first one that fits an error holds. */
  readonly errors?: readonly RenamedError[];
  /** Values of members that it calls otherwise, in the responses to some operations. */
  readonly values?: {
    readonly operations: readonly string[];
    /** By the names of the members. */
    readonly members: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  /** By the names that the service has for its objects. */
  readonly objects?: Readonly<Record<string, ShownMembers>>;
}

/** Returns the type that a product gives to an error. */
export function typeOfError(
  { errors = [] }: ProductResponses,
  type: string,
  { rule = '', operation = '' }: { readonly rule?: string | undefined; readonly operation?: string | undefined },
): string {
  const found = errors.find(
    ({ from, rules, operations }) =>
      from.includes(type) && (rules?.includes(rule) ?? true) && (operations?.includes(operation) ?? true),
  );
  return found?.to ?? type;
}
