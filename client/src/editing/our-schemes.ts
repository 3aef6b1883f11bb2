import { answerScheme, resourceScheme } from '../../../server/src/protocol';

/** The scheme of the read-only documents that show responses. The language server sees them as they are shown, with secrets masked. */
export const responseScheme = answerScheme;

/** The scheme of the read-only document that explains a request. */
export const explanationScheme = 'rulebook-explanation';

/** The scheme of the read-only pages about the rights that files need. */
export const rightsScheme = 'rulebook-rights';

/** The scheme of the read-only reports of commands: what differs at an endpoint, or in another version. */
export const reportScheme = 'rulebook-report';

/** Returns whether documents of a scheme are made by this extension: responses, explanations and requests of the view, which are not request files. */
export function isOurScheme(scheme: string): boolean {
  return scheme === answerScheme || scheme === explanationScheme || scheme === resourceScheme;
}
