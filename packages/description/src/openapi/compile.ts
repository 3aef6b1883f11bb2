import { compiledFormat, unlessEmpty, type CompiledDescription } from '../compiled';
import { credentialsAt, requirementsAt } from './credentials';
import { detectDescription } from './detect';
import { reportUnknownMembers } from './members';
import { words } from '../words';
import { operationsOf } from './operations';
import {
  childOf,
  itemsAt,
  memberOfObject,
  membersAt,
  objectOf,
  placeBelow,
  textAt,
  textsAt,
  topOf,
  type Place,
} from './place';
import { ProblemList } from './problems';
import type { Reading } from './reading';
import { ReferenceReader, type ReadDescriptionFile } from './references';
import { SchemaCompiler } from './schemas/schema-compiler';
import { firstParagraph, linkAt } from './wording';
import type { ServiceDialect } from './dialect';
import { webhooksOf } from './webhooks';

/** What to compile, and how. */
export interface OpenApiOptions {
  /** The file name of the description, so that other files can refer to it. */
  readonly name?: string;
  /** Reads the other files of the description. Absent: it has none. */
  readonly readFile?: ReadDescriptionFile;
}

const sources: Readonly<Record<ServiceDialect, string>> = {
  'swagger-2.0': 'Swagger 2.0',
  'openapi-3.0': 'OpenAPI 3.0',
  'openapi-3.1': 'OpenAPI 3.1',
  'openapi-3.2': 'OpenAPI 3.2',
};

/**
 * Compiles a description in the format OpenAPI 3.0 to 3.2 or Swagger 2.0, from its tree. It never throws: what is wrong or not understood is
 * listed as a problem, and the rest holds.
 */
export function compileOpenApi(
  tree: unknown,
  { name = '', readFile = () => undefined }: OpenApiOptions = {},
): CompiledDescription {
  const problems = new ProblemList();
  const root = topOf('', tree);
  const detected = detectDescription(tree);
  if ('message' in detected || detected.kind === 'elasticsearch-schema') {
    problems.error('message' in detected ? detected.message : 'This is not an OpenAPI description.', root);
    return emptyDescription(problems);
  }
  const dialect = detected.kind;
  const references = new ReferenceReader(tree, name, readFile, problems);
  const reading = new SchemaCompiler(root, dialect, references, problems);
  const schemes =
    dialect === 'swagger-2.0'
      ? childOf(root, 'securityDefinitions')
      : placeBelow(root, 'components', 'securitySchemes');
  const credentials = credentialsAt(schemes, reading);
  const security = childOf(root, 'security');
  const usual = security && requirementsAt(security, credentials, reading)?.names;
  const operations = operationsOf(reading, credentials);
  // After the operations, which are more important where a description is too large.
  const webhooks = webhooksOf(reading);
  const { absolute, relative } = dialect === 'swagger-2.0' ? hostsOf(root) : serversOf(root, problems);
  const info = childOf(root, 'info') ?? root;
  reportUnused(reading, dialect, operations.length);
  const version = memberOfObject(info.value, 'version');
  return {
    format: compiledFormat,
    source: sources[dialect],
    title: textAt(info, 'title') ?? 'Untitled',
    version: typeof version === 'string' || typeof version === 'number' ? String(version) : '',
    link: linkAt(root),
    baseUrls: unlessEmpty(absolute),
    relativeUrls: unlessEmpty(relative),
    credentials: unlessEmpty(credentials),
    usualCredentials: usual,
    operations,
    webhooks: unlessEmpty(webhooks),
    shapes: reading.finish(),
    problems: problems.finish(),
  };
}

function emptyDescription(problems: ProblemList): CompiledDescription {
  return {
    format: compiledFormat,
    source: 'unknown',
    title: 'Untitled',
    version: '',
    operations: [],
    shapes: [],
    problems: problems.finish(),
  };
}

/** The servers that a description names: URLs, and paths at the place that serves it. */
interface Servers {
  readonly absolute: readonly string[];
  readonly relative: readonly string[];
}

function serversOf(root: Place, problems: ProblemList): Servers {
  const absolute: string[] = [];
  const relative: string[] = [];
  for (const server of itemsAt(childOf(root, 'servers'))) {
    const url = textAt(server, 'url');
    if (url === undefined) {
      problems.error('A server must have a `url`.', server);
      continue;
    }
    const filled = url.replace(/\{([^{}]*)\}/g, (written, name: string) => {
      const standard = placeBelow(server, 'variables', name);
      const value = textAt(standard, 'default') ?? textsAt(standard, 'enum')[0];
      if (value === undefined) problems.warning(`The variable \`${name}\` of the server has no \`default\`.`, server);
      return value ?? written;
    });
    if (/^https?:\/\/[^{}]+$/i.test(filled)) {
      absolute.push(filled.replace(/\/+$/, ''));
      continue;
    }
    if (/^\.?(?:\/[^/\s?#{}]+)*\/?$/.test(filled))
      relative.push(filled.replace(/^\.?\/?/, '/').replace(/(.)\/+$/, '$1'));
    problems.information(
      'The address of this server is not complete, so the base URL must be in `rulebook.json`.',
      server,
    );
  }
  return { absolute, relative };
}

function hostsOf(root: Place): Servers {
  const host = textAt(root, 'host');
  const path = (textAt(root, 'basePath') ?? '').replace(/\/+$/, '');
  if (host === undefined) return { absolute: [], relative: path.startsWith('/') ? [path] : [] };
  const schemes = textsAt(root, 'schemes').filter((scheme) => /^https?$/.test(scheme));
  return {
    absolute: (schemes.length === 0 ? ['https'] : schemes).map((scheme) => `${scheme}://${host}${path}`),
    relative: [],
  };
}

function reportUnused(reading: Reading, dialect: ServiceDialect, operations: number): void {
  const { root, problems } = reading;
  if (operations === 0) problems.warning('The description has no operations.', childOf(root, 'paths') ?? root);
  for (const webhook of membersAt(childOf(root, 'webhooks')))
    problems.summary('Webhooks describe what the service sends; they are not checked', webhook);
  const components = childOf(root, 'components');
  if (components) reportUnknownMembers('components', components, reading);
  for (const server of itemsAt(childOf(root, 'servers'))) reportUnknownMembers('server', server, reading);
  const other = childOf(root, 'jsonSchemaDialect');
  if (other) problems.information('Another dialect of JSON Schema is read as that of OpenAPI.', other);
  const known = dialect === 'swagger-2.0' ? membersOfSwagger : membersOfOpenApi;
  for (const member of membersAt(root))
    if (!known.has(member.key) && !member.key.startsWith('x-'))
      problems.warning(`\`${firstParagraph(member.key, 60)}\` is not a member of ${sources[dialect]}.`, member);
  if (objectOf(memberOfObject(root.value, 'info')) === undefined) problems.error('`info` is missing.', root);
}

const membersOfOpenApi = words(
  'openapi $self info jsonSchemaDialect servers paths webhooks components security tags externalDocs',
);

const membersOfSwagger = words(
  `swagger info host basePath schemes consumes produces paths definitions parameters responses securityDefinitions
  security tags externalDocs`,
);
