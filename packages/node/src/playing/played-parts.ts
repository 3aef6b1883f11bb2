import { resolve } from 'node:path';
import { playedServers, type Service } from '@rulebook/services';
import { sandboxParts } from '@rulebook/services/sandbox';
import { webhooksOf } from '@rulebook/checker/resource-model';
import { playedPart, receiverLists, unplayedOperations, type SandboxPart } from '@rulebook/sandbox';
import { isLoopbackHost } from '@rulebook/text';
import { serviceIn, serviceNamed, serviceOf, type ServiceOptions } from '../descriptions/described-services';

/** What the options of `rulebook sandbox` choose to be played. */
export interface ChosenServices {
  /** Names of services: of `rulebook.json`, or of those that the sandbox plays without. */
  readonly service: readonly string[];
  /** Files of descriptions. */
  readonly description: readonly string[];
  /** Texts of descriptions, each with the name of its service. */
  readonly texts?: readonly { readonly name: string; readonly text: string }[];
  /** In addition to the usual services, all of `rulebook.json` whose descriptions can be used. */
  readonly ownServices?: boolean;
  /** The URLs to which all webhooks of descriptions are sent. */
  readonly webhooksTo?: readonly string[];
  /** Hosts in addition to this machine that they may name. */
  readonly allowHost?: readonly string[];
  /** Where `rulebook.json` is looked for. */
  readonly folder?: string | undefined;
  /** Makes the part of a described service, in place of what its description alone says. */
  readonly partOf?: typeof playedPart;
}

/** What is played. */
export interface PlayedParts {
  readonly parts: readonly SandboxPart[];
  /** The services that are played by their descriptions. */
  readonly described: readonly Service[];
  /** What is not played of them, in lines for people. */
  readonly remarks: readonly string[];
}

/** Returns the services that were chosen; without a choice, those that the sandbox plays anyway. Rejects with a sentence for the user. */
export async function playedParts(chosen: ChosenServices, options: ServiceOptions): Promise<PlayedParts> {
  const { service: names, description: files, texts = [], folder = process.cwd(), ownServices = false } = chosen;
  const { partOf = playedPart } = chosen;
  const { webhooksTo = [], allowHost = [] } = chosen;
  const unfit = webhooksTo.map((url) => unfitReceiver(url, allowHost)).find(Boolean);
  if (unfit !== undefined) throw new Error(unfit);
  const isUsual = names.length + files.length + texts.length === 0;
  const own = isUsual ? sandboxParts : sandboxParts.filter(({ service }) => names.includes(service.id));
  const others = names.filter((name) => !own.some(({ service }) => service.id === name));
  const further = ownServices ? await usableServices(folder, options) : { services: [], remarks: [] };
  const described = [
    ...(await Promise.all(others.map((name) => serviceNamed(name, folder, options)))),
    ...(await Promise.all(files.map((file) => serviceIn(file, options)))),
    ...(await Promise.all(texts.map(serviceOf))),
    ...further.services,
  ];
  const first = own.length === 0 ? 0 : playedServers.length;
  return {
    parts: [...own, ...described.map((service, index) => partOf(service, first + index, webhooksTo) as SandboxPart)],
    described,
    remarks: [...further.remarks, ...described.flatMap((service) => remarksOn(service, webhooksTo))],
  };
}

/** Returns the services of `rulebook.json`; one that cannot be used is named and left out. */
async function usableServices(folder: string, options: ServiceOptions) {
  const { services } = options.find(resolve(folder)).configuration;
  const isPlayed = (id: string): boolean => sandboxParts.some(({ service }) => service.id === id);
  const found = await Promise.all(
    services
      .filter(({ id }) => !isPlayed(id))
      .map(({ id }) =>
        serviceNamed(id, folder, options).catch((error: unknown) =>
          String(error instanceof Error ? error.message : error),
        ),
      ),
  );
  return {
    services: found.filter((one) => typeof one !== 'string'),
    remarks: found.filter((one) => typeof one === 'string'),
  };
}

/** Long lists are shown in part. */
const maxShown = 10;

function remarksOn(service: Service, webhooksTo: readonly string[]): readonly string[] {
  const { id, webhooks = [] } = service;
  const operations = unplayedOperations(service).map(({ methods, path }) => `${methods.join(', ')} ${path}`);
  const others = webhooksOf(service).others.map(({ webhook }) => webhook.name);
  const hasReceivers = webhooksTo.length > 0 || receiverLists(service).length > 0;
  return [
    ...(operations.length === 0
      ? []
      : [`Of ${id}, these are not played, since no response is described that succeeds: ${listOf(operations)}.`]),
    ...(webhooks.length === 0 || hasReceivers
      ? []
      : [`The webhooks of ${id} are sent to no one: name a receiver with --webhooks-to URL.`]),
    ...(others.length === 0
      ? []
      : [`Of ${id}, these webhooks are sent only by hand, with POST /_sandbox/events: ${listOf(others)}.`]),
  ];
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, maxShown);
  const rest = names.length - shown.length;
  return `${shown.join('; ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Returns why webhooks cannot be sent to a URL. */
function unfitReceiver(text: string, allowHosts: readonly string[]): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return `${JSON.stringify(text)} is not an http or https URL to which webhooks can be delivered.`;
  const isAllowed = isLoopbackHost(url.hostname) || allowHosts.some((host) => host === '*' || host === url.hostname);
  return isAllowed
    ? undefined
    : `The sandbox delivers webhooks to this machine only, not to ${url.hostname}; --allow-host allows another host.`;
}
