import { resolve } from 'node:path';
import { formOf, ownFilesOf } from '@rulebook/sender/configuration';
import { createOwnService } from '@rulebook/services';
import type { DescriptionReader } from '@rulebook/node/descriptions/own-descriptions';
import type { FolderSettings } from './configuration-file';
import type { DescribedFolder } from './described-folder';
import { readRightsOf } from './given-rights';
import { houseRulesOf, readRulesets } from './rulesets';

/** Reads the descriptions and rulesets of a folder that names some. */
export async function describeFolder(settings: FolderSettings, read: DescriptionReader): Promise<DescribedFolder> {
  const { root, configuration, checkOptions } = settings;
  const rulesets = await readRulesets(settings);
  const descriptions = await Promise.all(
    ownFilesOf(configuration).map(async (service) => {
      const { description, overlays } = service;
      const request = { root, description, overlays, form: formOf(service) };
      return { service, path: resolve(root, description), read: await read(request) };
    }),
  );
  const services = descriptions.flatMap(({ service, read: found }) =>
    'compiled' in found && found.compiled !== undefined ? [createOwnService(found.compiled, service)] : [],
  );
  const rights = readRightsOf(settings);
  const context = {
    ...checkOptions.context,
    ...(services.length > 0 && { services }),
    ...(rulesets.length > 0 && { houseRules: houseRulesOf(rulesets) }),
    ...(rights.size > 0 && { rights }),
  };
  return { settings: { ...settings, checkOptions: { ...checkOptions, context } }, descriptions, rulesets };
}
