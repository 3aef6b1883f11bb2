import type { Deployment, Version } from '@rulebook/catalogue/facts';
import type { Block } from '@rulebook/request-file/syntax/model';
import { directiveOf, type Endpoint } from './model';

/** The kinds of deployment that `# @deployment` and an endpoint can name. */
export const deployments: readonly Deployment[] = ['self-managed', 'serverless'];

/** Version and deployment that a request is checked against; facts about an absent one are not checked. */
export interface Target {
  readonly version?: Version;
  readonly deployment?: Deployment;
}

/** Returns what the block's directives say about the target and, where there are none, what the endpoint says. */
export function endpointTarget(block: Block, endpoint: Endpoint | undefined): Target {
  const written = directiveOf(block, 'target');
  const kind = directiveOf(block, 'deployment');
  // An unreadable directive still replaces the endpoint's version, which then is unknown.
  const version = written ? readVersion(written.text) : endpoint?.version;
  const deployment = kind ? deployments.find((known) => known === kind.text) : endpoint?.deployment;
  return { version, deployment };
}

/** Reads a version with two or three numbers, such as `8.12`; what follows a hyphen, such as `-SNAPSHOT`, does not count. */
export function readVersion(text: string): Version | undefined {
  const [, major, minor, patch = '0'] = /^(\d{1,6})\.(\d{1,6})(?:\.(\d{1,6})(?:-[\w.-]+)?)?$/.exec(text) ?? [];
  return major === undefined || minor === undefined ? undefined : `${Number(major)}.${Number(minor)}.${Number(patch)}`;
}

/** Returns whether the version is known and comes before the other. One of two numbers stands for all of its patches. */
export function isOlder(version: Version | undefined, since: Version): boolean {
  if (version === undefined || version === since) return false;
  // Asked about each element that has a version, so nothing is created.
  for (let mine = 0, needed = 0; mine <= version.length;) {
    const mineEnd = endOfNumber(version, mine);
    const neededEnd = endOfNumber(since, needed);
    const difference = numberBetween(version, mine, mineEnd) - numberBetween(since, needed, neededEnd);
    if (difference !== 0) return difference < 0;
    mine = mineEnd + 1;
    needed = neededEnd + 1;
  }
  return false;
}

function endOfNumber(version: string, start: number): number {
  const end = version.indexOf('.', start);
  return end < 0 ? version.length : end;
}

/** Returns the number in a version; 0 behind its last one. */
function numberBetween(version: string, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at++) number = number * 10 + version.charCodeAt(at) - zero;
  return number;
}

const zero = 0x30;
