/** Returns whether a text holds requests as Console exports and keeps them: its first line besides comments is a method and a path. */
export function beginsConsole(text: string): boolean {
  for (const line of text.split('\n', 200)) {
    const written = line.trim();
    if (written === '' || written.startsWith('#') || written.startsWith('//')) continue;
    return /^(?:GET|POST|PUT|DELETE|HEAD|PATCH|OPTIONS)\s+\S+$/i.test(written);
  }
  return false;
}
