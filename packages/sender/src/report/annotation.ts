import { visibleLine } from '@rulebook/text/visible';

/** Returns a line of a log that GitHub Actions shows next to the line of a file; what is undefined is left out. */
export function annotation(
  level: 'error' | 'warning' | 'notice',
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string {
  const named = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${property(String(value))}`],
  );
  return `::${level} ${named.join(',')}::${data(message)}`;
}

/** Escapes the text of an annotation, which is in one line. */
function data(text: string): string {
  return visibleLine(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Returns an annotation that is about no file. */
export function annotationLine(level: 'error' | 'warning' | 'notice', title: string, message: string): string {
  return annotation(level, { title }, message);
}
