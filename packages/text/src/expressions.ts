type Flags = '' | 'u' | 'i' | 's' | 'su' | 'g' | 'gi';

/** By flags and source: requests ask for the same ones again and again, and a joined key would be made each time. */
const known = new Map<Flags, Map<string, RegExp>>();

/**
 * Returns the regular expression with this source, which the catalogue or other code of ours writes; each is compiled once. What anybody else
 * writes is for `patternOf`.
 */
export function expressionOf(source: string, flags: Flags = ''): RegExp {
  let ofFlags = known.get(flags);
  if (ofFlags === undefined) known.set(flags, (ofFlags = new Map()));
  let expression = ofFlags.get(source);
  if (expression === undefined) ofFlags.set(source, (expression = new RegExp(source, flags)));
  return expression;
}
