/** What a command has printed. */
interface Ended {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** A resource of a plan. */
interface Planned {
  readonly resource: string;
  readonly state: string;
}

/** Fills a server, pulls what it has, changes it by `apply`, and undoes it. */
export function pullAndApply(place: {
  readonly baseUrl: string;
  readonly authorization: string;
  readonly repositories: string;
  readonly corpus: string;
  readonly templates?: string;
  readonly version?: string;
  readonly isSandbox?: boolean;
  /** How many resources are stored at most. Absent: 500. */
  readonly most?: number;
  readonly vendor?: 'elasticsearch' | 'opensearch';
  /** Whether it knows users, roles and keys. Absent: it does. */
  readonly hasUsers?: boolean;
  /** What is called otherwise there, in bodies. */
  readonly words?: Readonly<Record<string, string>>;
  /** What is applied and undone is played in a sandbox before. Absent: it is not. */
  readonly rehearses?: boolean;
}): Promise<{
  readonly stored: { readonly stored: number; readonly kinds: Readonly<Record<string, number>> };
  readonly pulled: Ended;
  /** How many the first plan has. */
  readonly resources: number;
  readonly files: number;
  readonly notUnchanged: readonly Planned[];
  readonly applied: Ended;
  readonly second: Ended;
  readonly changed: number;
  readonly notApplied: readonly Planned[];
  readonly undone: Ended;
  /** The files that are not as at the first time. */
  readonly differing: readonly { readonly name: string; readonly before?: string; readonly after?: string }[];
  readonly folder: string;
}>;
