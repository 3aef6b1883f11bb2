import { compileOwnDescription } from '@rulebook/description';
import { describe, expect, it } from 'vitest';
import type { KnownSource } from '../arazzo/sources';
import { completeDocument } from './complete';
import { definitionInDocument } from './find-definition';
import { describeInDocument } from './describe';
import type { RequestLanguage } from './step-as-request';

const api = `openapi: 3.1.0
info: { title: Notes, version: '1' }
servers: [{ url: https://notes.example.org }]
paths:
  /notes:
    get:
      operationId: listNotes
      parameters: [{ name: colour, in: query, schema: { enum: [green, red] } }]
      responses: { '200': { description: Notes., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } } }
    post:
      operationId: addNote
      summary: Add a note
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses:
        '201': { description: The note., headers: { Location: { schema: { type: string } } }, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
  /notes/{noteId}:
    get:
      operationId: readNote
      parameters: [{ name: noteId, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: The note. } }
components:
  schemas:
    Note:
      type: object
      properties:
        id: { type: integer, description: Given by the service. }
        text: { type: string }
        place: { type: object, properties: { town: { type: string } } }
`;
const compiled = compileOwnDescription({ name: 'notes.yaml', text: api, read: () => ({ cause: 'none' }) }).compiled;
const description = compiled && { ...compiled };
const sources: readonly (KnownSource & { readonly path?: string })[] = [
  { name: 'notes', kind: 'openapi', path: 'file:///f/notes.yaml', ...(description && { description }) },
];
/** What is asked of the language of requests. */
const asked: string[] = [];
const language: RequestLanguage = {
  complete: (text, offset) => {
    asked.push(`${text.slice(0, offset)}^${text.slice(offset)}`);
    return [{ label: 'text', newText: '"text": "$1"', detail: 'string', replaces: { before: 2, behind: 0 } }];
  },
  hover: (text, offset) => `hover at ${text.slice(offset).split(/[\n"]/, 1)[0]}`,
};

const head = `arazzo: 1.1.0
info: { title: Notes, version: 1.0.0 }
sourceDescriptions:
  - { name: notes, url: ./notes.yaml, type: openapi }
workflows:
  - workflowId: other
    steps:
      - stepId: only
        operationId: listNotes
  - workflowId: write
    inputs: { type: object, properties: { text: { type: string, description: What to write. } } }
    steps:
      - stepId: add
        operationId: addNote
        outputs: { id: '$response.body#/id' }
`;

/** The last sign `|` is where the cursor is. */
function withoutCursor(text: string): string {
  const at = text.lastIndexOf('|');
  return text.slice(0, at) + text.slice(at + 1);
}

function offers(text: string) {
  const offset = text.lastIndexOf('|');
  return completeDocument(withoutCursor(text), offset, 'arazzo', { sources, language });
}
const labels = (text: string) => offers(text).map(({ label }) => label);
/** The text with the first offer of a label. */
function accepted(text: string, label: string): string | undefined {
  const offer = offers(text).find((one) => one.label === label);
  const plain = withoutCursor(text);
  return offer && plain.slice(0, offer.edit.span.start) + offer.edit.newText + plain.slice(offer.edit.span.end);
}

describe('completion in an Arazzo document', () => {
  it('offers the keys that an object lacks, required ones first', () => {
    expect(labels('arazzo: 1.1.0\n|')).toEqual(['info', 'sourceDescriptions', 'workflows', '$self', 'components']);
    expect(labels('arazzo: 1.0.1\n|')).not.toContain('$self');
    expect(labels(`${head}        |`)).toContain('requestBody');
    expect(labels(`${head}        |`)).not.toContain('workflowId');
    expect(labels('{ "arazzo": "1.1.0", | }')).toContain('info');
    expect(labels('arazzo: 1.1.0\ninfo: { title: x, | }')).toEqual(['version', 'summary', 'description']);
  });

  it('begins what a key holds', () => {
    expect(accepted('arazzo: 1.1.0\nwork|', 'workflows')).toBe('arazzo: 1.1.0\nworkflows:\n  - ');
    expect(accepted(`${head}        |`, 'requestBody')).toBe(`${head}        requestBody:\n          `);
    expect(accepted('arazzo: 1.1.0\nworkflows:\n  |', 'workflowId')).toContain('\n  - workflowId: ');
    expect(accepted('{ "arazzo": "1.1.0" | }', 'info')).toBe('{ "arazzo": "1.1.0" ,"info":  }');
  });

  it('offers operations, workflows, steps and words', () => {
    const step = `${head}      - stepId: next\n`;
    expect(labels(`${step}        operationId: |`)).toEqual(['listNotes', 'addNote', 'readNote']);
    expect(labels(`${step}        operationPath: '|'`)).toContain(
      '{$sourceDescriptions.notes.url}#/paths/~1notes/post',
    );
    expect(labels(`${step}        workflowId: |`)).toEqual(['other']);
    expect(labels(`${step}        onFailure:\n          - { name: a, type: |`)).toEqual(['end', 'goto', 'retry']);
    expect(labels(`${step}        onFailure:\n          - { name: a, type: goto, stepId: |`)).toEqual(['add', 'next']);
    expect(labels(`${step}        dependsOn:\n          - |`)).toEqual(['add']);
  });

  it('names each operation with its description where there are several', () => {
    const two = head.replace('type: openapi }', 'type: openapi }\n  - { name: more, url: ./more.yaml, type: openapi }');
    expect(labels(`${two}      - stepId: next\n        operationId: |`)).toContain('$sourceDescriptions.notes.addNote');
  });

  it('offers the parameters of the operation with what they need', () => {
    const step = `${head}      - stepId: next\n        operationId: readNote\n        parameters:\n`;
    expect(accepted(`${step}          - name: |`, 'noteId')).toBe(
      `${step}          - name: noteId\n            in: path\n            value: `,
    );
    expect(accepted(`${step}          - { name: | }`, 'noteId')).toContain('{ name: noteId, in: path, value:  }');
    expect(labels(`${step}          - { name: noteId, in: | }`)).toEqual(['path']);
    expect(labels(`${step}          - { name: noteId, in: path, value: 1 }\n          - name: |`)).toEqual([]);
  });

  it('offers expressions by what is there', () => {
    const step = `${head}      - stepId: next\n        operationId: readNote\n`;
    const before = labels(`${step}        parameters:\n          - { name: noteId, in: path, value: $| }`);
    expect(before).toContain('$steps.add.outputs.id');
    expect(before).toContain('$inputs.text');
    expect(before).not.toContain('$statusCode');
    const after = labels(`${head}        successCriteria:\n          - condition: $|`);
    expect(after).toEqual(
      expect.arrayContaining(['$statusCode', '$response.body#/id', '$response.header.Location', '$request.body#/text']),
    );
    expect(labels(`${head}        successCriteria:\n          - condition: $response.body#/place/|`)).toContain(
      '$response.body#/place/town',
    );
  });

  it('replaces the expression at the cursor only', () => {
    const step = `${head}        successCriteria:\n          - condition: `;
    expect(accepted(`${step}$statusCode == 200 && $resp| == 1`, '$response.body#/id')).toBe(
      `${step}$statusCode == 200 && $response.body#/id == 1`,
    );
  });

  it('asks the language of requests what a body can have', () => {
    asked.length = 0;
    const body = `${head}        requestBody:\n          payload:\n            text: a\n            |`;
    expect(labels(body)).toEqual(['text']);
    expect(asked[0]).toContain('POST /notes\nContent-Type: application/json\n\n{\n  "text": "a",\n  "^": null\n}');
    expect(accepted(body, 'text')).toMatch(/text: a\n {12}text: $/);
    asked.length = 0;
    expect(labels(`${head}        requestBody:\n          payload:\n            |`)).toContain('text');
    expect(asked[0]).toContain('{\n  "^": null\n}');
    asked.length = 0;
    offers(
      `${head}      - stepId: l\n        operationId: listNotes\n        parameters: [{ name: colour, in: query, value: r| }]`,
    );
    expect(asked[0]).toContain('GET /notes?colour=r^');
  });

  it('completes the text of a body', () => {
    const front = `${head}        requestBody:\n          contentType: application/json\n          payload: |\n            {\n              `;
    asked.length = 0;
    expect(accepted(`${front}"t|\n            }\n`, 'text')).toBe(`${front}"text": \n            }\n`);
    expect(asked[0]).toMatch(/\n\{\n {2}"t\^\n\}/);
    expect(accepted(`${front}"text": "{$inp|}"\n            }\n`, '$inputs.text')).toBe(
      `${front}"text": "{$inputs.text}"\n            }\n`,
    );
  });

  it('says what each key means, with its section', () => {
    expect(offers(`${head}        req|`).find(({ label }) => label === 'requestBody')?.says).toContain('› Step Object');
  });
});

function described(text: string, word: string) {
  return describeInDocument(text, text.lastIndexOf(word) + 1, 'arazzo', { sources, language })?.markdown;
}

describe('the hover in an Arazzo document', () => {
  it('explains keys, operations, parameters and expressions', () => {
    const text = `${head}      - stepId: next
        operationId: readNote
        parameters:
          - { name: noteId, in: path, value: $steps.add.outputs.id }
        requestBody: { payload: { text: $inputs.text } }
        successCriteria:
          - condition: $response.body#/id == 1
`;
    expect(described(text, 'successCriteria')).toContain('All of these must hold');
    expect(described(text, 'readNote')).toBe('hover at GET /notes/{{value}}');
    expect(described(text, 'noteId')).toBe('hover at {{value}}');
    expect(described(text, '$steps.add')).toContain('The output `id`: `$response.body#/id`');
    expect(described(text, '$inputs.text')).toContain('What to write.');
    expect(described(head, '$response.body#/id')).toContain('Given by the service.');
    // Also while something behind it is typed.
    expect(described(`${head}      - { stepId: x`, '$response.body#/id')).toContain('Given by the service.');
    expect(described(`${head}        requestBody: { payload: { text: a } }\n`, 'text: a')).toBe('hover at text');
  });
});

describe('the default of an input', () => {
  it('is shown, unless it is a secret', () => {
    const withInputs = (inputs: string) =>
      head.replace(
        '{ type: object, properties: { text: { type: string, description: What to write. } } }',
        `{ properties: { ${inputs} } }`,
      );
    const use = (name: string) =>
      `      - stepId: z\n        workflowId: other\n        parameters: [{ name: a, value: $inputs.${name} }]\n`;
    expect(described(withInputs('town: { default: Rome }') + use('town'), '$inputs.town')).toContain('Rome');
    const secret = described(
      withInputs('password: { default: abc123, type: string }') + use('password'),
      '$inputs.password',
    );
    expect(secret).toContain('string');
    expect(secret).not.toContain('abc123');
  });
});

describe('the definition in an Arazzo document', () => {
  const text = `${head}      - stepId: next
        operationId: readNote
        parameters: [{ name: noteId, in: path, value: $steps.add.outputs.id }]
        onFailure: [{ name: a, type: goto, stepId: add }]
      - stepId: last
        workflowId: other
        parameters: [{ name: a, value: $inputs.text }]
`;
  it.each([
    ['readNote', { path: 'file:///f/notes.yaml', pointer: '#/paths/~1notes~1{noteId}/get' }],
    ['$steps.add', { pointer: '#/workflows/1/steps/0/outputs/id' }],
    ['add }', { pointer: '#/workflows/1/steps/0/stepId' }],
    ['other', { pointer: '#/workflows/0/workflowId' }],
    ['$inputs.text', { pointer: '#/workflows/1/inputs/properties/text' }],
    ['./notes.yaml', { path: 'file:///f/notes.yaml', pointer: '#' }],
  ])('of %s is found', (word, place) => {
    const found = definitionInDocument(text, text.lastIndexOf(word) + 1, 'arazzo', { sources });
    expect(found?.places).toEqual([place]);
  });
});

describe('an overlay', () => {
  const overlay = (target: string) =>
    `overlay: 1.1.0\ninfo: { title: o, version: '1' }\nactions:\n  - target: ${target}\n`;
  const extended = { paths: { '/notes': { get: { parameters: [{ name: 'colour' }] } } } };
  const targets = (target: string) => {
    const text = overlay(target);
    const offset = text.indexOf('|');
    return completeDocument(text.replace('|', ''), offset, 'overlay', { sources: [], language, extended }).map(
      ({ edit }) => edit.newText,
    );
  };

  it('has its keys, and targets by what it extends', () => {
    expect(targets('$.pa|')).toEqual(['$.paths']);
    expect(targets('$.paths[|')).toEqual(["$.paths['/notes']"]);
    expect(targets("$.paths['/notes'].get.parameters[|")).toEqual([
      "$.paths['/notes'].get.parameters[*]",
      `"$.paths['/notes'].get.parameters[?@.name == 'colour']"`.slice(1, -1),
    ]);
    expect(targets('$.paths\n    |')).toEqual(['update: ', 'copy: ', 'remove: ', 'description: ']);
    expect(targets('$.paths\n    remove: |')).toEqual(['true', 'false']);
  });

  it('says what a target selects, and leads there', () => {
    const text = overlay("$.paths['/notes'].get");
    const at = text.indexOf('$.paths');
    const context = { sources: [], language, extended };
    expect(describeInDocument(text, at, 'overlay', context)?.markdown).toContain('- `#/paths/~1notes/get`');
    const places = definitionInDocument(text, at, 'overlay', { sources: [], extended: { tree: extended, path: 'x' } });
    expect(places?.places).toEqual([{ path: 'x', pointer: '#/paths/~1notes/get' }]);
  });
});

describe('an unfinished document', () => {
  const json = JSON.stringify({
    ...{ arazzo: '1.1.0', info: {}, sourceDescriptions: [{ name: 'notes', url: './notes.yaml' }] },
    workflows: [
      { workflowId: 'a', steps: [{ stepId: 'b', operationId: 'addNote', requestBody: { payload: { text: 'x' } } }] },
    ],
  });
  it.each([head, json])('is read as far as it goes: %#', (text) => {
    for (let end = 0; end <= text.length; end += 7) {
      const part = text.slice(0, end);
      for (const offset of [end, Math.floor(end / 2)]) {
        const found = completeDocument(part, offset, 'arazzo', { sources, language });
        for (const { edit } of found) {
          expect(edit.span.start).toBeLessThanOrEqual(offset);
          expect(edit.span.end).toBeGreaterThanOrEqual(offset);
          expect(edit.span.end).toBeLessThanOrEqual(end);
          expect(edit.newText).not.toContain('\ufdd1');
        }
        describeInDocument(part, offset, 'arazzo', { sources, language });
        definitionInDocument(part, offset, 'arazzo', { sources });
      }
    }
  });
});
