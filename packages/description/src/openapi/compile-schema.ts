import { compiledFormat, type CompiledDescription, type CompiledOperation } from '../compiled';
import { words } from '../words';
import type { Dialect } from './dialect';
import { isMemberOfSchema } from './members';
import { objectOf, textAt, topOf } from './place';
import { ProblemList } from './problems';
import type { OpenApiOptions } from './compile';
import { ReferenceReader } from './references';
import { SchemaCompiler } from './schemas/schema-compiler';
import { firstParagraph, spelledOut } from './wording';

/** The id of the one operation that a compiled JSON Schema has. */
const schemaOperation = 'schema';

/** What says that a file is another kind of description. */
const otherFormats = words('openapi swagger asyncapi overlay');

/**
 * Compiles a JSON Schema, draft 4 to 2020-12, from its tree: a description with one operation whose body and response are as the schema says.
 * It never throws: what is wrong or not understood is listed as a problem, and the rest holds.
 */
export function compileJsonSchema(
  tree: unknown,
  {
    name = '',
    readFile = () => undefined,
    pointer = '',
  }: OpenApiOptions & { readonly pointer?: string | undefined } = {},
): CompiledDescription {
  const problems = new ProblemList();
  // A part of it is what a reference to it would mean.
  const root = topOf('', pointer === '' ? tree : { $ref: `#${pointer}` });
  const references = new ReferenceReader(tree, name, readFile, problems);
  const reading = new SchemaCompiler(root, dialectOf(textAt(topOf('', tree), '$schema')), references, problems);
  const title = titleOf(textAt(root, 'title'), name);
  const shapeFor = (use: 'request' | 'response') => reading.shapeOf(root, { use, name: title, depth: 0 });
  const operation: CompiledOperation = {
    id: schemaOperation,
    title,
    methods: ['POST'],
    path: '/',
    body: { shape: shapeFor('request') },
    responses: [{ status: 0, summary: title, shape: shapeFor('response') }],
    pointer: '#',
  };
  return {
    format: compiledFormat,
    source: 'JSON Schema',
    title,
    version: '',
    operations: [operation],
    shapes: reading.finish(),
    problems: problems.finish(),
  };
}

/** Returns why a tree is not a JSON Schema, in a sentence; undefined where it may be one. */
export function problemOfSchema(tree: unknown): string | undefined {
  const object = objectOf(tree);
  if (object === undefined) return 'A JSON Schema must be an object.';
  const keys = Object.keys(object);
  if (keys.some((key) => otherFormats.has(key)))
    return 'This file describes a whole service. Name it in `services` of `rulebook.json`, not in `schemas`.';
  if (keys.length === 0 || keys.some(isMemberOfSchema)) return undefined;
  return 'This file has no keyword of JSON Schema, such as `type` or `properties`.';
}

/** Until draft 7, what is next to `$ref` has no effect. */
function dialectOf(schema = ''): Dialect {
  return /draft-0[3-7]\//.test(schema) ? 'json-schema-7' : 'json-schema';
}

function titleOf(written: string | undefined, name: string): string {
  const title = written === undefined ? '' : firstParagraph(written, 60);
  return title === '' ? spelledOut(name.replace(/(?:\.schema)?\.\w+$/, '')) || 'schema' : title;
}
