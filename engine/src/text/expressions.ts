const known = { '': new Map<string, RegExp>(), u: new Map<string, RegExp>() };

/** Returns the regular expression with this source, which the catalogue writes; each is compiled once. */
export function expressionOf(source: string, flags: '' | 'u' = ''): RegExp {
  let expression = known[flags].get(source);
  if (expression === undefined) known[flags].set(source, (expression = new RegExp(source, flags)));
  return expression;
}
