import {
  createKeptValues,
  createNamedResponses,
  type KeptValues,
  type NamedResponses,
} from '@rulebook/sender/variables';

const kept = 20;

/** Returns a function from a document to the responses of its named requests in this session; the documents used last are kept. Scripts of all documents share what they keep. */
export function createRequestResponses(shared: KeptValues): (document: string) => NamedResponses {
  const byDocument = new Map<string, NamedResponses>();
  return (document) => {
    const answers = byDocument.get(document) ?? createNamedResponses(createKeptValues(shared));
    byDocument.delete(document);
    byDocument.set(document, answers);
    if (byDocument.size > kept) {
      const [oldest] = byDocument.keys();
      if (oldest !== undefined) byDocument.delete(oldest);
    }
    return answers;
  };
}
