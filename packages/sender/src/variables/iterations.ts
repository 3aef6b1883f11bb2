import { reasonOf, refused, type Refusal } from '../refusal';
import { itemsOfLoop, maxIterations, type Repetition } from '@rulebook/request-file/syntax/sending-directives';
import type { NamedResponses } from './named-responses';
import { valueAtPath } from '@rulebook/json/select-nodes';
import { createFiller } from './resolve-variables';
import { isPrivateFile, usesOf, type PrivateUse } from '../private/private-sources';
import type { Resolve, SystemPorts } from './system-variables';
import type { BodyFile } from '../plan/prepared-request';
import type { LoopTurn, RequestPlan } from '../plan/plan';
import { readRows } from '@rulebook/json/read-rows';

/** What gives the list of a repetition its value. */
interface IterationPorts {
  /** Returns the content of a file of rows, as that of a body; absent where there are no files. */
  readonly readFile?: (path: string) => Promise<BodyFile | Refusal>;
  readonly resolve: Resolve;
  readonly system: SystemPorts;
  readonly answers: NamedResponses;
}

/**
 * Returns a plan for each time that a request is sent; the same plan for a request without a repetition. Where it cannot be said how often,
 * that is the one plan's problem.
 */
export async function iterationsOf(plan: RequestPlan, ports: IterationPorts): Promise<readonly RequestPlan[]> {
  const { repetition } = plan;
  // A request that is not sent anyhow says why by itself.
  if (repetition === undefined || plan.turn !== undefined || plan.omission !== undefined) return [plan];
  const items = await itemsOfRepetition(repetition, ports);
  if ('cause' in items) {
    const problem = { reason: reasonOf(items), line: plan.line ?? 0, allowsSending: false };
    return [{ ...plan, problems: [...(plan.problems ?? []), problem] }];
  }
  const { values, isSecret, uses = [], hasColumns } = items;
  const name = repetition.kind === 'count' ? undefined : repetition.name;
  return values.map((value, index) => {
    const turn: LoopTurn = {
      index,
      count: values.length,
      ...(name !== undefined && {
        variable: { name, value, isSecret, ...(uses.length > 0 && { uses }), ...(hasColumns && { hasColumns }) },
      }),
    };
    return { ...plan, turn, label: `${plan.label} (${index + 1} of ${values.length})` };
  });
}

interface Items {
  readonly values: readonly string[];
  readonly isSecret: boolean;
  readonly uses?: readonly PrivateUse[];
  /** The members of an item are variables by themselves. */
  readonly hasColumns?: true;
}

async function itemsOfRepetition(repetition: Repetition, ports: IterationPorts): Promise<Items | Refusal> {
  const items = await allItemsOf(repetition, ports);
  if ('cause' in items || items.values.length <= maxIterations) return items;
  const directive = repetition.kind === 'file' ? '@for' : '@loop';
  return refused(`\`${directive}\` sends a request at most ${maxIterations} times`);
}

async function allItemsOf(repetition: Repetition, ports: IterationPorts): Promise<Items | Refusal> {
  switch (repetition.kind) {
    case 'count':
      return { values: new Array<string>(Math.min(repetition.count, maxIterations + 1)).fill(''), isSecret: false };
    case 'list':
      return { values: repetition.items, isSecret: false };
    case 'file':
      return rowsOfFile(repetition.path, ports);
    case 'variable': {
      const filler = createFiller(ports.resolve, ports.system, ports.answers.resolve);
      const value = filler.fill([{ variable: repetition.variable }]).trim();
      if (filler.problem !== undefined) return refused(filler.problem);
      if (filler.unresolved.length > 0)
        return refused(`the list of \`@loop\`, the variable ${filler.unresolved.join(', ')}, has no value`);
      const values = itemsOfLoop(value) ?? value.split(',').map((item) => item.trim());
      return {
        values: value === '' ? [] : values,
        isSecret: filler.secrets.length > 0,
        uses: usesOf(filler, ports.answers),
      };
    }
  }
}

async function rowsOfFile(path: string, { readFile }: IterationPorts): Promise<Items | Refusal> {
  if (readFile === undefined) return refused(`the file ${path} of \`@for\` cannot be read here`);
  const file = await readFile(path);
  if ('cause' in file) return refused(reasonOf(file).replace(/^its body file/, 'the file'));
  const text = file.text();
  if (text === undefined) return refused(`the file ${path} is not a text`);
  const rows = readRows(text, path);
  if (typeof rows === 'string') return refused(`the rows of ${path} cannot be read: ${rows}`);
  if (rows.length === 0) return refused(`the file ${path} has no rows`);
  const place = file.path ?? path;
  const isPrivate = isPrivateFile(path) || isPrivateFile(place);
  const source = { kind: 'file', path: place, place: path, named: [] } as const;
  return { values: rows, isSecret: isPrivate, hasColumns: true, ...(isPrivate && { uses: [{ source }] }) };
}

/** Returns the value of a variable in one time of a repetition: its item, a member of its item, or the number of the time. */
export function valueInIteration(turn: LoopTurn | undefined, name: string): string | undefined {
  if (turn === undefined) return undefined;
  if (name === '$index') return String(turn.index);
  const { variable } = turn;
  if (variable === undefined) return undefined;
  if (name === variable.name) return variable.value;
  // A column is a variable by its own name.
  if (variable.hasColumns && /^[\w-]+$/.test(name)) return valueAtPath(variable.value, `$['${name}']`);
  if (!name.startsWith(`${variable.name}.`)) return undefined;
  return valueAtPath(variable.value, `$${name.slice(variable.name.length)}`);
}

/** Returns what must not be shown of one time of a repetition: its item, and the cells of a row. */
export function secretsOfTurn(turn: LoopTurn | undefined): readonly string[] {
  const { variable } = turn ?? {};
  if (!variable?.isSecret) return [];
  if (!variable.hasColumns) return [variable.value];
  try {
    const cells = Object.values(JSON.parse(variable.value) as object);
    return [variable.value, ...cells.map((cell: unknown) => (typeof cell === 'string' ? cell : JSON.stringify(cell)))];
  } catch {
    // A row of a list of texts.
    return [variable.value];
  }
}
