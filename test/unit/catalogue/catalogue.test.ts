import { placeInSource, sourceName } from '../../../packages/catalogue/src/source-names';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../packages/services/src/registry';
import { rules } from '../../../packages/services/src/rules';
import { documented as documentedOfHost } from '../../../services/code-hosting/facts/source-document';
import { documented } from '../../../services/search-cluster/facts/source-document';
import { duplicates, factsOf, leavesOf, objectShapesOf } from './walk';

const { documents } = catalogue;
const facts = factsOf(catalogue);
const operations = catalogue.services.flatMap(({ operations }) => operations);

describe('provenance', () => {
  it('names sections that the documents have', () => {
    const missing = facts
      .map(({ place, provenance }) => ({ place, provenance }))
      .filter(({ provenance }) => {
        const document = catalogue.documents.find(({ id }) => id === sourceName(provenance));
        return !document?.sections.some(({ title }) => title === placeInSource(provenance));
      });
    expect(facts.length).toBeGreaterThan(300);
    expect(missing).toEqual([]);
  });

  it('makes no error, and nothing that is refused, of what a rule gives as advice', () => {
    const advisory = rules.flatMap(({ id, scope, isAdvice }) =>
      isAdvice === true && scope === 'constraint' ? [id] : [],
    );
    const given = facts.filter(({ place }) => advisory.some((id) => place.endsWith(` ${id}`)));
    const refused = given.filter(
      ({ provenance, severity }) => severity === 'error' || (provenance.kind === 'reference' && provenance.isRefused),
    );
    expect(given.length).toBeGreaterThan(0);
    expect(refused).toEqual([]);
  });

  it('cites the document of its own service', () => {
    const foreign = facts.filter(({ place, provenance }) => !place.startsWith(sourceName(provenance)));
    expect(foreign).toEqual([]);
  });

  it('refuses a heading that the document does not have', () => {
    // @ts-expect-error The type is the union of the headings, so this line must not compile.
    const provenance = documentedOfHost('Webhooks of a repository');
    expect(documents.flatMap(({ sections }) => sections.map(({ title }) => title))).not.toContain(provenance.section);
  });

  it('refuses a heading of the other document', () => {
    // @ts-expect-error Webhooks are in the other document.
    expect(documented('Repository webhooks').document).toBe('search-cluster');
  });

  it('keeps reference facts below error, and names their source', () => {
    const references = facts.filter(({ provenance }) => provenance.kind === 'reference');
    expect(references.length).toBeGreaterThan(20);
    expect(references.filter(({ severity }) => severity === 'error').map(({ place }) => place)).toEqual([]);
    expect(references.filter(({ provenance }) => provenance.kind === 'reference' && provenance.source === '')).toEqual(
      [],
    );
  });

  it('closes no set of values by a reference', () => {
    const closed = leavesOf(catalogue).filter(({ values }) => values?.closed && values.provenance.kind === 'reference');
    expect(closed).toEqual([]);
  });
});

describe('paths', () => {
  it('have a path parameter for every name in braces, and no other', () => {
    for (const operation of operations) {
      const named = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(
        operation.parameters.path.map(({ name }) => name),
        operation.id,
      ).toEqual(named);
      expect(
        operation.parameters.path.every(({ required }) => required === true),
        operation.id,
      ).toBe(true);
    }
  });

  it('keep their parameters in former forms', () => {
    const former = operations.flatMap((operation) =>
      (operation.formerPaths ?? []).map(({ template }) => ({ template, path: operation.path })),
    );
    expect(former.map(({ template }) => template.split('/').pop())).toEqual(['ping', 'test']);
    const names = (path: string) => path.match(/\{\w+\}/g);
    for (const { template, path } of former) expect(names(template)).toEqual(names(path));
  });

  it('belong to one operation for each method', () => {
    const routes = operations.flatMap(({ methods, path, service }) =>
      methods.map((method) => `${service} ${method} ${path}`),
    );
    expect(duplicates(routes)).toEqual([]);
    expect(duplicates(operations.map(({ id }) => id))).toEqual([]);
  });
});

describe('names', () => {
  it('are unique within an object', () => {
    for (const { place, shape } of objectShapesOf(catalogue)) {
      const names = shape.fields.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
      expect(duplicates(names), place).toEqual([]);
    }
  });

  it('are not misplaced where they are at home', () => {
    for (const { place, shape } of objectShapesOf(catalogue)) {
      const misplaced = (shape.misplaced ?? []).flatMap(({ names }) => names);
      const home = shape.fields.map(({ name }) => name);
      expect(
        misplaced.filter((name) => home.includes(name)),
        place,
      ).toEqual([]);
      expect(duplicates(misplaced), place).toEqual([]);
    }
  });

  it('in constraints are fields of their object', () => {
    for (const { place, shape } of objectShapesOf(catalogue)) {
      const known = new Set(shape.fields.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
      const named = (shape.constraints ?? []).flatMap((constraint) => {
        switch (constraint.rule) {
          case 'conflicting-fields':
            return [...constraint.options.fields];
          case 'contradicting-items':
            return [...constraint.options.lists];
          case 'restricted-pattern':
          case 'ineffective-flag':
            return [constraint.options.list, constraint.options.flag];
          case 'ineffective-setting':
            return [
              ...constraint.options.fields,
              ...(constraint.options.unless ? [constraint.options.unless.member] : []),
            ];
          case 'dropped-secret':
            return [constraint.options.secret];
          case 'privileged-derived-key':
            return [constraint.options.field];
          case 'mismatched-encoding':
            return Object.values(constraint.options);
          default:
            return [];
        }
      });
      expect(
        named.filter((name) => !known.has(name)),
        place,
      ).toEqual([]);
    }
  });

  it('are unique among headers and among query parameters', () => {
    for (const { headers, commonQuery, operations: own } of catalogue.services) {
      expect(duplicates(headers.map(({ name }) => name.toLowerCase()))).toEqual([]);
      for (const { id, parameters, misplacedQuery = [] } of own) {
        const query = [...parameters.query, ...commonQuery, ...misplacedQuery].map(({ name }) => name);
        expect(duplicates(query), id).toEqual([]);
      }
    }
  });
});

describe('texts', () => {
  it('are sentences', () => {
    const unfinished = facts.flatMap(({ place, texts }) =>
      texts.filter((text) => !/[.]$/.test(text) || /^\s|^[a-z]/.test(text)).map((text) => ({ place, text })),
    );
    expect(unfinished).toEqual([]);
  });

  it('show every summary of a section', () => {
    const sections = documents.flatMap<{ title: string; summary: string }>((document) => [...document.sections]);
    expect(sections.filter(({ summary }) => !summary.endsWith('.'))).toEqual([]);
  });

  it('give examples and defaults of body fields as JSON', () => {
    for (const { place, shape } of objectShapesOf(catalogue)) {
      for (const { name, example, default: fallback } of shape.fields) {
        for (const json of [example, fallback]) {
          if (json !== undefined) expect(() => JSON.parse(json) as unknown, `${place}/${name}`).not.toThrow();
        }
      }
    }
  });
});

describe('sets of values', () => {
  it('hold each value once', () => {
    for (const { place, values } of leavesOf(catalogue)) {
      expect(duplicates((values?.values ?? []).map(({ value }) => String(value))), place).toEqual([]);
    }
  });

  it('exempt by patterns that compile and that no listed value needs', () => {
    for (const { place, values } of leavesOf(catalogue)) {
      if (values?.exempt === undefined) continue;
      const exempt = new RegExp(values.exempt);
      if (values.noun === 'media type') continue;
      expect(
        values.values.filter(({ value }) => exempt.test(String(value))),
        place,
      ).toEqual([]);
    }
  });
});
