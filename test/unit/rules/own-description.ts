import { createOwnService } from '../../../packages/description/src/own-service';
import { compileOwnDescription } from '../../../packages/description/src/index';
import type { CheckContext } from '../../../packages/checker/src/binding/model';
import { checkText } from '../../rules/check-text';

/** Returns where requests to the only endpoint are checked by the text of a description. */
export function contextOfText(text: string): CheckContext {
  const { compiled } = compileOwnDescription({ name: 'a.yaml', text, read: () => ({ cause: 'there is none' }) });
  if (compiled === undefined) throw new Error('not a description');
  return {
    endpoints: [{ name: 'own', service: 'own', baseUrl: 'https://own.example' }],
    defaults: {},
    services: [createOwnService(compiled, { id: 'own', description: 'a.yaml' })],
  };
}

/** Returns the findings in a request to a service with this description. */
export function findingsBy(description: string, request: string): readonly string[] {
  return checkText(`# @endpoint own\n${request}\n`, { context: contextOfText(description), severities: {} }).map(
    ({ finding: { rule, severity, message } }) => `${severity} ${rule}: ${message}`,
  );
}
