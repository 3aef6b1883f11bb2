/** A field of a block: `name: value`, or with `~` in front of it where it is off. */
interface BruField {
  readonly name: string;
  readonly value: string;
  readonly enabled: boolean;
}

/** A block of a file of Bruno: its name, and its lines without their indentation. */
interface BruBlock {
  readonly name: string;
  readonly isList: boolean;
  readonly lines: readonly string[];
}

const opening = /^([a-z][\w:-]*)[ \t]*([{[])[ \t]*$/;
const methods = /^(?:get|post|put|patch|delete|head|options|trace|connect|http)$/;

/** Reads a request, an environment, or the settings of a folder in the language of Bruno; throws for a text that has not its form. */
export function readBru(text: string): Readonly<Record<string, unknown>> {
  const blocks = blocksIn(text);
  const found = (name: string) => blocks.find((block) => block.name === name);
  const fields = (name: string) => fieldsOf(found(name));
  const content = (name: string) => found(name)?.lines.join('\n');
  const line = blocks.find(({ name }) => methods.test(name));
  const http = line && { ...valuesOf(fieldsOf(line)), ...(line.name !== 'http' && { method: line.name }) };
  const mode = valuesOf(fields('auth')).mode;
  const auth = Object.fromEntries(
    blocks.flatMap((block) =>
      block.name.startsWith('auth:') ? [[block.name.slice(5), valuesOf(fieldsOf(block))]] : [],
    ),
  );
  const typed = (name: string, type: string) => fields(name).map((field) => ({ ...field, type }));
  const secrets = (found('vars:secret')?.lines ?? []).flatMap((one) => {
    const name = one.trim().replace(/,$/, '');
    return name === ''
      ? []
      : [{ name: name.replace(/^~/, ''), value: '', enabled: !name.startsWith('~'), secret: true }];
  });
  return {
    meta: { ...valuesOf(fields('meta')), tags: listIn(found('meta'), 'tags') },
    ...{ http, headers: fields('headers'), assertions: fields('assert') },
    params: [...typed('params:query', 'query'), ...typed('params:path', 'path')],
    auth: { ...auth, ...(mode !== undefined && { mode }) },
    body: {
      ...{ json: content('body:json') ?? content('body'), text: content('body:text'), xml: content('body:xml') },
      sparql: content('body:sparql'),
      graphql: { query: content('body:graphql'), variables: content('body:graphql:vars') },
      formUrlEncoded: fields('body:form-urlencoded'),
      multipartForm: fields('body:multipart-form').map(partOf),
      file: fields('body:file').map((field) => ({ ...fileOf(field.value), selected: field.enabled })),
    },
    vars: { req: fields('vars:pre-request'), res: fields('vars:post-response') },
    variables: [...fields('vars'), ...secrets],
    script: { req: content('script:pre-request'), res: content('script:post-response') },
    tests: content('tests'),
  };
}

function blocksIn(text: string): readonly BruBlock[] {
  const blocks: BruBlock[] = [];
  const lines = text.split(/\r\n?|\n/);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (/^\s*(?:#.*|\/\/.*)?$/.test(line)) continue;
    const [, name, bracket] = opening.exec(line) ?? [];
    if (name === undefined) throw new Error('not a block');
    const first = at + 1;
    const end = bracket === '[' ? ']' : '}';
    at = lines.findIndex((one, index) => index >= first && one.trimEnd() === end);
    if (at < 0) throw new Error('a block is not closed');
    const inside = lines.slice(first, at).map((one) => one.replace(/^ {1,2}/, ''));
    blocks.push({ name, isList: bracket === '[', lines: inside });
  }
  if (blocks.length === 0) throw new Error('no block');
  return blocks;
}

function fieldsOf(block: BruBlock | undefined): readonly BruField[] {
  const found: BruField[] = [];
  const { lines = [], isList = false } = block ?? {};
  for (let at = 0; at < lines.length && !isList; at++) {
    const line = (lines[at] ?? '').trim();
    // What describes the field below it.
    if (line === '' || /^@\w+\(/.test(line)) continue;
    const [, off = '', quoted, plain = '', value = ''] = /^(~?)(?:"((?:[^"\\]|\\.)*)"|([^:]*)):(.*)$/.exec(line) ?? [];
    const name = quoted === undefined ? plain.trim() : quoted.replace(/\\(.)/g, '$1');
    if (name === '') continue;
    let text = value.trim();
    if (text.startsWith("'''")) {
      const first = at + 1;
      const last = lines.findIndex((one, index) => index >= first && one.trim().startsWith("'''"));
      at = last < 0 ? lines.length : last;
      text = lines
        .slice(first, at)
        .map((one) => one.replace(/^ {1,2}/, ''))
        .join('\n');
    }
    found.push({ name: name.replace(/^@/, ''), value: text, enabled: off === '' });
  }
  return found;
}

/** Returns the items of a field that is a list: `tags: [`, a line each, `]`. */
function listIn(block: BruBlock | undefined, name: string): readonly string[] {
  const lines = (block?.lines ?? []).map((line) => line.trim());
  const first = lines.indexOf(`${name}: [`);
  const last = lines.indexOf(']', first);
  return first < 0 || last < 0 ? [] : lines.slice(first + 1, last).filter((line) => line !== '');
}

function valuesOf(fields: readonly BruField[]): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

/** A part of a form: `@file(a.png|b.png) @contentType(image/png)`, or a text. */
function partOf(field: BruField): object {
  const { filePath, contentType } = fileOf(field.value);
  const { value } = field;
  const text = value.slice(0, typeAt(value)).trimEnd();
  const of = { name: field.name, enabled: field.enabled, ...(contentType !== undefined && { contentType }) };
  return filePath === undefined
    ? { ...of, type: 'text', value: text }
    : { ...of, type: 'file', value: filePath.split('|') };
}

function fileOf(value: string): { readonly filePath?: string; readonly contentType?: string } {
  const [, filePath] = /^@file\(([^)]*)\)/.exec(value) ?? [];
  const [, contentType] = /^@contentType\(([^)]*)\)$/.exec(value.slice(typeAt(value))) ?? [];
  return { ...(filePath !== undefined && { filePath }), ...(contentType !== undefined && { contentType }) };
}

/** Returns where the media type of a field begins, or its end. */
function typeAt(value: string): number {
  const at = value.lastIndexOf('@contentType(');
  return at >= 0 && value.endsWith(')') ? at : value.length;
}
