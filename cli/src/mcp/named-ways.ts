/** The ways that requests may go, as they were when the server was started. */
export interface NamedWays {
  readonly all: readonly string[];
  /** Those of protected endpoints, whatever rulebook.json says of them later. */
  readonly guarded: readonly string[];
  /** The environments that were protected. */
  readonly environments: readonly string[];
}

/** Returns the options that keep a command to these ways. */
export function wayOptions({ all, guarded, environments }: NamedWays): readonly string[] {
  // Without any other way, the option itself keeps everything but the sandbox out.
  return [
    ...[...all, ''].map((way) => `--only-way=${way}`),
    ...guarded.map((way) => `--guarded-way=${way}`),
    ...environments.map((name) => `--guarded-environment=${name}`),
  ];
}
