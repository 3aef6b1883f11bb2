/** What a file of the product declares. */
export interface ProductBody {
  readonly kind: string;
  readonly name: string;
  readonly body: object;
}

export function productTemplates(folder: string): ProductBody[];
