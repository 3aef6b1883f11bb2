import { occurrencesIn } from '@rulebook/checker/names/occurrences-in';
import { touches, type Span } from '@rulebook/text/span';
import type { TextEdit } from '@rulebook/text/edit';
import { maxBlocks, type BlockEdits, type Conversion, type ConversionPlace } from '@rulebook/checker/convert/model';

/** Puts the value of a variable of the file in place of all its uses, and removes its definition. */
export function inlineVariable({ file, index, span, parse }: ConversionPlace): Conversion | undefined {
  if (file.association || file.isMarkdown || file.blocks.size > maxBlocks) return undefined;
  const here = occurrencesIn(parse(index)).find(
    ({ kind, by, span: name, reach }) =>
      kind === 'variable' && (by === 'definition' || by === 'placeholder') && touches(reach ?? name, span.start),
  );
  const value = here && file.definitions.get(here.name);
  if (!here || value === undefined) return undefined;
  const edits: BlockEdits[] = [];
  let [definitions, uses] = [0, 0];
  const title = `Inline the variable ‘${here.name}’`;
  const disabled = (reason: string): Conversion => ({ title, kind: 'inline', edits: [], disabled: reason });
  if (here.name === 'host' && hasPathAlone({ file, parse }))
    return disabled('Requests without a host go to the value of this variable.');
  for (let block = 0; block < file.blocks.size; block++) {
    if (!(file.blocks.at(block)?.text.includes(here.name) ?? false)) continue;
    const parsed = parse(block);
    const found: TextEdit[] = [];
    for (const { kind, name, by, role, reach } of occurrencesIn(parsed)) {
      if (kind !== 'variable' || name !== here.name) continue;
      if (role === 'definition') {
        const own = parsed.variables.find((variable) => variable.name.text === name);
        // A line in a body defines and is sent, and other definitions are those of scripts and prompts.
        if (by !== 'definition' || !own)
          return disabled(
            by === 'definition'
              ? 'A definition of it is in a body, which is sent.'
              : `A ${by === 'script' ? 'script' : 'prompt or a loop'} gives it its value, too.`,
          );
        definitions++;
        found.push({ span: withLineEnd(parsed.text, own.span), newText: '' });
        continue;
      }
      if (by !== 'placeholder' || !reach) return disabled('A script or a line `run` names it.');
      if (!isPlainUse(parsed.text, reach, value))
        return disabled('Its value cannot be as it is in all places that use it.');
      uses++;
      found.push({ span: reach, newText: value });
    }
    if (found.length > 0) edits.push({ block, edits: found });
  }
  if (definitions === 0 || uses === 0 || value.includes(`{{${here.name}}}`)) return undefined;
  if (definitions > 1) return disabled('It is defined more than once.');
  if (value.includes('{{$') && uses > 1) return disabled('It would have another value at each of its uses.');
  if (value.includes('\\')) return disabled('Its value has escapes, which mean something else in a request.');
  return { title, kind: 'inline', edits };
}

/** Whether a request has no host, and so goes to the variable `host`. */
function hasPathAlone({ file, parse }: Pick<ConversionPlace, 'file' | 'parse'>): boolean {
  for (let block = 0; block < file.blocks.size; block++) {
    const { request } = parse(block);
    if (request && !request.target.origin) return true;
  }
  return false;
}

/** Whether the value can be where the variable is: in a string of JSON and in a URL, not every text can. */
function isPlainUse(text: string, { start, end }: Span, value: string): boolean {
  // `{{%name}}` is encoded, and in `{{$dotenv %name}}` the value is a name.
  if (/^\{\{\s*[%$]/.test(text.slice(start, end))) return false;
  if (/["'\s<>]/.test(value)) {
    const line = text.slice(text.lastIndexOf('\n', start) + 1, start);
    return /^[\w-]+[ \t]*:/.test(line) && !value.includes('"');
  }
  return value !== '';
}

function withLineEnd(text: string, { start, end }: Span): Span {
  const behind = text.startsWith('\r\n', end) ? end + 2 : text[end] === '\n' ? end + 1 : end;
  return { start, end: behind };
}
