/** A block of an open file, the same while the block is edited and moved. Orders of blocks of one file compare as their positions do. */
export interface BlockIdentity {
  readonly order: number;
}
