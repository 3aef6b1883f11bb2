import { refused, type Refusal } from '@rulebook/sender/plan';
import type { CheckContext, Engine, OfferedRequest } from '@rulebook/engine';
import { fuzzyScore, visibleLine } from '@rulebook/text';
import { createConfigurationFinder } from './configuration/configuration-file';
import { createServiceFinder } from './configuration/own-services';

/** More requests that fit words are not listed. */
const maxFound = 25;

/**
 * Returns what is known of the request that a method and a path mean, or the requests that fit words, as Markdown; or why there is none.
 * `part` is a JSON pointer into the body. The services are those of the folder.
 */
export async function describedRequest(
  engine: Engine,
  wanted: string,
  { folder, part = '' }: { readonly folder: string; readonly part?: string | undefined },
): Promise<{ readonly markdown: string } | Refusal> {
  const found = createConfigurationFinder()(folder);
  const { context } = (await createServiceFinder()(found)).settings.checkOptions;
  const line = wanted.trim();
  if (isRequestLine(line)) {
    const id = operationOf(engine, line, context);
    if (id === undefined)
      return refused(`${line}: no known service has such a request${nearest(engine, line, context)}`);
    const markdown = engine.describeRequest(id, context, part);
    return markdown === undefined
      ? refused(`${part}: the body of ${line} has no such part; write a JSON pointer such as /name`)
      : { markdown };
  }
  const requests = requestsFor(engine, line, context);
  if (requests.length === 0)
    return refused(`${line}: no request fits these words; write other words, or a method and a path`);
  return { markdown: requests.map(lineOf).join('\n') };
}

/** Returns whether a text is a method and a path. */
export function isRequestLine(text: string): boolean {
  return /^[A-Za-z]+[ \t]+(?:\/|https?:\/\/|\{\{)/.test(text.trim());
}

/** Placeholders of a template, such as `{id}`, stand for any value. */
function operationOf(engine: Engine, line: string, context: CheckContext): string | undefined {
  const [method = '', ...target] = line.split(/[ \t]+/);
  const template = target.join(' ');
  const exact = engine
    .requests(context)
    .find((request) => request.method === method.toUpperCase() && request.path === template);
  if (exact) return exact.id;
  const file = engine.openFile(`${method.toUpperCase()} ${template.replace(/(?<!\{)\{([^{}]+)\}(?!\})/g, '$1')}\n`);
  return engine.bind(file, 0, context)?.operation?.id;
}

function requestsFor(engine: Engine, words: string, context: CheckContext): readonly OfferedRequest[] {
  return engine
    .requests(context)
    .flatMap((request) => {
      const score = fuzzyScore(words, `${request.title} ${request.method} ${request.path}`);
      return score === undefined ? [] : [{ request, score }];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, maxFound)
    .map(({ request }) => request);
}

/** Names the requests whose path is nearest to what was asked for. */
function nearest(engine: Engine, line: string, context: CheckContext): string {
  const near = requestsFor(engine, line.replace(/^\S+\s+/, ''), context).slice(0, 3);
  return near.length === 0 ? '' : `; near it: ${near.map(({ method, path }) => `${method} ${path}`).join(', ')}`;
}

function lineOf({ method, path, title, service, isDeprecated }: OfferedRequest): string {
  return `- \`${method} ${path}\`: ${visibleLine(title)} (${visibleLine(service)}${isDeprecated ? ', deprecated' : ''})`;
}
