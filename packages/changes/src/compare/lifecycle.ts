// What a description says of how long something is there, and of how much may still change.

/** The levels of `x-stability-level`, the least stable one first. What says nothing is stable. */
const levels = ['draft', 'alpha', 'beta', 'stable'];

/** Returns how the stability changed; undefined where it did not, or a level is none of the known ones. */
export function stabilityChange(
  before: string | undefined,
  after: string | undefined,
): 'decreased' | 'increased' | undefined {
  const [was, is] = [before, after].map((level) => levels.indexOf(level ?? 'stable'));
  if (was === undefined || is === undefined || was < 0 || is < 0 || was === is) return undefined;
  return is < was ? 'decreased' : 'increased';
}

/** Returns how the announced end of something deprecated changed; undefined where nothing is lost. */
export function sunsetChange(before: string | undefined, after: string | undefined): 'deleted' | 'earlier' | undefined {
  if (before === undefined) return undefined;
  if (after === undefined) return 'deleted';
  return isDay(before) && isDay(after) && after < before ? 'earlier' : undefined;
}

/** Returns whether something deprecated may not be missing yet: on `today`, its end is a later day. */
export function isTooEarly(isDeprecated: boolean, sunset: string | undefined, today: string | undefined): boolean {
  return isDeprecated && sunset !== undefined && today !== undefined && isDay(sunset) && today < sunset;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}/.test(text);
}
