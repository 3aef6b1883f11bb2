import type { UserRecord } from './cluster/model';

/** What the clusters start from. */
export interface ClusterSeed {
  /** What callers of both clusters send behind `Bearer`. */
  readonly clusterCredential: string;
  /** The folders below which snapshot repositories may be; none when absent. */
  readonly pathRepo?: readonly string[];
  /**
   * Addresses that read-only repositories may have; `*` stands for any characters in host, path, query or fragment. Absent: those of
   * this machine and of `example.com`, which belongs to documentation.
   */
  readonly allowedUrls?: readonly string[];
  /** The version that both clusters are played in, such as `9.5`; absent: that of the documents. */
  readonly clusterVersion?: string;
  /** The product that they are played as: a vendor of endpoints. */
  readonly clusterProduct?: string;
  /** Users of both clusters next to the administrator, by name. */
  readonly clusterUsers?: Readonly<Record<string, UserRecord>>;
}
