import type { DocumentForm } from '@rulebook/description/document-form';

/** The objects of Arazzo with their members (sections Schema of versions 1.0.1 and 1.1.0). */
export const arazzoForm: DocumentForm = {
  name: 'Arazzo 1.1.0',
  link: 'https://spec.openapis.org/arazzo/v1.1.0.html',
  reusable: { parameter: 'parameters', success: 'successActions', failure: 'failureActions' },
  objects: {
    document: {
      title: 'An Arazzo document',
      section: 'Arazzo Specification Object',
      members: {
        arazzo: {
          type: 'string',
          isRequired: true,
          values: ['1.1.0', '1.0.1', '1.0.0'],
          says: 'The version of the format that the document is written in.',
        },
        $self: {
          type: 'string',
          since: '1.1',
          says: 'The URI of the document itself, from which relative references count.',
        },
        info: { type: 'info', isRequired: true, says: 'What the document is called, and its own version.' },
        sourceDescriptions: {
          type: '[source]',
          isRequired: true,
          says: 'The descriptions whose operations the steps call, each with a name.',
        },
        workflows: { type: '[workflow]', isRequired: true, says: 'The sequences of calls.' },
        components: { type: 'components', says: 'Parts that several workflows use, by their names.' },
      },
    },
    info: {
      title: '`info`',
      section: 'Info Object',
      members: {
        title: { type: 'string', isRequired: true, says: 'What the document is about, in a few words.' },
        summary: { type: 'string', says: 'The same in a sentence.' },
        description: { type: 'string', says: 'More about its purpose, as Markdown.' },
        version: { type: 'string', isRequired: true, says: 'The version of this document, not of the format.' },
      },
    },
    source: {
      title: 'A source description',
      section: 'Source Description Object',
      members: {
        name: {
          type: 'string',
          isRequired: true,
          says: 'The name by which `$sourceDescriptions.NAME` refers to it.',
        },
        url: { type: 'string', isRequired: true, says: 'The path from this document, or the URL, of the description.' },
        type: {
          type: 'string',
          values: ['openapi', 'asyncapi', 'arazzo'],
          says: 'What the description is written in.',
        },
      },
    },
    workflow: {
      title: 'A workflow',
      section: 'Workflow Object',
      members: {
        workflowId: {
          type: 'string',
          isRequired: true,
          says: 'The name of the workflow, which no other one of the document has.',
        },
        summary: { type: 'string', says: 'What the workflow does, in a sentence.' },
        description: { type: 'string', says: 'More about it, as Markdown.' },
        inputs: { type: 'schema', says: 'A JSON Schema of what the workflow is given: `$inputs.NAME` in its steps.' },
        dependsOn: { type: '[string]', says: 'The workflows that must have ended well before this one.' },
        steps: { type: '[step]', isRequired: true, says: 'What is called, in this order.' },
        successActions: {
          type: '[success]',
          says: 'What is done when a step has succeeded; an action of the same name in the step comes before it.',
        },
        failureActions: {
          type: '[failure]',
          says: 'What is done when a step has failed; an action of the same name in the step comes before it.',
        },
        outputs: { type: '{output}', says: 'What the workflow gives, by names: runtime expressions.' },
        parameters: {
          type: '[parameter]',
          says: 'Parameters of all steps; one of the same name and place in a step comes before it.',
        },
      },
    },
    step: {
      title: 'A step',
      section: 'Step Object',
      members: {
        description: { type: 'string', says: 'What the step does, as Markdown.' },
        stepId: {
          type: 'string',
          isRequired: true,
          says: 'The name of the step in its workflow: `$steps.NAME.outputs` and actions refer to it.',
        },
        operationId: {
          type: 'string',
          says: 'The operation to call, by its `operationId`; with several source descriptions, `$sourceDescriptions.NAME.OPERATION`.',
        },
        operationPath: {
          type: 'string',
          says: 'The operation to call, by its place: `{$sourceDescriptions.NAME.url}#/paths/~1items/get`.',
        },
        channelPath: { type: 'string', since: '1.1', says: 'The channel of an AsyncAPI description, by its place.' },
        workflowId: {
          type: 'string',
          says: 'The workflow to run: of this document, or `$sourceDescriptions.NAME.WORKFLOW`.',
        },
        parameters: {
          type: '[parameter]',
          says: 'What the operation is given outside of its body, or the inputs of the workflow.',
        },
        requestBody: { type: 'body', says: 'What is sent as the body.' },
        successCriteria: {
          type: '[criterion]',
          says: 'All of these must hold for the step to succeed.',
        },
        onSuccess: { type: '[success]', says: 'What is done then; the first action whose criteria hold.' },
        onFailure: { type: '[failure]', says: 'What is done otherwise; the first action whose criteria hold.' },
        outputs: { type: '{output}', says: 'What later steps may use of this one, by names: runtime expressions.' },
        timeout: { type: 'integer', since: '1.1', says: 'How long the step may take, in milliseconds.' },
        correlationId: { type: 'any', since: '1.1', says: 'What joins a message with the one that it responds to.' },
        action: {
          type: 'string',
          values: ['send', 'receive'],
          since: '1.1',
          says: 'Whether a message is sent to a channel or awaited.',
        },
        dependsOn: { type: '[string]', since: '1.1', says: 'The steps that must have ended before this one.' },
      },
    },
    parameter: {
      title: 'A parameter',
      section: 'Parameter Object',
      members: {
        name: { type: 'string', isRequired: true, says: 'The name of the parameter, or of the input of a workflow.' },
        in: {
          type: 'string',
          values: ['path', 'query', 'querystring', 'header', 'cookie'],
          says: 'Where the parameter of an operation is; an input of a workflow has no place.',
        },
        value: { type: 'any', isRequired: true, says: 'The value: a constant, or a runtime expression.' },
      },
    },
    success: {
      title: 'A success action',
      section: 'Success Action Object',
      members: {
        name: { type: 'string', isRequired: true, says: 'The name of the action.' },
        type: {
          type: 'string',
          isRequired: true,
          values: ['end', 'goto'],
          says: '`end` ends the workflow, `goto` goes on at a step or with a workflow.',
        },
        workflowId: { type: 'string', says: 'The workflow to go on with.' },
        stepId: { type: 'string', says: 'The step of this workflow to go on at.' },
        parameters: { type: '[parameter]', since: '1.1', says: 'The inputs of the workflow.' },
        criteria: { type: '[criterion]', says: 'The action is taken only if all of these hold.' },
      },
    },
    failure: {
      title: 'A failure action',
      section: 'Failure Action Object',
      members: {
        name: { type: 'string', isRequired: true, says: 'The name of the action.' },
        type: {
          type: 'string',
          isRequired: true,
          values: ['end', 'goto', 'retry'],
          says: '`end` ends the workflow, `goto` goes on at a step or with a workflow, `retry` tries the step again.',
        },
        workflowId: { type: 'string', says: 'The workflow to go on with; of `retry`, the one to run before.' },
        stepId: { type: 'string', says: 'The step to go on at; of `retry`, the one to run before.' },
        parameters: { type: '[parameter]', since: '1.1', says: 'The inputs of the workflow.' },
        retryAfter: {
          type: 'number',
          says: 'The pause before the step is tried again, in seconds; `Retry-After` of a response comes before it.',
        },
        retryLimit: { type: 'integer', says: 'How often the step is tried again; once where it is absent.' },
        criteria: { type: '[criterion]', says: 'The action is taken only if all of these hold.' },
      },
    },
    criterion: {
      title: 'A criterion',
      section: 'Criterion Object',
      members: {
        context: {
          type: 'string',
          says: 'The runtime expression that the condition is about; a simple condition has none.',
        },
        condition: {
          type: 'string',
          isRequired: true,
          says: 'A comparison such as `$statusCode == 200`, or what `type` says.',
        },
        type: {
          type: 'any',
          values: ['simple', 'regex', 'jsonpath', 'xpath'],
          says: 'What the condition is written in; `simple` where it is absent.',
        },
      },
    },
    body: {
      title: 'A request body',
      section: 'Request Body Object',
      members: {
        contentType: {
          type: 'string',
          says: 'The media type of the body; that of the description where it is absent.',
        },
        payload: { type: 'any', says: 'The body, with runtime expressions in it.' },
        replacements: { type: '[replacement]', says: 'Places in the payload that get a value.' },
      },
    },
    replacement: {
      title: 'A replacement',
      section: 'Payload Replacement Object',
      members: {
        target: { type: 'string', isRequired: true, says: 'A JSON pointer or an XPath into the payload.' },
        targetSelectorType: { type: 'any', since: '1.1', says: 'What the target is written in.' },
        value: { type: 'any', isRequired: true, says: 'The value: a constant, or a runtime expression.' },
      },
    },
    components: {
      title: '`components`',
      section: 'Components Object',
      members: {
        inputs: { type: '{schema}', says: 'JSON Schemas of inputs: `$ref: "#/components/inputs/NAME"`.' },
        parameters: { type: '{parameter}', says: 'Parameters: `reference: $components.parameters.NAME`.' },
        successActions: { type: '{success}', says: 'Success actions: `reference: $components.successActions.NAME`.' },
        failureActions: { type: '{failure}', says: 'Failure actions: `reference: $components.failureActions.NAME`.' },
      },
    },
  },
};
