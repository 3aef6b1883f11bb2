interface Shown {
  readonly example: string;
  readonly ends?: { readonly mark: string };
  readonly where: readonly [string, ...string[]];
  readonly from: Readonly<Partial<Record<string, string>>>;
}

export function exampleFile(construct: Pick<Shown, 'example' | 'where'>): string;
export function lineOf(construct: Pick<Shown, 'example' | 'ends'>): string;
export function placesOf(construct: Pick<Shown, 'where'>): string;
export function toolsOf(construct: Pick<Shown, 'from'>): string;
