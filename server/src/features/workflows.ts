import { workflowRequest } from '../protocol';
import type { WorkflowParams, WorkflowResult } from '../protocol';
import type { ServerFeature } from '../session/feature';

const unknown: WorkflowResult = { reason: 'The document is not open.' };

/** Returns a workflow of an Arazzo document as a request file, so that it is sent like one. */
export const workflows: ServerFeature = {
  register: ({ connection, withDocument, guardedLater }) => {
    connection.onRequest<WorkflowResult, unknown>(workflowRequest, (params: WorkflowParams) =>
      withDocument<WorkflowResult | Promise<WorkflowResult>>('workflow', params.uri, unknown, (document, session) =>
        guardedLater<WorkflowResult>('workflow', unknown, () =>
          session.checking.otherFormats.workflow(document, params),
        ),
      ),
    );
  },
};
