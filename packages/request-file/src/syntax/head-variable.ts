import { isJson } from '@rulebook/text/is-json';

/** What the value of a variable means that is a line of a head by itself. */
type HeadVariableMeaning =
  | { readonly kind: 'fields'; readonly fields: readonly (readonly [name: string, value: string])[] }
  | { readonly kind: 'body' }
  | { readonly kind: 'none' };

/** Returns what a value means in place of a line of the head: header fields, a JSON object or array as the body, or nothing that can be sent. */
export function meaningInHead(value: string, mayBeBody: boolean): HeadVariableMeaning {
  const lines = value.split(/\r?\n/).filter((line) => line.trim() !== '');
  const fields = lines.flatMap((line) => {
    const [, name, text] = /^[ \t]*([!#$%&'*+\-.^_`|~0-9A-Za-z]+)[ \t]*:(?!\/\/)(.*)$/.exec(line) ?? [];
    return name === undefined || text === undefined ? [] : [[name, text.trim()] as const];
  });
  if (fields.length === lines.length) return { kind: 'fields', fields };
  return mayBeBody && /^\s*[[{]/.test(value) && isJson(value) ? { kind: 'body' } : { kind: 'none' };
}

/** Returns why a variable cannot be a part of the path. Its value may be a secret and is not part of it. */
export function explainFieldInPath(name: string): string {
  return `The value of \`{{${name}}}\` is a header field, and its line continues the path. Write the line without indentation.`;
}

/** Returns why a variable cannot be where it does. Its value may be a secret and is not part of it. */
export function explainHeadVariable(name: string): string {
  return `The value of \`{{${name}}}\` is not a header field \`Name: value\`. Write the name in front of it, or a blank line above if it is the body.`;
}
