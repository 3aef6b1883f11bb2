import { checkArazzoText, stepNames, type KnownSource } from '@rulebook/exchange/arazzo';
import type { CheckOptions } from '@rulebook/engine';
import type { Checker } from '@rulebook/engine/checking';
import { reportConfiguration, type ReportedFile } from '@rulebook/sender/report';
import { createDescribedService } from '@rulebook/services';
import type { FolderSettings } from '../configuration/configuration-file';
import { readDocument } from './read-document';

/** Checks an Arazzo document by the format and the descriptions that it refers to; the values of its steps are checked as requests. */
export async function checkDocument(
  engine: Pick<Checker, 'openFile' | 'check'>,
  path: string,
  text: string,
  settings: FolderSettings,
): Promise<ReportedFile> {
  const read = await readDocument(path, text, settings);
  if ('message' in read) return reportConfiguration(path, text, [{ ...read, severity: 'error' }], 'arazzo');
  const optionsOf = createOptions();
  const problems = checkArazzoText(read, read.sources, (request, source) =>
    Array.from(engine.check(engine.openFile(request), optionsOf(source)).blocks, ({ findings }) => findings).flat(),
  );
  return reportConfiguration(path, text, problems, 'arazzo');
}

/** Returns what makes the options by which a request goes to the service of a source description, once for each. */
function createOptions(): (source: KnownSource) => CheckOptions {
  const known = new Map<KnownSource, CheckOptions>();
  return (source) => {
    const made = known.get(source) ?? optionsFor(source);
    known.set(source, made);
    return made;
  };
}

function optionsFor({ description }: KnownSource): CheckOptions {
  const service = 'arazzo-source';
  const services = description === undefined ? [] : [createDescribedService(description, { id: service })];
  const endpoint = { name: stepNames.endpoint, service, baseUrl: 'https://source.invalid' };
  const outsideNames = { variables: new Set([stepNames.variable]), requests: new Set<string>(), isComplete: false };
  const defaults = { [service]: stepNames.endpoint };
  return { context: { endpoints: [endpoint], defaults, services, outsideNames }, severities: {} };
}
