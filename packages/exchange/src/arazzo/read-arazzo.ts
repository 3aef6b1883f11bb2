import { isRecord } from '@rulebook/json/is-record';
import { pointerStep } from '@rulebook/text/pointer';

/** An Arazzo document, read leniently: what is not as the format says is left out. */
export interface ArazzoDocument {
  readonly version: '1.0' | '1.1';
  readonly title: string;
  readonly self: string | undefined;
  readonly sources: readonly ArazzoSource[];
  readonly workflows: readonly Workflow[];
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** A description that a document refers to. */
export interface ArazzoSource {
  readonly name: string;
  readonly url: string;
  readonly type: string | undefined;
  readonly pointer: string;
}

/** A workflow; pointers are into the document. */
export interface Workflow {
  readonly id: string;
  readonly pointer: string;
  readonly summary: string | undefined;
  /** Its JSON Schema, with the component that it refers to in its place. */
  readonly inputs: unknown;
  readonly dependsOn: readonly Placed<string>[];
  readonly steps: readonly Step[];
  readonly parameters: readonly Parameter[];
  readonly successActions: readonly Action[];
  readonly failureActions: readonly Action[];
  readonly outputs: readonly Output[];
}

/** A value with its place. */
export interface Placed<T> {
  readonly value: T;
  readonly pointer: string;
}

/** What a step calls. */
export type StepTarget = Placed<string> & {
  readonly kind: 'operationId' | 'operationPath' | 'channelPath' | 'workflowId';
};

/** A step of a workflow. */
export interface Step {
  readonly id: string;
  readonly pointer: string;
  readonly description: string | undefined;
  /** Absent: it names none, or several. */
  readonly target: StepTarget | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: StepBody | undefined;
  /** Absent: success is not said. */
  readonly criteria: readonly Criterion[];
  readonly onSuccess: readonly Action[];
  readonly onFailure: readonly Action[];
  readonly outputs: readonly Output[];
  /** In milliseconds. */
  readonly timeout: number | undefined;
  readonly dependsOn: readonly Placed<string>[];
  readonly action: string | undefined;
}

/** A parameter with the component that it refers to. */
export interface Parameter {
  readonly name: string;
  readonly in: string | undefined;
  readonly value: unknown;
  readonly pointer: string;
}

/** The body of a step. */
export interface StepBody {
  readonly contentType: string | undefined;
  readonly payload: unknown;
  readonly replacements: readonly { readonly target: string; readonly type: unknown; readonly value: unknown }[];
  readonly pointer: string;
}

/** What must hold. */
export interface Criterion {
  readonly condition: string;
  readonly context: string | undefined;
  readonly type: 'simple' | 'regex' | 'jsonpath' | 'xpath' | undefined;
  readonly version: string | undefined;
  readonly pointer: string;
}

/** What is done when a step has succeeded or failed. */
export interface Action {
  readonly name: string;
  readonly type: string;
  readonly workflowId: string | undefined;
  readonly stepId: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly retryAfter: number | undefined;
  readonly retryLimit: number | undefined;
  readonly criteria: readonly Criterion[];
  readonly pointer: string;
}

/** A named output: an expression, a selector object or a value. */
export interface Output {
  readonly name: string;
  readonly value: unknown;
  readonly pointer: string;
}

/** Returns whether a tree is that of an Arazzo document: its member `arazzo` names a version. */
export function isArazzo(tree: unknown): boolean {
  return isRecord(tree) && typeof tree['arazzo'] === 'string' && !('openapi' in tree);
}

/** Reads the tree of a document. */
export function readArazzo(tree: unknown): ArazzoDocument {
  const root = isRecord(tree) ? tree : {};
  const components = recordAt(root, 'components');
  return {
    version: /^1\.0\./.test(textAt(root, 'arazzo') ?? '') ? '1.0' : '1.1',
    title: textAt(recordAt(root, 'info'), 'title') ?? '',
    self: textAt(root, '$self'),
    inputs: recordAt(components, 'inputs'),
    sources: records(root, 'sourceDescriptions', '#').flatMap(({ value, pointer }) => {
      const [name, url] = [textAt(value, 'name'), textAt(value, 'url')];
      return name === undefined || url === undefined ? [] : [{ name, url, type: textAt(value, 'type'), pointer }];
    }),
    workflows: records(root, 'workflows', '#').flatMap(({ value, pointer }) => {
      const id = textAt(value, 'workflowId');
      return id === undefined ? [] : [workflowOf(value, id, pointer, components)];
    }),
  };
}

type Members = Readonly<Record<string, unknown>>;

function workflowOf(value: Members, id: string, pointer: string, components: Members): Workflow {
  return {
    ...{ id, pointer, summary: textAt(value, 'summary'), inputs: value['inputs'] },
    dependsOn: textsOf(value, 'dependsOn', pointer),
    steps: records(value, 'steps', pointer).flatMap((step) => {
      const stepId = textAt(step.value, 'stepId');
      return stepId === undefined ? [] : [stepOf(step.value, stepId, step.pointer, components)];
    }),
    parameters: parametersOf(value, pointer, components),
    successActions: actionsOf(value, 'successActions', pointer, components),
    failureActions: actionsOf(value, 'failureActions', pointer, components),
    outputs: outputsOf(value, pointer),
  };
}

const targets = ['operationId', 'operationPath', 'channelPath', 'workflowId'] as const;

function stepOf(value: Members, id: string, pointer: string, components: Members): Step {
  const named = targets.flatMap((kind): readonly StepTarget[] => {
    const target = textAt(value, kind);
    return target === undefined ? [] : [{ kind, value: target, pointer: `${pointer}/${kind}` }];
  });
  const body = value['requestBody'];
  return {
    ...{ id, pointer, description: textAt(value, 'description') },
    target: named.length === 1 ? named[0] : undefined,
    parameters: parametersOf(value, pointer, components),
    body: isRecord(body)
      ? {
          contentType: textAt(body, 'contentType'),
          payload: body['payload'],
          replacements: records(body, 'replacements', '').flatMap(({ value: one }) => {
            const target = textAt(one, 'target');
            return target === undefined ? [] : [{ target, type: one['targetSelectorType'], value: one['value'] }];
          }),
          pointer: `${pointer}/requestBody`,
        }
      : undefined,
    criteria: criteriaOf(value, 'successCriteria', pointer),
    onSuccess: actionsOf(value, 'onSuccess', pointer, components),
    onFailure: actionsOf(value, 'onFailure', pointer, components),
    outputs: outputsOf(value, pointer),
    timeout: numberAt(value, 'timeout'),
    dependsOn: textsOf(value, 'dependsOn', pointer),
    action: textAt(value, 'action'),
  };
}

/** Returns an object, or the component that it refers to by `reference`. */
function resolved(value: Members, type: string, components: Members): Members {
  const reference = textAt(value, 'reference');
  if (reference === undefined) return value;
  const name = reference.startsWith(`$components.${type}.`) ? reference.slice(13 + type.length) : '';
  return recordAt(recordAt(components, type), name);
}

function parametersOf(value: Members, pointer: string, components: Members): readonly Parameter[] {
  return records(value, 'parameters', pointer).flatMap((one) => {
    const found = resolved(one.value, 'parameters', components);
    const name = textAt(found, 'name');
    if (name === undefined) return [];
    const given = 'value' in one.value ? one.value['value'] : found['value'];
    return [{ name, in: textAt(found, 'in'), value: given, pointer: one.pointer }];
  });
}

function actionsOf(value: Members, key: string, pointer: string, components: Members): readonly Action[] {
  const type = /success/i.test(key) ? 'successActions' : 'failureActions';
  return records(value, key, pointer).flatMap((one) => {
    const found = resolved(one.value, type, components);
    const [name, kind] = [textAt(found, 'name'), textAt(found, 'type')];
    if (name === undefined || kind === undefined) return [];
    const action: Action = {
      ...{ name, type: kind, pointer: one.pointer },
      workflowId: textAt(found, 'workflowId'),
      stepId: textAt(found, 'stepId'),
      parameters: parametersOf(found, one.pointer, components),
      retryAfter: numberAt(found, 'retryAfter'),
      retryLimit: numberAt(found, 'retryLimit'),
      criteria: criteriaOf(found, 'criteria', one.pointer),
    };
    return [action];
  });
}

function criteriaOf(value: Members, key: string, pointer: string): readonly Criterion[] {
  return records(value, key, pointer).flatMap((one) => {
    const condition = textAt(one.value, 'condition');
    if (condition === undefined) return [];
    const written = one.value['type'];
    const { type, version } = selectorType(written);
    const isKnown = type === 'simple' || type === 'regex' || type === 'jsonpath' || type === 'xpath';
    const context = textAt(one.value, 'context');
    return [
      {
        condition,
        context,
        version,
        pointer: one.pointer,
        type: isKnown ? type : written === undefined ? 'simple' : undefined,
      },
    ];
  });
}

/** Returns the type of an expression, which is a word or an object with a version. */
export function selectorType(written: unknown): {
  readonly type?: string | undefined;
  readonly version?: string | undefined;
} {
  if (typeof written === 'string') return { type: written };
  return isRecord(written) ? { type: textAt(written, 'type'), version: textAt(written, 'version') } : {};
}

function outputsOf(value: Members, pointer: string): readonly Output[] {
  return Object.entries(recordAt(value, 'outputs')).map(([name, one]) => ({
    name,
    value: one,
    pointer: `${pointer}/outputs${pointerStep(name)}`,
  }));
}

function textAt(value: Members, key: string): string | undefined {
  const found = Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof found === 'string' ? found : undefined;
}

function numberAt(value: Members, key: string): number | undefined {
  const found = value[key];
  return typeof found === 'number' && Number.isFinite(found) && found >= 0 ? found : undefined;
}

function recordAt(value: Members, key: string): Members {
  const found = Object.hasOwn(value, key) ? value[key] : undefined;
  return isRecord(found) ? found : {};
}

/** Returns the objects of a list with their places. */
function records(value: Members, key: string, pointer: string): readonly Placed<Members>[] {
  const list = value[key];
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown, index) =>
    isRecord(one) ? [{ value: one, pointer: `${pointer}/${key}/${index}` }] : [],
  );
}

function textsOf(value: Members, key: string, pointer: string): readonly Placed<string>[] {
  const list = value[key];
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown, index) =>
    typeof one === 'string' ? [{ value: one, pointer: `${pointer}/${key}/${index}` }] : [],
  );
}
