import type {
  CompiledDescription,
  CompiledOperation,
  CompiledShape,
} from '../../../../packages/description/src/compiled';
import { compileOpenApi, type OpenApiOptions } from '../../../../packages/description/src/openapi/compile';

/** The format of the description around a schema. */
export type Version = '2.0' | '3.0.3' | '3.1.0' | '3.2.0';

interface Parts {
  readonly version?: Version;
  /** The named schemas. */
  readonly schemas?: Readonly<Record<string, unknown>>;
  readonly use?: 'request' | 'response';
}

/** Returns a description with one operation whose body or response has the schema. */
export function describe1(schema: unknown, { version = '3.1.0', schemas = {}, use = 'request' }: Parts = {}): object {
  const content = { content: { 'application/json': { schema } } };
  if (version === '2.0') {
    const operation =
      use === 'request'
        ? { parameters: [{ in: 'body', name: 'body', schema }] }
        : { responses: { 200: { description: '', schema } } };
    return { swagger: '2.0', info: {}, paths: { '/a': { post: operation } }, definitions: schemas };
  }
  const operation = use === 'request' ? { requestBody: content } : { responses: { 200: content } };
  return { openapi: version, info: {}, paths: { '/a': { post: operation } }, components: { schemas } };
}

/** What a schema becomes: its shape with the pool of shapes, and the problems as `severity pointer: message`. */
export function compileSchema(schema: unknown, parts: Parts = {}) {
  const compiled = asWritten(compileOpenApi(describe1(schema, parts)));
  const [operation] = compiled.operations;
  const shape: CompiledShape | undefined =
    parts.use === 'response' ? operation?.responses?.[0]?.shape : operation?.body?.shape;
  const found = typeof shape === 'number' ? compiled.shapes[shape] : shape;
  return { shape: found, pool: compiled.shapes, problems: problemsOf(compiled) };
}

/** Returns a description as a file has it: without the members that are undefined. */
function asWritten(compiled: CompiledDescription): CompiledDescription {
  return JSON.parse(JSON.stringify(compiled)) as CompiledDescription;
}

/** Returns the problems of a description as `severity pointer: message`. */
export function problemsOf({ problems }: CompiledDescription): readonly string[] {
  return problems.map(({ severity, file = '', pointer, message }) => `${severity} ${file}${pointer}: ${message}`);
}

/** Compiles a description with one operation `POST /a`, and returns that. */
export function compileOperation(
  operation: unknown,
  {
    version = '3.1.0',
    path = '/a',
    item = {},
    root = {},
  }: {
    readonly version?: Version;
    readonly path?: string;
    readonly item?: object;
    readonly root?: object;
  } = {},
  options: OpenApiOptions = {},
): { readonly operation: CompiledOperation | undefined; readonly compiled: CompiledDescription } {
  const format = version === '2.0' ? { swagger: version } : { openapi: version };
  const tree = { ...format, info: {}, paths: { [path]: { ...item, post: operation } }, ...root };
  const compiled = asWritten(compileOpenApi(tree, options));
  return { operation: compiled.operations[0], compiled };
}
