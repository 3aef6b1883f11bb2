const known = new Map<string, RegExp>();

/** Returns the regular expression with this source, which the catalogue writes; each is compiled once. */
export function expressionOf(source: string, flags: '' | 'u' = ''): RegExp {
  const key = `${flags}/${source}`;
  let expression = known.get(key);
  if (expression === undefined) known.set(key, (expression = new RegExp(source, flags)));
  return expression;
}
