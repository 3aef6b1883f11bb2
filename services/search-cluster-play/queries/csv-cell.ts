/** Returns a cell of CSV: in quotes if it has signs that mean something there. */
export function writeCsvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
