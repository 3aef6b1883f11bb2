/** A request of a story that creates a resource. */
export interface GeneratedRequest {
  readonly kind: string;
  readonly body: object;
}

export function generatedRequests(
  seed: number,
  version: string,
  vendor?: 'elasticsearch' | 'opensearch',
): Promise<GeneratedRequest[]>;
