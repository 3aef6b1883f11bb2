import { resolve } from 'node:path';
import type { OwnService } from '../../../engine/src/configuration/index';
import { createDescribedService } from '../../../engine/src/services/index';
import { count } from '../../../engine/src/text/index';
import type { DescriptionReader, ReadDescription } from '../../../platform/node/descriptions/own-descriptions';
import { environment, type FolderSettings } from './configuration-file';
import { houseRulesOf, readRulesets, type NamedRuleset } from './rulesets';

/** A description that a `rulebook.json` names, as it was read. */
export interface NamedDescription {
  readonly service: OwnService;
  /** Absolute. */
  readonly path: string;
  readonly read: ReadDescription;
}

/** The settings of a folder with the services that it describes itself, and its house rules. */
export interface DescribedFolder {
  readonly settings: FolderSettings;
  readonly descriptions: readonly NamedDescription[];
  readonly rulesets: readonly NamedRuleset[];
}

/** Returns a function that reads the descriptions and rulesets of a folder, once; the same folder settings give the same result. */
export function createServiceFinder(): (settings: FolderSettings) => Promise<DescribedFolder> {
  let reader: Promise<DescriptionReader> | undefined;
  // What reads descriptions takes long to load, and most folders have none of their own.
  const read: DescriptionReader = async (request) => {
    reader ??= import('../../../platform/node/descriptions/own-descriptions').then(({ createDescriptionReader }) =>
      createDescriptionReader(environment),
    );
    return (await reader)(request);
  };
  const known = new Map<FolderSettings, Promise<DescribedFolder>>();
  return (settings) => {
    const found = known.get(settings) ?? describeService(settings, read);
    known.set(settings, found);
    return found;
  };
}

async function describeService(settings: FolderSettings, read: DescriptionReader): Promise<DescribedFolder> {
  const { root, configuration, checkOptions } = settings;
  if (configuration.services.length + configuration.rulesets.length === 0)
    return { settings, descriptions: [], rulesets: [] };
  const rulesets = await readRulesets(settings);
  const descriptions = await Promise.all(
    configuration.services.map(async (service) => {
      const { description, overlays } = service;
      return { service, path: resolve(root, description), read: await read({ root, description, overlays }) };
    }),
  );
  const services = descriptions.flatMap(({ service: { id, title, description: file }, read: found }) =>
    'compiled' in found && found.compiled !== undefined
      ? [createDescribedService(found.compiled, { id, file, ...(title !== undefined && { title }) })]
      : [],
  );
  const context = {
    ...checkOptions.context,
    ...(services.length > 0 && { services }),
    ...(rulesets.length > 0 && { houseRules: houseRulesOf(rulesets) }),
  };
  return { settings: { ...settings, checkOptions: { ...checkOptions, context } }, descriptions, rulesets };
}

/** Returns why files of a folder are not checked by its descriptions and rulesets, in lines for standard error. */
export function unreadableIn({ settings, descriptions, rulesets }: DescribedFolder): readonly string[] {
  const ofRulesets = rulesets.flatMap(({ written, path, read }) => {
    if ('cause' in read) return [`${written}, a ruleset, cannot be read: ${read.cause}`];
    const { length } = read.problems.filter(({ severity }) => severity === 'error');
    if (length === 0) return [];
    return [
      `${written}, a ruleset, has ${count(length, 'mistake')}; run \`rulebook check ${settings.fromRoot(path)}\` to see ${length === 1 ? 'it' : 'them'}`,
    ];
  });
  const ofDescriptions = descriptions.flatMap(({ service, read }) => {
    const written = `${service.description}, the description of ${service.id},`;
    if ('cause' in read) return [`${written} cannot be read: ${read.cause}`];
    if (read.compiled !== undefined) return [];
    return [
      `${written} cannot be used; run \`rulebook describe ${settings.fromRoot(resolve(settings.root, service.description))}\` to see why`,
    ];
  });
  return [...ofDescriptions, ...ofRulesets];
}
