/** Names of members, header fields and variables that a team declares, in addition to those that sound like secrets. */
export interface DeclaredNames {
  /** Their values are secrets. */
  readonly masked?: readonly string[];
  /** They sound like secrets and are none: where a response is shown in the editor, their values are shown. */
  readonly shown?: readonly string[];
}

interface Declarations {
  /** By what declares them, such as the folder of a configuration. */
  readonly bySource: Map<string, DeclaredNames>;
  masked: ReadonlySet<string>;
  shown: ReadonlySet<string>;
  /** Finds the names that are masked, in the text of an expression. */
  expression: string;
}

/** A program may hold this module twice, as a part of it is loaded later; both copies know the same names. */
const key = Symbol.for('rulebook.declared-names');
const shared = globalThis as unknown as Record<symbol, Declarations | undefined>;
const declarations: Declarations = (shared[key] ??= {
  ...{ bySource: new Map(), masked: new Set(), shown: new Set(), expression: '' },
});

/** Sets the names that a source declares; without names, it declares none. What one source declares holds for the whole program. */
export function declareNames(source: string, names: DeclaredNames | undefined): void {
  const { bySource } = declarations;
  if (names === undefined && !bySource.has(source)) return;
  if (names === undefined) bySource.delete(source);
  else bySource.set(source, names);
  const all = [...bySource.values()];
  declarations.masked = new Set(all.flatMap(({ masked = [] }) => masked.map(plainName)));
  declarations.shown = new Set(all.flatMap(({ shown = [] }) => shown.map(plainName)));
  // Letters and digits mean themselves in an expression; other names are no names of members.
  declarations.expression = [...declarations.masked]
    .filter((name) => /^[a-z\d]+$/.test(name))
    .map((name) => [...name].join('[-_. ]?'))
    .join('|');
}

/** Returns whether a team has declared that the values of a name are secrets. */
export function isDeclaredSecret(name: string): boolean {
  return declarations.masked.size > 0 && declarations.masked.has(plainName(name));
}

/** Returns whether a team has declared that the values of a name are no secrets. */
export function isDeclaredShown(name: string): boolean {
  return declarations.shown.size > 0 && !isDeclaredSecret(name) && declarations.shown.has(plainName(name));
}

/** Returns the text of an expression that finds the declared names of secrets; empty without them. */
export function declaredExpression(): string {
  return declarations.expression;
}

/** Returns a name as it is compared: without the signs between its words. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_.\s]/g, '');
}
