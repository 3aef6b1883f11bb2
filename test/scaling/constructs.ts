import type { ScalingInput } from './inputs';

const times = (n: number, piece: (at: number) => string): string =>
  Array.from({ length: n }, (_, at) => piece(at)).join('');

/** What is written over several lines, with lines in it that look like requests: many of them, long ones, and ones that are not closed. */
export const constructs: readonly ScalingInput[] = [
  {
    name: 'block comments over separators',
    n: 60_000,
    make: (n) => times(n, (at) => `/*\n###\nGET /a${at}\n*/\nGET /b\n`),
  },
  {
    name: 'a block comment over requests',
    n: 300_000,
    make: (n) => `/*\n${times(n, () => '###\nGET /a\n')}*/\nGET /b\n`,
  },
  {
    name: 'block comments that are closed late',
    n: 60_000,
    make: (n) => `${times(n, () => '###\n/* a\nGET /a\n')}*/\n`,
  },
  {
    name: 'block comments in bodies, over separators',
    n: 60_000,
    make: (n) => times(n, () => '###\nPOST /a\n\n{ "a": 1,\n/*\n###\n*/\n"b": 2 }\n'),
  },
  {
    name: 'strings of three quotes over separators',
    n: 60_000,
    make: (n) => times(n, () => '###\nPOST /a\n\n{ "q": """\n###\nGET /b\n""" }\n'),
  },
  {
    name: 'a string of three quotes over requests',
    n: 300_000,
    make: (n) => `POST /a\n\n{ "q": """\n${times(n, () => '###\nGET /b\n')}""" }\n`,
  },
  {
    name: 'strings of three quotes over requests that are not closed',
    n: 60_000,
    make: (n) => times(n, () => '###\nPOST /a\n\n{ "q": """\nGET /b\n'),
  },
  {
    name: 'scripts with comments over separators',
    n: 60_000,
    make: (n) => times(n, () => '###\nGET /a\n\n> {%\n/*\n###\n*/\nclient.log(`\n###\n`);\n%}\n'),
  },
  {
    name: 'a script with a template over requests',
    n: 300_000,
    make: (n) => `< {%\nconst a = \`\n${times(n, () => '###\nGET /b\n')}\`;\n%}\nGET /a\n`,
  },
  {
    name: 'scripts with templates that are not closed',
    n: 60_000,
    make: (n) => times(n, () => '###\nGET /a\n\n> {%\nconst a = `\n'),
  },
  { name: 'scripts of httpYac', n: 60_000, make: (n) => times(n, () => '{{\nexports.a = 1;\n}}\nGET /a\n###\n') },
  {
    name: 'fragments of GraphQL',
    n: 60_000,
    make: (n) =>
      `POST /graphql\nX-Request-Type: GraphQL\n\nquery { a { ...F0 } }\n${times(n, (at) => `fragment F${at} on T {\n  a { b }\n}\n`)}`,
  },
  {
    name: 'fragments of GraphQL that are not closed',
    n: 60_000,
    make: (n) => times(n, (at) => `###\nGRAPHQL /graphql\n\nfragment F${at} on T {\n  a {\n`),
  },
  {
    name: 'commands of curl with quotation marks over separators',
    n: 60_000,
    make: (n) => times(n, () => "###\ncurl http://h.example/a -d 'x\n###\ny'\n"),
  },
  {
    name: 'commands of curl with quotation marks that are not closed',
    n: 60_000,
    make: (n) => times(n, () => "###\ncurl http://h.example/a -d 'x\n"),
  },
  {
    name: 'commands of curl over many lines',
    n: 60_000,
    make: (n) => `curl http://h.example/a ${times(n, (at) => `\\\n  -H 'A${at}: b' `)}\n`,
  },
  {
    name: 'documents of a shell',
    n: 60_000,
    make: (n) => times(n, () => '###\ncurl http://h.example/a -d @- <<EOF\n###\nGET /b\nEOF\n'),
  },
  {
    name: 'a document of a shell over requests',
    n: 300_000,
    make: (n) => `curl http://h.example/a -d @- <<EOF\n${times(n, () => '###\nGET /b\n')}EOF\n`,
  },
  {
    name: 'documents of a shell that are not closed',
    n: 60_000,
    make: (n) => times(n, (at) => `###\ncurl http://h.example/a -d @- <<E${at}\nGET /b\n`),
  },
];
