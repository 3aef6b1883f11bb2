import { describe, expect, it } from 'vitest';
import { createTogetherCheck } from '../../../cli/src/check/check-together';
import { bindBlock } from '../../../packages/checker/src/binding/bind-block';
import type { NameRule } from '../../../packages/checker/src/rules/rule';
import { createFileChecker } from '../../../packages/checker/src/rules/runner/check-file';
import { createChecker } from '../../../packages/engine/src/checking/index';
import { parseBlock } from '../../../packages/request-file/src/syntax/parse-block';
import { openRequestFile } from '../../../packages/request-file/src/syntax/request-file';
import { catalogue } from '../../../packages/services/src/registry';
import { rules } from '../../../packages/services/src/rules';
import { plainFindings } from './plain-findings';

const options = {
  context: {
    endpoints: [],
    defaults: {},
    outsideNames: { variables: new Set<string>(), requests: new Set<string>(), isComplete: true },
  },
  severities: {},
};

const mapping = 'PUT /a\n\n{ "mappings": { "properties": { "labels": { "type": "flattened" } } } }\n';
const search = 'POST /a/_search\n\n{ "query": { "range": { "labels.a": { "gt": 1 } } } }\n';
const many = Array.from({ length: 40 }, (_, n) => `GET /_snapshot/r${String(n)}\n`).join('###\n');
const beginning = '# @timeout soon\n@owner = o\n@repo = {{nothing}}\n@owner = p\n\n';
const texts = [
  '',
  `${beginning}### one\nGET /repos/{{owner}}/{{repo}}\n`,
  ...Array.from({ length: 40 }, (_, n) => `${beginning}###\nGET /repos/{{owner}}/{{repo}}/hooks/${String(n)}\n`),
  `${beginning}DELETE /repos/{{owner}}/{{repo}}\n`,
  '@id = 1\n\nDELETE /repos/o/r/hooks/{{id}}\n###\nGET /repos/o/r/hooks/{{id}}\n',
  `${mapping}###\n${search}`,
  mapping,
  search,
  `${search}###\n${many}###\n${mapping}###\n${search}`,
  'GET /repos/{{o}}/r\n###\nPUT /_security/api_key\n\n{ "name": 5, "expiration": "{{o}}" }\n',
  '@o = p\nGET /repos/{{o}}/r\nX-One: {{other}}\n',
];

describe('files that are checked together', () => {
  it('have the findings that they have by themselves', () => {
    const engine = createChecker({ checksOnce: true });
    const together = engine.checkTogether(texts.map((text) => ({ file: engine.openFile(text), options })));
    const alone = texts.map((text) => {
      const other = createChecker();
      return other.check(other.openFile(text), options);
    });
    expect(together.map(plainFindings)).toEqual(alone.map(plainFindings));
    expect(together.map(({ requests }) => requests)).toEqual(alone.map(({ requests }) => requests));
    expect(together.map(plainFindings).flat(2).length).toBeGreaterThan(6);
  });

  it('go from step to step together', () => {
    const steps: string[] = [];
    const check = createFileChecker({
      parse: (text) => parseBlock(text.text),
      parseOnce(text) {
        steps.push('parse');
        return parseBlock(text.text);
      },
      bind(block, context) {
        steps.push('bind');
        return bindBlock(block, context, catalogue);
      },
      rules,
      checksOnce: true,
    });
    check.together(['GET /a\n', 'GET /b\n', 'GET /c\n'].map((text) => ({ file: openRequestFile(text), options })));
    expect(steps).toEqual(['parse', 'parse', 'parse', 'bind', 'bind', 'bind']);
  });

  it('are read once where they begin alike in front of their requests', () => {
    const read: string[] = [];
    const parse = ({ text }: { readonly text: string }) => parseBlock(text);
    const check = createFileChecker({
      parse,
      parseOnce(text) {
        read.push(text.text);
        return parse(text);
      },
      bind: (block, context) => bindBlock(block, context, catalogue),
      rules,
      checksOnce: true,
    });
    const begin = '@a = {{b}}\n# rulebook-ignore nothing-like-it\n\n';
    const reports = (others: typeof options) =>
      check.together(
        ['GET /{{a}}\n', 'GET /{{c}}\n'].map((rest) => ({
          file: openRequestFile(`${begin}###\n${rest}`),
          options: others,
        })),
      );
    const [first, second] = [reports(options), reports(options)];
    expect(second.map(plainFindings)).toEqual(first.map(plainFindings));
    expect(second.map(plainFindings).flat(2)).not.toEqual([]);
    expect(read.filter((text) => text === begin)).toHaveLength(2);
    // What is known from elsewhere may be another.
    const known = { ...options, context: { ...options.context, outsideNames: { ...options.context.outsideNames } } };
    reports(known);
    expect(read.filter((text) => text === begin)).toHaveLength(4);
    // Of a request, what the file defines decides what it means.
    const requests = ['@h = a\n', '@h = b\n'].map((rest) => openRequestFile(`GET http://{{h}}/\n###\n${rest}`));
    for (const file of requests) check.together([{ file, options }]);
    expect(read.filter((text) => text.startsWith('GET http'))).toHaveLength(2);
  });

  it('are asked once about the names of each block, and again after an edit', () => {
    const asked: string[][] = [];
    const rule: NameRule = {
      id: 'asked',
      scope: 'names',
      category: 'file-syntax',
      severity: 'hint',
      since: '0.1.0',
      docs: { what: '', why: '', remedy: '' },
      check: ({ uses }, names, report) => {
        asked.push(uses.map(({ name }) => name));
        for (const { name, span } of uses)
          if (!names.variables.has(name)) report({ message: name, span, provenance: { kind: 'syntax' } });
      },
    };
    const engine = createChecker({ rules: [rule], checksOnce: true });
    const file = engine.openFile('@a = 1\nGET /{{a}}/{{b}}\n###\nGET /{{c}}\n###\nGET /\n');
    const [report] = engine.checkTogether([{ file, options }]);
    expect(asked).toEqual([['a', 'b'], ['c']]);
    expect(report?.findings.flat().map(({ message }) => message)).toEqual(['b', 'c']);
    const start = { line: 0, character: 1 };
    const edited = engine.editFile(file, [{ start, end: { line: 0, character: 2 }, newText: 'c' }]);
    expect(
      engine
        .check(edited, options)
        .findings.flat()
        .map(({ message }) => message),
    ).toEqual(['a', 'b']);
  });
});

describe('the check of files that come one by one', () => {
  it('checks those of one moment together', async () => {
    const engine = createChecker({ checksOnce: true });
    const calls: number[] = [];
    const check = createTogetherCheck({
      checkTogether(files) {
        calls.push(files.length);
        return engine.checkTogether(files);
      },
    });
    const inTurn = async (text: string) => {
      await Promise.resolve();
      return check(engine.openFile(text), options);
    };
    const reports = await Promise.all(['GET /a\n', 'GET /b\n###\nGET /c\n'].map(inTurn));
    await inTurn('GET /d\n');
    expect(calls).toEqual([2, 1]);
    expect(reports.map(({ requests }) => requests)).toEqual([1, 2]);
  });

  it('fails for each of them where it fails', async () => {
    const check = createTogetherCheck({
      checkTogether() {
        throw new Error('out of order');
      },
    });
    const file = openRequestFile('GET /a\n');
    const results = await Promise.allSettled([check(file, options), check(file, options)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
