import type { Endpoint } from '@rulebook/engine';

type Values = Readonly<Record<string, unknown>>;

/** The setting `rulebook.endpoints`, by where it is. */
interface InspectedEndpoints {
  readonly globalValue?: Values | undefined;
  readonly workspaceValue?: Values | undefined;
  readonly workspaceFolderValue?: Values | undefined;
}

/**
 * Returns whether an endpoint is the user's own: it is what the settings say, and the user's settings alone say it. An endpoint of that name in
 * `rulebook.json` counts where the setting cannot be used, for example since it names a service of another folder.
 */
export function isUsersOwn(
  { name }: Pick<Endpoint, 'name'>,
  ofSettings: readonly Pick<Endpoint, 'name'>[],
  found: InspectedEndpoints | undefined,
): boolean {
  const isIn = (values: Values | undefined) => Object.hasOwn(values ?? {}, name);
  if (!ofSettings.some((one) => one.name === name)) return false;
  return isIn(found?.globalValue) && !isIn(found?.workspaceValue) && !isIn(found?.workspaceFolderValue);
}
