import { escaped, htmlPage } from './html';

/** The pages with a script that draws. */
export type ChartKind = 'deliveries' | 'table';

/** What a page of this kind is made of. */
interface ChartParts {
  readonly kind: ChartKind;
  readonly title: string;
  /** The words that its script fills in. */
  readonly words: Readonly<Record<string, string>>;
  /** Returns the address of a file of `client/media`. */
  readonly address: (file: string) => string;
  /** What these addresses begin with, for the policy. */
  readonly origin: string;
  /** Marks the scripts that may run. */
  readonly nonce: string;
}

/** Returns a page whose script and style sheet are those of the extension; it runs and loads nothing else. */
export function chartHtml({ kind, title, words, address, origin, nonce }: ChartParts): string {
  const scripts = ['elements', kind].map(
    (name) => `<script nonce="${nonce}" src="${escaped(address(`${name}.js`))}"></script>`,
  );
  const sources = { styles: ['response.css', 'charts.css'].map(address), origin };
  const data = escaped(JSON.stringify(words));
  const body = `<main id="page" data-words="${data}"><h1>${escaped(title)}</h1></main>${scripts.join('')}`;
  return htmlPage(title, body, sources, `; script-src 'nonce-${nonce}'`);
}
