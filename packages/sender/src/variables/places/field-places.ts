import { changeBy, holdsValues, joined, withEncoded, type Part, type Placed } from './part';

/**
 * Places values in a form. In the value of a field, `&` is percent-encoded, in its name also `=`. A variable that is a whole field stays as it
 * is, since it may be several.
 */
export function placedInForm(parts: readonly Part[]): string {
  if (!holdsValues(parts)) return joined(parts);
  return fieldsOf(parts, '&')
    .map((field) => {
      if (isWhole(field)) return joined(field);
      let isInValue = false;
      return field
        .map((part) => {
          if (part.variable !== undefined) return withEncoded(part.text, isInValue ? /&/g : /[&=]/g);
          isInValue ||= part.text.includes('=');
          return part.text;
        })
        .join('');
    })
    .join('&');
}

/** Places values in the value of `Cookie`: in the value of one cookie, none adds another one. */
export function placedInCookies(parts: readonly Part[]): Placed {
  const changes = fieldsOf(parts, ';').flatMap((field) =>
    isWhole(field)
      ? []
      : field.flatMap((part) =>
          part.variable !== undefined && part.text.includes(';') ? changeBy(part, 'adds a cookie') : [],
        ),
  );
  return { text: joined(parts), changes };
}

/** Returns whether a field is variables alone. */
function isWhole(field: readonly Part[]): boolean {
  return field.every(({ text, variable }) => variable !== undefined || text.trim() === '');
}

/** Cuts parts at a character of the text; values are not cut. */
function fieldsOf(parts: readonly Part[], separator: string): readonly (readonly Part[])[] {
  let field: Part[] = [];
  const fields = [field];
  for (const part of parts) {
    const [first = '', ...further] = part.variable === undefined ? part.text.split(separator) : [part.text];
    field.push({ ...part, text: first });
    for (const text of further) fields.push((field = [{ text }]));
  }
  return fields;
}
