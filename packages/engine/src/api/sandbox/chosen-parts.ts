import type { Service } from '@rulebook/catalogue/service';
import { createDescribedService } from '@rulebook/description/described-service';
import { unpackDescription } from '@rulebook/description/packed';
import type { SandboxPart } from '@rulebook/sandbox/part';
import { playedPart } from '@rulebook/sandbox/played/played-part';
import { playedServers } from '@rulebook/services/played-servers';
import { sandboxParts } from '@rulebook/services/sandbox';
import { compileDescription } from './compile-description';
import type { CompiledService, DescribedService, SandboxOptions } from './model';

/** What a sandbox plays. */
export interface ChosenParts {
  readonly parts: readonly SandboxPart[];
  /** The services that are played by their descriptions. */
  readonly described: readonly Service[];
}

/** Returns the parts of the services that were chosen. Throws a RangeError for one that cannot be played. */
export function chosenParts({ services, webhooksTo }: Pick<SandboxOptions, 'services' | 'webhooksTo'>): ChosenParts {
  if (services === undefined) return { parts: sandboxParts, described: [] };
  const names = services.filter((one) => typeof one === 'string');
  const unknown = names.find((name) => !sandboxParts.some(({ service }) => service.id === name));
  if (unknown !== undefined) {
    const known = sandboxParts.map(({ service }) => service.id).join(', ');
    throw new RangeError(`${JSON.stringify(unknown)} needs a description. Without one, the sandbox plays ${known}.`);
  }
  const own = sandboxParts.filter(({ service }) => names.includes(service.id));
  const described = services.filter((one) => typeof one !== 'string').map(serviceOf);
  const ids = [...own.map(({ service }) => service.id), ...described.map(({ id }) => id)];
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new RangeError(`Two services have the name ${twice}.`);
  const first = own.length === 0 ? 0 : playedServers.length;
  const parts = described.map((service, index) => playedPart(service, first + index, webhooksTo) as SandboxPart);
  return { parts: [...own, ...parts], described };
}

function serviceOf(given: DescribedService | CompiledService): Service {
  const { name } = given;
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name))
    throw new RangeError(`${JSON.stringify(name)} is not a name of a service; use small letters, digits and hyphens.`);
  const packed = 'compiled' in given ? given.compiled : compileDescription(given.text, given.read);
  return createDescribedService(unpacked(name, packed), { id: name, file: `${name}.yaml` });
}

function unpacked(name: string, packed: string) {
  let found;
  try {
    found = unpackDescription(packed);
  } catch {
    // It is reported below, like that of another version.
  }
  if (found !== undefined) return found.description;
  throw new RangeError(`The compiled description of ${name} is not of this version of Rulebook; compile it again.`);
}
