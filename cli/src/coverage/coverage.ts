import { basename, dirname, resolve } from 'node:path';
import { loadMarkdown, type CheckContext, type Engine } from '@rulebook/engine';
import {
  belowThresholds,
  coverageHtml,
  coverageJson,
  coverageText,
  createCoverage,
  type Coverage,
  type CoverageCount,
} from '@rulebook/sender/coverage';
import { annotationLine } from '@rulebook/sender/report';
import { reasonOf } from '@rulebook/sender/plan';
import { isMarkdownName } from '@rulebook/request-file/syntax';
import type { Service } from '@rulebook/services';
import { visible } from '@rulebook/text';
import { environmentsFor } from '@rulebook/node/files/environment-files';
import { findFiles, isRequestFile } from '@rulebook/node/files/find-files';
import { causeOf, readText } from '@rulebook/node/files/files';
import { replacePrivately } from '@rulebook/node/files/private-file';
import { isRecording, readRecording } from '../check/recording';
import { createCommandEngine } from '../command-engine';
import { createConfigurationFinder } from '../configuration/configuration-file';
import { createServiceFinder, unreadableIn } from '../configuration/own-services';
import { complain, exitCodes } from '../exit-codes';
import { answersInReport } from './answers-in-report';
import { bindSent } from './bind-sent';
import type { CoverageOptions } from './coverage-options';
import { coveredServices, describedServices } from './covered-services';
import { writtenRequests, type WrittenRequest } from './written-requests';

declare const RULEBOOK_VERSION: string;

/** Prints what of descriptions the requests of files exercise, and returns the exit code. Nothing is sent. */
export async function coverage(inputs: readonly string[], options: CoverageOptions): Promise<number> {
  await loadMarkdown();
  const wrong = options.report.find((path) => !/\.(?:html|json)$/i.test(path));
  if (wrong !== undefined)
    return usage(`--report ${wrong} does not say which report; use a name that ends with .html or .json`);
  const { files, missing } = await findFiles(inputs.length === 0 ? ['.'] : inputs);
  if (missing.length > 0) return usage(`${missing.join(', ')}: there is no such file, folder or match of a glob`);
  const described = await describedServices(options.service);
  if ('cause' in described) return usage(described.cause);
  const engine = createCommandEngine();
  const contextFor = createContexts(described);
  const written: WrittenRequest[] = [];
  for (const path of files.filter((one) => isRequestFile(one) || isMarkdownName(one))) {
    const content = readText(path);
    if ('cause' in content) return usage(`${path}: cannot be read: ${content.cause}`);
    const folder = await contextFor(path);
    const variables = environmentsFor(dirname(resolve(path)), options.env);
    if ('cause' in variables) return usage(reasonOf(variables));
    const values = { environments: variables.environments, environment: options.env };
    written.push(...writtenRequests(engine, { path, text: content.text }, { ...folder, values }));
  }
  const { context } = await contextFor(files[0] ?? '.');
  const services = coveredServices(options.service, {
    engine,
    contexts: contextFor.all(),
    files: described,
    bindings: written.map(({ binding }) => binding),
  });
  if ('cause' in services) return usage(services.cause);
  if (services.length === 0)
    return usage(
      'no service is known of which something could be covered; name a description with --service FILE, or add it to `services` of rulebook.json',
    );
  const count = createCoverage(services);
  for (const { binding, body, file, line, fill } of written) {
    count.write(binding, { file, line }, fill);
    if (body !== undefined) count.writeBody(body, fill);
  }
  const problem = countAnswers(count, { engine, context, services, written }, options.run, files.filter(isRecording));
  if (problem !== undefined) return usage(problem);
  return report(count.end(), options);
}

function usage(message: string): number {
  complain(message);
  return exitCodes.usage;
}

interface Folder {
  readonly context: CheckContext;
  readonly root: string;
}

/** Returns a function that gives the context of a file, which also has the services of the given descriptions. */
function createContexts(described: readonly Service[]) {
  const settingsOf = createConfigurationFinder();
  const servicesOf = createServiceFinder();
  const known = new Map<unknown, Folder>();
  const contextFor = async (path: string): Promise<Folder> => {
    const found = settingsOf(dirname(resolve(path)));
    const former = known.get(found);
    if (former !== undefined) return former;
    const folder = await servicesOf(found);
    for (const line of unreadableIn(folder)) complain(line);
    const { context } = folder.settings.checkOptions;
    const made: Folder = {
      root: found.root,
      context: described.length === 0 ? context : { ...context, services: [...(context.services ?? []), ...described] },
    };
    known.set(found, made);
    return made;
  };
  return Object.assign(contextFor, { all: () => [...known.values()].map(({ context }) => context) });
}

interface Known {
  readonly engine: Engine;
  readonly context: CheckContext;
  readonly services: readonly Service[];
  readonly written: readonly WrittenRequest[];
}

/** Counts what the reports of runs and recordings say was answered; returns why one cannot be read. */
function countAnswers(
  count: CoverageCount,
  known: Known,
  reports: readonly string[],
  recordings: readonly string[],
): string | undefined {
  if (reports.length + recordings.length > 0) count.expectAnswers();
  const byPlace = new Map(known.written.map((one) => [`${resolve(one.file)}:${one.line}`, one]));
  for (const path of reports) {
    const content = readText(path);
    if ('cause' in content) return `${path}: cannot be read: ${content.cause}`;
    const answers = answersInReport(content.text);
    if ('cause' in answers) return `${path}: ${answers.cause}`;
    for (const { method, url, status, file, line } of answers) {
      const sent = url === undefined ? undefined : bindSent(known, { method, url, headers: [] });
      const place =
        file === undefined
          ? undefined
          : [resolve(file), resolve(dirname(path), file)].map((one) => byPlace.get(`${one}:${line}`)).find(Boolean);
      const binding = place?.binding ?? sent;
      if (binding !== undefined) count.answer(binding, status, sent);
    }
  }
  for (const path of recordings) {
    const content = readText(path);
    if ('cause' in content) return `${path}: cannot be read: ${content.cause}`;
    const recording = readRecording(content.text);
    if ('cause' in recording) return `${path}: ${recording.cause}`;
    for (const entry of recording.entries) {
      if ('cause' in entry || entry.response === undefined) continue;
      const binding = bindSent(known, entry.request);
      if (binding !== undefined) count.answer(binding, entry.response.status);
    }
  }
  return undefined;
}

/** Prints and writes what was counted. */
function report(counted: Coverage, { format, report: paths, ...options }: CoverageOptions): number {
  const below = belowThresholds(counted, {
    ...(options.threshold !== undefined && { operations: options.threshold }),
    ...(options.thresholdParameters !== undefined && { parameters: options.thresholdParameters }),
    ...(options.thresholdValues !== undefined && { values: options.thresholdValues }),
    ...(options.thresholdResponses !== undefined && { responses: options.thresholdResponses }),
  });
  if (format === 'json') process.stdout.write(coverageJson(counted));
  else process.stdout.write(visible(coverageText(counted)));
  if (format === 'github')
    for (const line of below) process.stdout.write(`${annotationLine('error', 'Coverage', line)}\n`);
  for (const path of paths) {
    try {
      replacePrivately(path, /\.json$/i.test(path) ? coverageJson(counted) : coverageHtml(counted, RULEBOOK_VERSION));
    } catch (error) {
      return usage(`${basename(path)}: the report cannot be written: ${causeOf(error)}`);
    }
  }
  if (format !== 'github') below.forEach(complain);
  return below.length > 0 ? exitCodes.findings : exitCodes.success;
}
