import {
  areAllUncompared,
  hasDifferences,
  planJson,
  planMarkdown,
  planResources,
  planText,
  type ResourcePlan,
} from '@rulebook/sandbox/comparison';
import { count, visible, visibleJson } from '@rulebook/text';
import { beginWork } from '@rulebook/node/compiled-parts';
import { cancelOnInterrupt } from '../cancel';
import { complain, exitCodes } from '../exit-codes';
import { createEndpointReader } from './endpoint-reader';
import type { PlanOptions } from './plan-options';
import { chooseEndpoint, filesIn, folderOf, readDeclared } from './planning';

/** Compares what files declare with what an endpoint has, prints the differences, and returns the exit code. Nothing is changed. */
export async function plan(paths: readonly string[], options: PlanOptions): Promise<number> {
  beginWork();
  const found = await filesIn(paths);
  if (typeof found === 'string') return usage(found);
  const chosen = await chooseEndpoint(folderOf(paths[0] ?? '.'), options);
  if (typeof chosen === 'string') return usage(chosen);
  const declared = await readDeclared(found, chosen, options);
  if (typeof declared === 'string') return usage(declared);
  const cancellation = cancelOnInterrupt();
  const { signal } = cancellation;
  const reader = createEndpointReader({ ...chosen, options, root: chosen.settings.root, signal });
  try {
    const planned = await planResources(declared.requests, reader.read);
    if (signal.isCancelled) return exitCodes.cancelled;
    return finish(planned, declared.elsewhere, options, reader.unreadReason());
  } finally {
    cancellation.end();
    reader.end();
  }
}

function usage(message: string): number {
  complain(message);
  return exitCodes.usage;
}

function finish(
  planned: ResourcePlan,
  elsewhere: number,
  { format, endpoint }: PlanOptions,
  unread: string | undefined,
): number {
  const { problem, resources } = planned;
  if (problem !== undefined) {
    complain(`the endpoint ${endpoint} cannot be read: ${problem}`);
    return exitCodes.unsent;
  }
  const json = () => `${visibleJson(JSON.stringify(planJson(planned, elsewhere), null, 2))}\n`;
  const shown = () =>
    format === 'markdown' ? planMarkdown(planned, elsewhere, endpoint) : planText(planned, elsewhere);
  process.stdout.write(format === 'json' ? json() : visible(shown()));
  if (unread !== undefined) {
    complain(`nothing of the endpoint ${endpoint} could be read: ${unread}`);
    return exitCodes.unsent;
  }
  if (resources.length === 0 && planned.others === 0 && elsewhere > 0) {
    complain(
      `nothing was compared with the endpoint ${endpoint}: all that the files send goes to another service or host (${count(elsewhere, 'request')}); choose their endpoint with --endpoint`,
    );
    return exitCodes.unknown;
  }
  if (areAllUncompared(resources)) {
    complain(
      `nothing could be compared with the endpoint ${endpoint}; why is said for each resource, and --env or --var gives variables a value`,
    );
    return exitCodes.unknown;
  }
  return hasDifferences(resources) ? exitCodes.findings : exitCodes.success;
}
