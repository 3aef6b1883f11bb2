/** A group that is repeated and repeats something itself takes very long for some texts: `(a+)+`. */
const nestedRepetition = /\((?:[^()\\]|\\.)*[*+](?:[^()\\]|\\.)*\)\s*(?:[*+]|\{\d+,)/;

/** Returns the regular expression, also written as `/source/flags`; undefined if it is not one, or could take very long. */
export function expressionOf(written: string): RegExp | undefined {
  const [, source = written, flags = ''] = /^\/(.+)\/([a-z]*)$/.exec(written) ?? [];
  if (source.length > 1_000 || nestedRepetition.test(source)) return undefined;
  try {
    return new RegExp(source, flags.replace(/[gy]/g, ''));
  } catch {
    return undefined;
  }
}

/** Returns the expression of a text in which `*` stands for any characters, or with `separator` for any but this one and `**` for all. */
export function wildcardExpression(written: string, separator?: string): RegExp {
  const part = separator === undefined ? '.*' : `[^${separator}]*`;
  const source = written
    .slice(0, 500)
    .split(/(\*+)/)
    .map((piece) =>
      piece.startsWith('*') ? (piece.length > 1 ? '.*' : part) : piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('');
  return new RegExp(`^${source}$`, 's');
}
