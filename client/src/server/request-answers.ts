import { createAnswers, type Answers } from '../../../engine/src/sending/variables/index';

const kept = 20;

/** Returns a function from a document to the answers of its named requests in this session; the documents used last are kept. */
export function createRequestAnswers(): (document: string) => Answers {
  const byDocument = new Map<string, Answers>();
  return (document) => {
    const answers = byDocument.get(document) ?? createAnswers();
    byDocument.delete(document);
    byDocument.set(document, answers);
    if (byDocument.size > kept) {
      const [oldest] = byDocument.keys();
      if (oldest !== undefined) byDocument.delete(oldest);
    }
    return answers;
  };
}
