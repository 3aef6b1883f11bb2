/** A request of the corpus to a search cluster. */
export interface CorpusRequest {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  /** The JSON of its body. */
  readonly body: unknown;
}

export function corpusRequests(corpus: string): Promise<CorpusRequest[]>;
