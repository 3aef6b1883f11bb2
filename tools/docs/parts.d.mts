export function filledPages(
  root: string,
  parts: ReadonlyMap<string, string>,
  written: ReadonlyMap<string, string>,
): FilledPages;
export function fillParts(texts: ReadonlyMap<string, string>, parts: ReadonlyMap<string, string>): FilledPages;

interface FilledPages {
  readonly pages: ReadonlyMap<string, string>;
  readonly problems: readonly string[];
  readonly added: readonly string[];
}
