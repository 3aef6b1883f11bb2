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
  if (version === undefined) return false;
  const mine = version.split('.').map(Number);
  const needed = since.split('.').map(Number);
  for (let index = 0; index < mine.length; index++) {
    const difference = (mine[index] ?? 0) - (needed[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
