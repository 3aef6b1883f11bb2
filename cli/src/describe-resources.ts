import { existsSync } from 'node:fs';
import { createEngine } from '@rulebook/engine';
import { describeResources, type DescribedResources, type DescribedWebhook } from '@rulebook/checker/resource-model';
import { createCatalogues, type Service } from '@rulebook/services';
import { count, visible, visibleJson } from '@rulebook/text';
import { createDescriptionLoader } from '@rulebook/node/shipped-descriptions';
import { serviceIn, serviceNamed } from './configuration/described-services';
import { complain, exitCodes, sayOnError } from './exit-codes';

/** Prints what was derived of the resources of a service, and returns the exit code. */
export async function printResources(subject: string, format: string): Promise<number> {
  let service: Service;
  try {
    service = await serviceFor(subject);
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return exitCodes.usage;
  }
  const resources = describeResources(service);
  process.stdout.write(
    format === 'json'
      ? `${visibleJson(JSON.stringify({ version: 1, resources }, null, 2))}\n`
      : visible(textOfResources(service, resources)),
  );
  return exitCodes.success;
}

/** Returns the service with a name, or of a description file. Rejects with a sentence for the user. */
export async function serviceFor(subject: string): Promise<Service> {
  if (existsSync(subject)) return serviceIn(subject);
  const { catalogue } = createEngine();
  const known = catalogue.services.find(({ id }) => id === subject);
  if (known === undefined && /[/\\]|\.(?:ya?ml|json)$/i.test(subject))
    throw new Error(`${subject}: there is no such file; name a description, or a service of rulebook.json`);
  if (known === undefined) return serviceNamed(subject, process.cwd());
  return createCatalogues(catalogue, createDescriptionLoader(sayOnError))({}).whole?.(known) ?? known;
}

function textOfResources({ title }: Service, { collections, singles, others, webhooks }: DescribedResources): string {
  const lines: string[] = [`${title}: ${count(collections.length, 'collection')}`, ''];
  for (const { name, itemPath, noun, parent, id, operations, listAt, unknown } of collections) {
    const called = noun === undefined ? '' : `  (${noun})`;
    lines.push(`${name}  ${itemPath}${called}${parent === undefined ? '' : `  (falls with ${parent})`}`);
    const chosen = { server: 'made by the service', body: 'the caller may choose it', path: 'chosen in the path' };
    const origin = chosen[id.origin as keyof typeof chosen];
    lines.push(`  id: ${id.member === undefined ? 'in the path only' : `member ${id.member}`}, ${origin}`);
    for (const [kind, operation] of Object.entries(operations)) {
      const place =
        kind === 'list' && listAt !== undefined && listAt.length > 0 ? `, items in ${listAt.join('.')}` : '';
      lines.push(`  ${kind}: ${operation}${place}`);
    }
    lines.push(...unknown.map((sentence) => `  ? ${sentence}`), '');
  }
  if (singles.length > 0) lines.push('Single resources:', ...singles.map(({ path }) => `  ${path}`), '');
  if (others.length > 0) {
    lines.push('About no resource, answered with an example:');
    lines.push(
      ...others.map(({ operation, below }) => `  ${operation}${below === undefined ? '' : `  (needs ${below})`}`),
      '',
    );
  }
  if (webhooks.length > 0) lines.push('Webhooks:', ...webhooks.map(lineOfWebhook), '');
  return `${lines.join('\n')}`;
}

function lineOfWebhook({ name, itemPath = '', sent = [], becomes, unknown }: DescribedWebhook): string {
  if (unknown !== undefined) return `  ? ${name}: sent by hand only. ${unknown}`;
  if (becomes !== undefined) return `  ${name}: sent when a member of ${itemPath} becomes ${becomes}`;
  return `  ${name}: sent when ${itemPath} is ${sent.join(', ')}`;
}
