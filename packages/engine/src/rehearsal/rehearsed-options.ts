import type { CheckOptions } from '../model';
import type { Release } from './release';

/** Returns the options of a check for which the endpoints of the releases' services have them. */
export function rehearsedOptions(options: CheckOptions, releases: readonly Release[]): CheckOptions {
  if (releases.length === 0) return options;
  const { context } = options;
  const byService = new Map(releases.map((release) => [release.service.id, release]));
  const endpoints = context.endpoints.map((endpoint) => {
    const release = byService.get(endpoint.service);
    if (release === undefined) return endpoint;
    const { version: _, ...rest } = endpoint;
    return { ...rest, vendor: release.vendor, ...versionOf(release) };
  });
  const rehearsals = new Map(
    releases.map((release) => [
      release.service.id,
      {
        vendor: release.vendor,
        ...versionOf(release),
        ...(release.selects !== undefined && { selects: release.selects }),
      },
    ]),
  );
  return { ...options, context: { ...context, endpoints, rehearsals } };
}

function versionOf({ version }: Release): Pick<Release, 'version'> {
  return version === undefined ? {} : { version };
}
