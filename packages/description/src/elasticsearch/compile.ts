import { compiledFormat, unlessEmpty, type CompiledDescription, type DescriptionProblem } from '../compiled';
import { corrected } from './corrections';
import { availabilityOf } from './facts';
import { withKinds } from './kinds';
import { needSources } from './needs';
import { behaviorFields, commonQueryType, operationsOf } from './operations';
import { readSchema, type Schema } from './schema';
import { ShapeCompiler } from './shape-compiler';

/** More problems than a reader would go through are only counted. */
const maxProblems = 500;

interface ElasticsearchOptions {
  /** The version of the product, which the schema does not state. Absent: the newest one that the schema mentions. */
  readonly version?: string;
}

/**
 * Compiles the parsed `schema.json` of Elasticsearch's specification. Parts that have another form than the specification's metamodel are
 * left out, and named in `problems`; nothing throws.
 */
export function compileElasticsearch(source: unknown, options: ElasticsearchOptions = {}): CompiledDescription {
  const schema = corrected(readSchema(source));
  const problems: DescriptionProblem[] = [];
  let others = 0;
  const report = (problem: DescriptionProblem): void => {
    if (problems.length < maxProblems) problems.push(problem);
    else others++;
  };
  const shapes = new ShapeCompiler(schema, report);
  const operations = schema.endpoints.flatMap((endpoint, index) =>
    operationsOf(endpoint, `#/endpoints/${String(index)}`, shapes, report),
  );
  const commonQuery = behaviorFields(commonQueryType, shapes);
  shapes.finish();
  if (others > 0) {
    problems.push({ severity: 'warning', message: `There are ${String(others)} further problems.`, pointer: '#' });
  }
  return {
    format: compiledFormat,
    source: 'Elasticsearch schema',
    title: 'Elasticsearch',
    version: options.version ?? newestIn(schema),
    link: 'https://www.elastic.co/docs/api/doc/elasticsearch',
    commonQuery: unlessEmpty(commonQuery),
    needSources,
    operations: withKinds(operations, shapes.shapes),
    shapes: shapes.shapes,
    problems,
  };
}

/** Returns the newest version that an endpoint exists since. */
function newestIn({ endpoints }: Schema): string {
  const order = (version: string): number => {
    const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
    return (major * 1e4 + minor) * 1e4 + patch;
  };
  const versions = endpoints.flatMap((endpoint) => availabilityOf(endpoint).since ?? []);
  return versions.sort((a, b) => order(b) - order(a))[0] ?? '';
}
