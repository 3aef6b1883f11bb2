import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const sample = (name: string) => readFileSync(join(import.meta.dirname, '../../descriptions', name), 'utf8');
const shop = { 'shop.yaml': sample('shop.yaml'), 'shop-models.yaml': sample('shop-models.yaml') };

const document = (step: string) => `arazzo: 1.0.1
info: { title: Pets, version: 1.0.0 }
sourceDescriptions:
  - { name: shop, url: ./shop.yaml, type: openapi }
workflows:
  - workflowId: buy
    steps:
${step}`;

describe('an Arazzo document', () => {
  it('is checked by the descriptions that it refers to, in a folder, too', async () => {
    const step = `      - stepId: list
        operationId: listPets
        parameters:
          - { name: kind, in: query, value: cow }
          - { name: limit, in: query, value: 500 }
      - stepId: show
        operationId: showPets
`;
    const cwd = folderOf({ ...shop, 'pets.arazzo.yaml': document(step) });
    const { code, out } = await commandLine(['check', '.'], { cwd });
    expect(out).toContain('pets.arazzo.yaml:11:38 warning `kind` must be `cat`, `dog` or `bird`');
    expect(out).toContain('pets.arazzo.yaml:12:39 warning `limit` must be at most 100');
    expect(out).toContain('pets.arazzo.yaml:14:9 error No operation of the source descriptions has the id `showPets`.');
    expect(code).toBe(1);
  });

  it('has the values of bodies checked, where they are written', async () => {
    const step = `      - stepId: offer
        operationId: offerPet
        requestBody:
          payload:
            name: 7
            kind: $inputs.kind
`;
    const cwd = folderOf({ ...shop, 'pets.arazzo.yaml': document(step) });
    const { out } = await commandLine(['check', 'pets.arazzo.yaml'], { cwd });
    expect(out).toMatch(/pets\.arazzo\.yaml:12:13 warning `name` must be a string/);
    expect(out).not.toContain('kind');
  });
});

describe('an overlay', () => {
  const overlay = (actions: string) => `overlay: 1.1.0
info: { title: Fixes, version: 1.0.0 }
extends: ./shop.yaml
actions:
${actions}`;

  it('is checked by its form, and by the description that it extends', async () => {
    const cwd = folderOf({
      ...shop,
      'fix.overlay.yaml': overlay(`  - target: $.paths['/pet']
    update: { summary: Pets }
  - target: $.info
    update: text
  - target: $.info
    updat: {}
`),
    });
    const { code, out } = await commandLine(['check', '.'], { cwd });
    expect(out).toContain('fix.overlay.yaml:5:5 warning The target matches nothing in the description.');
    expect(out).toContain(
      'fix.overlay.yaml:8:5 error The target selects an object, so `update` must be an object, too.',
    );
    expect(out).toContain('fix.overlay.yaml:10:5 error The member `updat` is not known here.');
    expect(code).toBe(1);
  });

  it('may extend what is not there', async () => {
    const cwd = folderOf({ 'fix.overlay.yaml': overlay('  - target: $.info\n    update: { title: Shop }\n') });
    const { code, out } = await commandLine(['check', 'fix.overlay.yaml'], { cwd });
    expect(out).toContain('information The description is not read');
    expect(code).toBe(0);
  });
});
