/** How a member of an object of the format is written. */
export interface MemberForm {
  /** A kind of value, or the name of an object; `[x]` a list and `{x}` a table of them. */
  readonly type: string;
  readonly isRequired?: true;
  readonly values?: readonly string[];
  /** Absent: version 1.0. */
  readonly since?: '1.1';
}

/** The objects of Arazzo with their members (sections Schema of versions 1.0.1 and 1.1.0). */
export const forms: Readonly<Record<string, Readonly<Record<string, MemberForm>>>> = {
  document: {
    arazzo: { type: 'string', isRequired: true },
    $self: { type: 'string', since: '1.1' },
    info: { type: 'info', isRequired: true },
    sourceDescriptions: { type: '[source]', isRequired: true },
    workflows: { type: '[workflow]', isRequired: true },
    components: { type: 'components' },
  },
  info: {
    title: { type: 'string', isRequired: true },
    summary: { type: 'string' },
    description: { type: 'string' },
    version: { type: 'string', isRequired: true },
  },
  source: {
    name: { type: 'string', isRequired: true },
    url: { type: 'string', isRequired: true },
    type: { type: 'string', values: ['openapi', 'asyncapi', 'arazzo'] },
  },
  workflow: {
    workflowId: { type: 'string', isRequired: true },
    summary: { type: 'string' },
    description: { type: 'string' },
    inputs: { type: 'schema' },
    dependsOn: { type: '[string]' },
    steps: { type: '[step]', isRequired: true },
    successActions: { type: '[success]' },
    failureActions: { type: '[failure]' },
    outputs: { type: '{output}' },
    parameters: { type: '[parameter]' },
  },
  step: {
    description: { type: 'string' },
    stepId: { type: 'string', isRequired: true },
    operationId: { type: 'string' },
    operationPath: { type: 'string' },
    channelPath: { type: 'string', since: '1.1' },
    workflowId: { type: 'string' },
    parameters: { type: '[parameter]' },
    requestBody: { type: 'body' },
    successCriteria: { type: '[criterion]' },
    onSuccess: { type: '[success]' },
    onFailure: { type: '[failure]' },
    outputs: { type: '{output}' },
    timeout: { type: 'integer', since: '1.1' },
    correlationId: { type: 'any', since: '1.1' },
    action: { type: 'string', values: ['send', 'receive'], since: '1.1' },
    dependsOn: { type: '[string]', since: '1.1' },
  },
  parameter: {
    name: { type: 'string', isRequired: true },
    in: { type: 'string', values: ['path', 'query', 'querystring', 'header', 'cookie'] },
    value: { type: 'any', isRequired: true },
  },
  success: {
    name: { type: 'string', isRequired: true },
    type: { type: 'string', isRequired: true, values: ['end', 'goto'] },
    workflowId: { type: 'string' },
    stepId: { type: 'string' },
    parameters: { type: '[parameter]', since: '1.1' },
    criteria: { type: '[criterion]' },
  },
  failure: {
    name: { type: 'string', isRequired: true },
    type: { type: 'string', isRequired: true, values: ['end', 'goto', 'retry'] },
    workflowId: { type: 'string' },
    stepId: { type: 'string' },
    parameters: { type: '[parameter]', since: '1.1' },
    retryAfter: { type: 'number' },
    retryLimit: { type: 'integer' },
    criteria: { type: '[criterion]' },
  },
  criterion: {
    context: { type: 'string' },
    condition: { type: 'string', isRequired: true },
    type: { type: 'any' },
  },
  body: {
    contentType: { type: 'string' },
    payload: { type: 'any' },
    replacements: { type: '[replacement]' },
  },
  replacement: {
    target: { type: 'string', isRequired: true },
    targetSelectorType: { type: 'any', since: '1.1' },
    value: { type: 'any', isRequired: true },
  },
  components: {
    inputs: { type: '{schema}' },
    parameters: { type: '{parameter}' },
    successActions: { type: '{success}' },
    failureActions: { type: '{failure}' },
  },
};

/** The objects in whose place a reference to a component may be. */
export const reusable: Readonly<Record<string, string>> = {
  parameter: 'parameters',
  success: 'successActions',
  failure: 'failureActions',
};

/** What each object is called in messages. */
export const titles: Readonly<Record<string, string>> = {
  document: 'An Arazzo document',
  info: '`info`',
  source: 'A source description',
  workflow: 'A workflow',
  step: 'A step',
  parameter: 'A parameter',
  success: 'A success action',
  failure: 'A failure action',
  criterion: 'A criterion',
  body: 'A request body',
  replacement: 'A replacement',
  components: '`components`',
};
