import { redact } from '@rulebook/catalogue/masking';
import { type ReceivedResponse, refused, type Refusal, reasonOf } from '@rulebook/sender/plan';
import { credentialVariable, environmentConflict } from '@rulebook/sender/private';
import { eventOptions, eventServers } from '@rulebook/services';
import { visibleJson } from '@rulebook/text';
import { availableSandbox } from '@rulebook/node/sandbox/available-sandbox';
import { readText } from '@rulebook/node/files/files';
import { proxiesOf } from '@rulebook/node/http/proxy';
import { createTransport } from '@rulebook/node/http/transport';
import { createConfigurationFinder, environment } from '../configuration/configuration-file';
import { terminalCredentials } from '../configuration/credentials';
import { complain, exitCodes } from '../exit-codes';
import type { ServiceValues } from '../configuration/service-options';

/** The options of `rulebook event`. */
export interface EventOptions {
  /** The options of the services. */
  readonly ofServices: ServiceValues<string>;
  readonly endpoint: string;
  /** Endpoints that may get the credential of the environment. */
  readonly trustEndpoint: readonly string[];
}

/** Raises an event on a server of a sandbox, prints the deliveries, and returns the exit code. */
export async function event(name: string, options: EventOptions): Promise<number> {
  const sandbox = await availableSandbox(environment);
  const { endpoints } = sandbox.locate(createConfigurationFinder()('.').configuration);
  const endpoint = endpoints.find((one) => one.name === options.endpoint);
  if (!endpoint) {
    complain(`there is no endpoint named ${options.endpoint}; check the names in rulebook.json`);
    return exitCodes.usage;
  }
  const conflict = environmentConflict(endpoint, endpoints, environment);
  const known =
    conflict === undefined
      ? await terminalCredentials({ trusted: options.trustEndpoint, sandbox })(endpoint)
      : refused(conflict);
  if ('cause' in known) {
    complain(reasonOf(known));
    return exitCodes.usage;
  }
  const credential = 'credential' in known ? known.credential : undefined;
  if (credential === undefined) {
    const variable = credentialVariable(endpoint.name);
    complain(
      `no running sandbox was found; start one with \`rulebook sandbox\`, or set ${variable} to the credential that it prints`,
    );
    return exitCodes.usage;
  }
  const members = readMembers(options.ofServices);
  if ('cause' in members) {
    complain(reasonOf(members));
    return exitCodes.usage;
  }
  const transport = createTransport({ proxies: proxiesOf(environment), keepsConnections: false });
  const outcome = await transport.send(
    {
      method: 'POST',
      url: `${endpoint.baseUrl}/_sandbox/events`,
      headers: [
        ['Authorization', /\s/.test(credential.trim()) ? credential : `Bearer ${credential}`],
        ['Content-Type', 'application/json'],
      ],
      body: JSON.stringify({ event: name, ...members.values }),
    },
    { ...(endpoint.insecure === true && { unverifiedOrigin: endpoint.baseUrl }), followsRedirects: false },
  );
  transport.close();
  if ('failure' in outcome) {
    complain(`${endpoint.name} did not respond: ${outcome.failure.message}`);
    return exitCodes.unsent;
  }
  const { response } = outcome;
  if (response.status === 200) {
    process.stdout.write(`${visibleJson(redact(response.body))}\n`);
    return exitCodes.success;
  }
  complain(
    causeInBody(response) ??
      `${endpoint.name} responded with status ${response.status}; check that it is the ${eventServers.map(({ title }) => title).join(' or the ')} of a sandbox`,
  );
  return exitCodes.findings;
}

/** Returns the members of the control request: the texts of the options, and the JSON of files. */
function readMembers(texts: ServiceValues<string>): { readonly values: Readonly<Record<string, unknown>> } | Refusal {
  const values: Record<string, unknown> = { ...texts };
  for (const { flags, member } of eventOptions.filter(({ isFile }) => isFile === true)) {
    const path = texts[member];
    if (path === undefined) continue;
    const content = readText(path);
    if ('cause' in content) return refused(`${path} cannot be read: ${content.cause}`);
    try {
      values[member] = JSON.parse(content.text) as unknown;
    } catch {
      return refused(`${path} is not valid JSON; ${flags.split(' ')[0] ?? ''} needs a file with a JSON object`);
    }
  }
  return { values };
}

function causeInBody({ body }: ReceivedResponse): string | undefined {
  try {
    const value = JSON.parse(body) as unknown;
    const isObject = typeof value === 'object' && value !== null;
    return isObject && 'cause' in value && typeof value.cause === 'string' ? value.cause : undefined;
  } catch {
    return undefined;
  }
}
