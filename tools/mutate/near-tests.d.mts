/** Each file with those that import it. */
export type Importers = ReadonlyMap<string, readonly string[]>;

export function readImports(root: string): Importers;
export function nearTests(importers: Importers, file: string): string[];
export function startingPrograms(importers: Importers): ReadonlySet<string>;
