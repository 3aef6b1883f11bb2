import { environmentFileKind } from '@rulebook/request-file/environments';

/**
 * Returns the text of a private file of variables with stars in place of its values: the server needs the names, and where they are. Every other
 * character stays at its position.
 */
export function maskedValues(path: string, text: string): string {
  return environmentFileKind(path)?.kind === 'dotenv' ? maskedDotenv(text) : maskedJson(text);
}

/** Values are what is not before a colon: strings, numbers and words. */
function maskedJson(text: string): string {
  return text.replace(
    /"(?:[^"\\\r\n]|\\.)*"?(\s*:)?|\/\/[^\r\n]*|\/\*(?:[^]*?\*\/|[^]*)|-?\d[\w.+-]*/g,
    (all: string, colon?: string) => {
      if (colon !== undefined) return all;
      if (all.startsWith('"')) return `"${stars(all.slice(1, -1))}"`;
      return all.startsWith('/') ? stars(all) : all.replaceAll(/\d/g, '0');
    },
  );
}

function maskedDotenv(text: string): string {
  return text.replace(
    /^([ \t]*(?:export[ \t]+)?[^\s=#]+\s*=[ \t]*)("(?:[^"\\]|\\[^])*"|'[^']*'|`[^`]*`|[^\r\n]*)|#[^\r\n]*/gm,
    (all: string, name?: string, value = '') => {
      if (name === undefined) return `#${stars(all.slice(1))}`;
      const quote = /^(["'`])[^]*\1$/.exec(value)?.[1];
      return name + (quote === undefined ? stars(value) : quote + stars(value.slice(1, -1)) + quote);
    },
  );
}

function stars(text: string): string {
  return text.replace(/[^\r\n]/g, '*');
}
