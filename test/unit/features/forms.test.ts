import { describe, expect, it } from 'vitest';
import { type CompiledDescription, compiledFormat } from '../../../packages/description/src/compiled';
import { createDescribedService } from '../../../packages/description/src/described-service';
import { createEngine, type CheckContext } from '../../../packages/engine/src/index';
import { completionsAt, hoverTextAt, labelsAt, openMarked } from './check-feature';

const encoded = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data';

const description: CompiledDescription = {
  format: compiledFormat,
  source: 'OpenAPI 3.1',
  title: 'Forms',
  version: '1.0.0',
  operations: [
    {
      id: 'send',
      title: 'Send a form',
      methods: ['POST'],
      path: '/things',
      body: {
        forms: [
          { mediaType: encoded, shape: 0 },
          { mediaType: multipart, shape: 0 },
        ],
        mediaTypes: [encoded, multipart],
      },
    },
    {
      id: 'upload',
      title: 'Upload parts',
      methods: ['PUT'],
      path: '/things',
      body: { required: true, forms: [{ mediaType: multipart, shape: 0 }], mediaTypes: [multipart] },
    },
  ],
  shapes: [
    {
      type: 'object',
      name: 'form',
      fields: [
        { name: 'note', shape: { type: 'string' }, deprecated: 'Use `text`.' },
        { name: 'age', shape: { type: 'integer' }, summary: 'In years.', default: '18' },
        { name: 'name', shape: { type: 'string' }, required: true, summary: 'What it is called.' },
        {
          name: 'role',
          shape: { type: 'string', values: { values: ['user', { value: 'a & b', summary: 'Both.' }] } },
          default: '"user"',
        },
        { name: 'tags', shape: { type: 'array', items: { type: 'string' } }, example: '["new"]' },
        { name: 'isOpen', shape: { type: 'boolean' } },
      ],
    },
  ],
  problems: [],
};

const context: CheckContext = {
  endpoints: [{ name: 'things', service: 'things', baseUrl: 'http://127.0.0.1:8080' }],
  defaults: {},
  services: [createDescribedService(description, { id: 'things' })],
};

const form = (body: string): string => `# @endpoint things\nPOST /things\nContent-Type: ${encoded}\n\n${body}\n`;
const parts = (body: string): string =>
  `# @endpoint things\nPOST /things\nContent-Type: ${multipart}; boundary=b\n\n${body}\n`;
const part = (name: string, value: string): string =>
  `--b\nContent-Disposition: form-data; name="${name}"\n\n${value}\n`;

const edits = (marked: string) => completionsAt(marked, context).map(({ edit }) => edit.newText);
const offered = (marked: string, label: string) => completionsAt(marked, context).find((one) => one.label === label);

describe('completion in a form', () => {
  it.each<[body: string, offered: readonly string[]]>([
    ['name=a&<|>', ['age', 'role', 'tags', 'isOpen', 'note']],
    ['n<|>', ['name', 'isOpen', 'note']],
    ['n<|>&age=1', ['name', 'isOpen', 'note']],
    ['name=a\n&<|>\n&age=1', ['role', 'tags', 'isOpen', 'note']],
    ['name=a&tags=b&t<|>', ['tags', 'note']],
    ['<|>=1', ['name', 'age', 'role', 'tags', 'isOpen', 'note']],
    ['role=<|>', ['user', 'a & b']],
    ['name=a&role=us<|>&age=1', ['user']],
    ['isOpen=<|>', ['true', 'false']],
    ['tags=<|>', ['new']],
    ['unknown=<|>', []],
    ['# a<|>', []],
  ])('%j', (body, offered) => {
    expect(
      labelsAt(form(body), context).filter((label) => label !== 'rulebook-ignore' && !label.startsWith('@')),
    ).toEqual(offered);
  });

  it('writes names with their equals sign, and values as the form needs them', () => {
    expect(offered(form('name=a&ag<|>'), 'age')?.edit.newText).toBe('age=');
    expect(offered(form('<|>=1'), 'name')?.edit.newText).toBe('name');
    expect(edits(form('role=<|>'))).toEqual(['user', 'a%20%26%20b']);
    expect(edits(parts(part('role', '<|>')))).toEqual(['user', 'a & b']);
  });

  it('offers the fields where the body begins, and all required ones', () => {
    const offers = completionsAt(form('<|>'), context);
    expect(offers[0]).toMatchObject({ label: 'Form with its required fields', edit: { newText: 'name=$1' } });
    expect(offers.slice(1).map(({ label }) => label)).toContain('age');
    const [whole] = completionsAt(parts('<|>'), context);
    expect(whole?.edit.newText).toBe('--b\nContent-Disposition: form-data; name="name"\n\n$1\n--b--');
  });

  it('is a whole request with parts where only those are accepted', () => {
    const offer = completionsAt('# @endpoint things\nPUT /th<|>', context).find(({ label }) => label === '/things');
    expect(offer?.edit.newText).toBe(
      `/things$1\nContent-Type: ${multipart}; boundary=part\n\n--part\nContent-Disposition: form-data; name="name"\n\n$2\n--part--\n`,
    );
  });
});

describe('completion in a multipart body', () => {
  it.each<[body: string, offered: readonly string[]]>([
    [`${part('na<|>', 'a')}--b--`, ['name']],
    [`${part('name', 'a')}${part('<|>', 'a')}--b--`, ['age', 'role', 'tags', 'isOpen', 'note']],
    [`${part('role', 'u<|>')}--b--`, ['user']],
    [`${part('role', 'u<|>')}`, ['user']],
    [`${part('name', 'a')}--b\n<|>`, ['age', 'role', 'tags', 'isOpen', 'note']],
    [`${part('name', 'a')}--b--<|>`, []],
  ])('%j', (body, offered) => {
    expect(labelsAt(parts(body), context)).toEqual(offered);
  });

  it('writes the header field of a part', () => {
    const offer = offered(parts(`${part('name', 'a')}--b\nCon<|>`), 'age');
    expect(offer).toMatchObject({
      isSnippet: true,
      edit: { newText: 'Content-Disposition: form-data; name="age"\n\n$1' },
    });
  });
});

describe('the hover in a form', () => {
  it.each([
    [form('na<|>me=a'), ['**`name`** · string · form field · **required**', 'What it is called.']],
    [form('name=a&ag<|>e=1'), ['**`age`** · integer · form field · optional', '- Default: `18`']],
    [form('name=a&role=us<|>er'), ['`"user"`: A listed value.', '- Default: `user`']],
    [parts(`${part('na<|>me', 'a')}--b--`), ['What it is called.']],
    [parts(`${part('age', '1<|>2')}--b--`), ['In years.']],
  ])('%j', (marked, lines) => {
    const text = hoverTextAt(marked, context);
    for (const line of lines) expect(text).toContain(line);
    expect(text).toContain('*Described*: Forms 1.0.0');
  });

  it('is the same text as that of a completion', () => {
    const offer = offered(form('na<|>=1'), 'name');
    expect(createEngine().describeCompletion(offer?.key ?? '', context)).toContain('What it is called.');
  });
});

describe('quick fixes in a form', () => {
  const fixesAt = (marked: string): readonly string[] => {
    const engine = createEngine();
    const { file, block, offset } = openMarked(marked);
    const actions = engine.codeActions(file, block, { start: offset, end: offset }, { context, severities: {} });
    return actions.map(({ title }) => title);
  };

  it.each([
    [form('name=a&ag<|>ee=1'), ['Change to ‘age’']],
    [form('name=a&role=u<|>sr'), ['Change to ‘user’']],
    [parts(`${part('name', 'a')}${part('ag<|>ee', '1')}--b--`), ['Change to ‘age’']],
  ])('%j', (marked, titles) => {
    expect(fixesAt(marked)).toEqual(titles);
  });
});
