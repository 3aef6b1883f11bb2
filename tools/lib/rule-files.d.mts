/** The folder of the rules that hold for any service. */
export const rulesFolder: string;

/** Returns the name of the constant that a file exports: `insecureUrl` for `insecure-url`. */
export function constantOf(id: string): string;

/** Returns the paths of the rules in the repository, by id in alphabetical order. */
export function ruleFiles(root: string): ReadonlyMap<string, string>;

/** The version of rules that say none. */
export const firstVersion: string;
