import type { CorpusRequest } from './corpus-requests.mjs';
import type { GeneratedRequest } from './generated-requests.mjs';
import type { ProductBody } from './product-templates.mjs';

/** A resource that is applied and compared. */
export interface Trip {
  readonly kind: string;
  readonly method: 'PUT' | 'POST';
  readonly path: string;
  readonly body: string;
  /** `field` is one field of a mapping of the corpus. */
  readonly from: 'corpus' | 'field' | 'product' | 'own' | 'generated';
  readonly isRewritten: boolean;
  /** What `DELETE` takes. */
  readonly removals: readonly { readonly path: string; readonly body?: string }[];
}

/** What trips are made of. */
export class Trips {
  constructor(place: { readonly repositories: string; readonly isSandbox: boolean });
  readonly all: Trip[];
  addCorpus(requests: readonly CorpusRequest[]): void;
  addGenerated(requests: readonly GeneratedRequest[]): void;
  addProduct(bodies: readonly ProductBody[]): void;
}

export function tripsOf(sources: {
  readonly corpus: string;
  readonly templates?: string;
  readonly version?: string;
  readonly vendor?: 'elasticsearch' | 'opensearch';
  /** Of what is generated. Absent: 1. */
  readonly seeds?: readonly number[];
  readonly repositories: string;
  readonly isSandbox: boolean;
}): Promise<Trip[]>;
export function alteredBody(body: string): string | undefined;
