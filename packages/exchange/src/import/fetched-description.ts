/** A description as it is at a URL. */
export interface FetchedDescription {
  readonly url: string;
  /** JSON is laid out, so that two versions can be compared by their lines. */
  readonly text: string;
  readonly extension: 'json' | 'yaml';
  /** The title of the service; empty if it has none. */
  readonly title: string;
  /** The files that it refers to, and that these refer to; `bundledDescription` makes one file of them. */
  readonly imports?: readonly { readonly url: string; readonly text: string }[];
}
