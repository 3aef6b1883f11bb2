import type { Provenance } from './facts';

/** What an API key can do that was created with another API key. */
export interface DerivedKeys {
  /** A request under this scheme creates a derived key. A derived key is sent under it too. */
  readonly scheme: string;
  /** The operation that creates keys. */
  readonly create: string;
  /** Operations that a derived key may call. */
  readonly allowed: readonly string[];
  readonly message: string;
  readonly provenance: Provenance;
}
