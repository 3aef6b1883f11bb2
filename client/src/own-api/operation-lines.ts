/** Where an operation is in the text of a description. */
export interface OperationLine {
  readonly method: string;
  readonly path: string;
  /** Zero-based. */
  readonly line: number;
}

/** A longer description is not read for lenses. */
const maxLines = 100_000;

const methods = /^(?:get|put|post|delete|options|head|patch|trace|query)$/;
/** A key at the beginning of a line, of YAML or of JSON with a member a line. */
const keyLine = /^( *)(?:"([^"]+)"|'([^']+)'|([^\s"'#:{[-][^\s:]*)) *:(?: *(?:[{&!#].*)?)$/;

/**
 * Returns the operations of a description in the order of its text, by the indentation of its lines: a path is a key of `paths`, and a method a key of
 * a path. A description that is written in another way has none.
 */
export function operationLines(text: string): readonly OperationLine[] {
  const found: OperationLine[] = [];
  // The indentations of `paths`, of its keys and of theirs.
  let outer: number | undefined;
  let paths: number | undefined;
  let inner: number | undefined;
  let path: string | undefined;
  for (const [line, written] of text.split(/\r?\n/, maxLines).entries()) {
    const match = keyLine.exec(written.trimEnd());
    const indent = written.length - written.trimStart().length;
    if (outer === undefined) {
      if (match !== null && nameIn(match) === 'paths' && indent <= 8 && isTop(match)) outer = indent;
      continue;
    }
    if (written.trim() === '' || /^\s*#/.test(written)) continue;
    if (indent <= outer) {
      // A closing bracket of `paths` itself, or what follows.
      outer = undefined;
      paths = undefined;
      path = undefined;
      if (found.length > 0) break;
      continue;
    }
    if (match === null) continue;
    paths ??= indent;
    const name = nameIn(match);
    if (indent === paths) {
      path = name.startsWith('/') ? name : undefined;
      inner = undefined;
    } else if (path !== undefined && indent > paths) {
      inner ??= indent;
      if (indent === inner && methods.test(name)) found.push({ method: name.toUpperCase(), path, line });
    }
  }
  return found;
}

function nameIn([, , double, single, plain]: RegExpExecArray): string {
  return double ?? single ?? plain ?? '';
}

/** In YAML, `paths` is not indented; in JSON, it is a member of the outermost object. */
function isTop([, indent = '', double]: RegExpExecArray): boolean {
  return double !== undefined || indent === '';
}
