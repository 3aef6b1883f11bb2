/** What is used of the library of assertions, which is handed in with the box. */
export interface Expectations {
  readonly expect: (value: unknown, message?: string) => { readonly to: object };
  readonly Assertion: {
    readonly addMethod: (name: string, check: (this: Assertion, ...values: unknown[]) => void) => void;
    readonly addProperty: (name: string, check: (this: Assertion) => void) => void;
    readonly overwriteProperty: (name: string, over: (usual: () => void) => (this: Assertion) => void) => void;
  };
  readonly util: { readonly eql: (one: unknown, other: unknown) => boolean };
}

/** An assertion about a value. */
export interface Assertion {
  readonly _obj: unknown;
  readonly assert: (holds: boolean, message: string, opposite: string) => void;
}
