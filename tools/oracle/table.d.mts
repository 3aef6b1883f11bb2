/** What an area counts. `found` are those of the refused ones, `wrong` are accepted requests that the checker calls an error. */
export interface Row {
  readonly area: string;
  readonly requests: number;
  readonly alike: number;
  readonly listed: number;
  readonly other: number;
  readonly refused: number;
  readonly found: number;
  readonly wrong: number;
}

export interface Table {
  readonly table: readonly string[];
  readonly rows: readonly Row[];
  readonly isGood: boolean;
  readonly details: readonly string[];
}

/** Whether the node accepted what the checker calls an error. */
export function isWrong(step: object): boolean;

export function tableOf(
  steps: readonly object[],
  about: { readonly server: string; readonly seed: number; readonly unused: readonly { readonly why: string }[] },
): Table;
