import { writeText, type ImportedBody } from './imported';
import { oneLine } from './one-line';

const boundary = 'rulebook-form';

/** Returns a form as a multipart body, and its media type. `write` makes source text of its texts. */
export function writeForm(
  { parts }: Extract<ImportedBody, { kind: 'form' }>,
  write: (text: string) => string = writeText,
): {
  readonly type: string;
  readonly text: string;
} {
  const quoted = (value: string) => `"${oneLine(write(value)).replace(/"/g, '%22')}"`;
  const lines = parts.flatMap(({ name, type, filename, content }) => [
    `--${boundary}`,
    `Content-Disposition: form-data; name=${quoted(name)}${filename === undefined ? '' : `; filename=${quoted(filename)}`}`,
    ...(type === undefined ? [] : [`Content-Type: ${oneLine(type)}`]),
    '',
    'path' in content ? `< ${content.path}` : write(content.text),
  ]);
  return { type: `multipart/form-data; boundary=${boundary}`, text: [...lines, `--${boundary}--`].join('\n') };
}
