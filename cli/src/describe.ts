import { reasonOf } from '@rulebook/sender/plan';
import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { createEngine, loadMarkdown } from '@rulebook/engine';
import {
  compiledFormat,
  createCatalogues,
  createDescribedService,
  type PackedDescription,
  type PlacedProblem,
  type Service,
} from '@rulebook/services';
import { count, visible, visibleJson } from '@rulebook/text';
import { createDescriptionLoader } from '@rulebook/node/shipped-descriptions';
import { createDescriptionReader } from '@rulebook/node/descriptions/own-descriptions';
import { createConfigurationFinder, environment } from './configuration/configuration-file';
import { describedRequest, isRequestLine } from './described-request';
import { rootOfDescription } from './configuration/described-services';
import { createCommandEngine } from './command-engine';
import { complain, exitCodes, sayOnError } from './exit-codes';

/** The options of `rulebook describe`. */
export interface DescribeOptions {
  readonly format: string;
  /** The resources of the service, as they are derived from its operations. */
  readonly resources?: boolean;
  /** A JSON pointer into the body of a request. */
  readonly part?: string | undefined;
  /** Where the description was fetched; its file is a copy. */
  readonly url?: string | undefined;
}

/** What is printed of a description; the form of `--format json`. */
interface Described {
  readonly title: string;
  readonly version: string;
  readonly source: string;
  /** Absent for the services and descriptions of the package. */
  readonly file?: string;
  readonly link?: string | undefined;
  readonly baseUrls: readonly string[];
  readonly credentials: readonly string[];
  /** How many operations each layer adds. */
  readonly layers?: Readonly<Record<string, number>>;
  readonly operations: readonly DescribedOperation[];
  readonly problems: readonly DescribedProblem[];
}

interface DescribedOperation {
  readonly method: string;
  readonly path: string;
  readonly title: string;
  readonly deprecated: boolean;
  readonly stability: 'stable' | 'experimental' | 'beta';
}

interface DescribedProblem {
  readonly severity: 'error' | 'warning' | 'information';
  /** The file and a JSON pointer. */
  readonly pointer: string;
  readonly message: string;
}

/** Prints what a description says and what of it is not understood, and returns the exit code. */
export async function describe(subject: string, { format, part, resources, url }: DescribeOptions): Promise<number> {
  await loadMarkdown();
  if (resources) {
    const { printResources } = await import('./describe-resources');
    return printResources(subject, format);
  }
  if (isRequestLine(subject)) return describeRequest(subject, { format, part });
  const found = (await describedFile(subject, url)) ?? describedService(subject) ?? published(subject);
  if (found === undefined || 'cause' in found) {
    complain(found?.cause ?? unknownSubject(subject));
    return exitCodes.usage;
  }
  process.stdout.write(
    format === 'json'
      ? `${visibleJson(JSON.stringify({ version: 1, description: found }, null, 2))}\n`
      : textOfDescribed(found),
  );
  return found.problems.some(({ severity }) => severity === 'error') ? exitCodes.findings : exitCodes.success;
}

/** Prints what is known of the request that a method and a path mean. */
async function describeRequest(line: string, { format, part }: DescribeOptions): Promise<number> {
  const engine = createCommandEngine();
  const described = await describedRequest(engine, line, { folder: process.cwd(), part });
  if ('cause' in described) {
    complain(reasonOf(described));
    return exitCodes.usage;
  }
  const { markdown } = described;
  process.stdout.write(
    format === 'json'
      ? `${visibleJson(JSON.stringify({ version: 1, markdown }, null, 2))}\n`
      : `${visible(markdown)}\n`,
  );
  return exitCodes.success;
}

/** Returns a description by its path, or by the name of a service of the nearest `rulebook.json`. */
async function describedFile(
  subject: string,
  url?: string,
): Promise<Described | { readonly cause: string } | undefined> {
  const here = createConfigurationFinder()(process.cwd());
  const own = here.configuration.services.find(({ id }) => id === subject);
  if (own === undefined && !existsSync(subject)) return undefined;
  const path = own ? resolve(here.root, own.description) : resolve(subject);
  const root = own ? here.root : rootOfDescription(path);
  const read = await createDescriptionReader(environment)({
    root,
    description: slashed(relative(root, path)),
    ...(own && { overlays: own.overlays }),
  });
  const file = url ?? slashed(relative(process.cwd(), path));
  if ('cause' in read) return { cause: `${file}: cannot be read: ${read.cause}` };
  const problems = read.problems.map((problem) => problemIn(file, problem));
  const parts = { file, problems };
  if (read.compiled === undefined) return { ...describedOf(nothing), ...parts };
  return { ...describedOf(read.compiled), ...(own?.title !== undefined && { title: own.title }), ...parts };
}

/** Returns a documented service, with its published description below the documents. */
function describedService(subject: string): Described | undefined {
  const { catalogue } = createEngine();
  const service = catalogue.services.find(({ id }) => id === subject);
  if (service === undefined) return undefined;
  const whole = createCatalogues(catalogue, createDescriptionLoader(sayOnError))({}).whole?.(service) ?? service;
  const layers = { documented: 0, reference: 0, described: 0 };
  for (const { provenance } of whole.operations) if (provenance.kind !== 'house') layers[provenance.kind]++;
  return { ...describedOfService(whole), source: 'documents and published description', layers, problems: [] };
}

/** Returns a published description of the package. */
function published(subject: string): Described | undefined {
  const names = createEngine().catalogue.services.flatMap(({ fallbackDescriptions = [] }) =>
    fallbackDescriptions.map(({ description }) => description),
  );
  const compiled = names.includes(subject) ? createDescriptionLoader(sayOnError)(subject) : undefined;
  return compiled && { ...describedOf(compiled), problems: compiled.problems.map((problem) => problemIn('', problem)) };
}

function describedOf(compiled: PackedDescription): Described {
  const service = createDescribedService(compiled, { id: 'described' });
  return { ...describedOfService(service), source: compiled.source };
}

function describedOfService({
  title,
  version = '',
  link,
  baseUrls = [],
  credentials = [],
  operations,
}: Service): Described {
  return {
    title,
    version,
    source: '',
    link,
    baseUrls,
    credentials: credentials.map(
      ({ name, kind, field }) => `${name} (${kind}${field === undefined ? '' : ` ${field}`})`,
    ),
    operations: operations.flatMap(({ methods, path, title: what, deprecated, stability }) =>
      methods.map((method): DescribedOperation => ({
        method,
        path,
        title: what,
        deprecated: deprecated !== undefined,
        stability: stability ?? 'stable',
      })),
    ),
    problems: [],
  };
}

const nothing: PackedDescription = {
  format: compiledFormat,
  source: 'not a description that can be read',
  title: 'Unknown',
  version: '',
  operations: [],
  shapes: [],
  problems: [],
};

function problemIn(path: string, { severity, message, file, pointer }: Omit<PlacedProblem, 'span'>): DescribedProblem {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return { severity, message, pointer: `${file === undefined ? path : `${folder}${file}`}${pointer}` };
}

function unknownSubject(subject: string): string {
  return `${subject}: there is no such file, and no service of this name; name a description, a service of rulebook.json, or a documented service`;
}

function textOfDescribed(described: Described): string {
  const { title, version, source, file, link, baseUrls, credentials, layers, operations, problems } = described;
  if (source === nothing.source) {
    const reasons = problems.map(({ message, pointer }) => `  ${message}${isAtTop(pointer) ? '' : ` (${pointer})`}`);
    return `${[`${file ?? title} cannot be read as a description of an HTTP interface:`, ...reasons].map((line) => visible(line)).join('\n')}\n`;
  }
  const facts: readonly (readonly [string, string])[] = [
    ['Source', [source, file].filter(Boolean).join(', ')],
    ['Link', link ?? ''],
    ['Base URLs', baseUrls.join(', ')],
    ['Credentials', credentials.join(', ')],
    [
      'Layers',
      Object.entries(layers ?? {})
        .map(([layer, number]) => `${number} ${layer}`)
        .join(', '),
    ],
  ];
  const width = Math.min(60, Math.max(0, ...operations.map(({ path }) => path.length)));
  const lines = [
    [title, version].filter(Boolean).join(' '),
    ...facts.flatMap(([name, value]) => (value === '' ? [] : [`${`${name}:`.padEnd(13)}${value}`])),
    '',
    `${count(operations.length, 'operation')}${operations.length === 0 ? '' : ':'}`,
    ...operations.map((operation) => lineOf(operation, width)),
    '',
    problems.length === 0 ? 'Everything in it is understood.' : `${count(problems.length, 'problem')}:`,
    ...problems.map(({ pointer, severity, message }) => `  ${severity} ${pointer}\n    ${message}`),
  ];
  return `${lines.map((line) => visible(line)).join('\n')}\n`;
}

function isAtTop(pointer: string): boolean {
  return pointer.endsWith('#');
}

function lineOf({ method, path, title, deprecated, stability }: DescribedOperation, width: number): string {
  const marks = [...(deprecated ? ['deprecated'] : []), ...(stability === 'stable' ? [] : [stability])];
  const mark = marks.length === 0 ? '' : ` [${marks.join(', ')}]`;
  return `  ${method.padEnd(7)} ${path.padEnd(width)}  ${title}${mark}`;
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}
