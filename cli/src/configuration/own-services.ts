import { resolve } from 'node:path';
import { formOf, ownFilesOf } from '@rulebook/sender/configuration';
import { count } from '@rulebook/text';
import type { DescriptionReader } from '@rulebook/node/descriptions/own-descriptions';
import { environment, type FolderSettings } from './configuration-file';
import type { DescribedFolder } from './described-folder';

/** Returns a function that reads the descriptions and rulesets of a folder, once; the same folder settings give the same result. */
export function createServiceFinder(): (settings: FolderSettings) => Promise<DescribedFolder> {
  let reader: Promise<DescriptionReader> | undefined;
  // What reads descriptions takes long to load, and most folders have none of their own.
  const read: DescriptionReader = async (request) => {
    reader ??= import('@rulebook/node/descriptions/own-descriptions').then(({ createDescriptionReader }) =>
      createDescriptionReader(environment),
    );
    return (await reader)(request);
  };
  const known = new Map<FolderSettings, Promise<DescribedFolder>>();
  return (settings) => {
    const found = known.get(settings) ?? describe(settings);
    known.set(settings, found);
    return found;
  };
  async function describe(settings: FolderSettings): Promise<DescribedFolder> {
    const { rulesets, endpoints } = settings.configuration;
    const named = ownFilesOf(settings.configuration).length + rulesets.length;
    const isPlain = named === 0 && !endpoints.some(({ rights }) => rights !== undefined);
    if (isPlain) return { settings, descriptions: [], rulesets: [] };
    const { describeFolder } = await import('./describe-folder');
    return describeFolder(settings, read);
  }
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
    const { id, description, graphql } = service;
    const form = formOf(service);
    const kind = form === undefined ? 'description' : form === 'graphql' ? 'GraphQL schema' : 'JSON Schema';
    const written = `${description}, the ${kind} of ${graphql?.endpoint ?? id},`;
    if ('cause' in read) return [`${written} cannot be read: ${read.cause}`];
    if (read.compiled !== undefined) return [];
    if (form !== undefined)
      return [`${written} cannot be used: ${read.problems[0]?.message ?? `it is not a ${kind}.`}`];
    return [
      `${written} cannot be used; run \`rulebook describe ${settings.fromRoot(resolve(settings.root, description))}\` to see why`,
    ];
  });
  return [...ofDescriptions, ...ofRulesets];
}
