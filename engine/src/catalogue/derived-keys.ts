import type { Provenance } from './model';

/** What a key can do that was created by a key. */
export interface DerivedKeys {
  /** A creation under this scheme makes a derived key, and a derived key is sent under it. */
  readonly scheme: string;
  /** The operation that creates keys. */
  readonly create: string;
  /** Operations that a derived key may call. */
  readonly allowed: readonly string[];
  readonly message: string;
  readonly provenance: Provenance;
}
