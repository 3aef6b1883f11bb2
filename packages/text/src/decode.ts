/** Returns the text of a part of a URL without its percent-encoding; the text itself if that cannot be read. */
export function decodePart(text: string, { isForm = false }: { readonly isForm?: boolean } = {}): string {
  const spaced = isForm ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
