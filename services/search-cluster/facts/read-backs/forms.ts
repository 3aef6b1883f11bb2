import type { ComparedForm } from '@rulebook/catalogue/read-back';
import { reference } from '../source-document';
import { specification } from '../sources';

/** Where it is known from how resources are read back. */
export const provenance = reference('What the service does', specification);

/** The methods of what is written with either. */
export const writes = ['PUT', 'POST'] as const;

/** The method of what is written with it alone. */
export const put = ['PUT'] as const;

/** The service keeps the settings of an index under `index`, and shows them in objects or with dots. */
export const indexSettings: ComparedForm = { flat: { at: [], prefixes: ['settings.', 'index.'] } };

/** The service shows one routing of an alias as two. */
export const aliasesForm: ComparedForm = {
  named: [[]],
  renamed: [{ at: ['*', 'routing'], to: ['index_routing', 'search_routing'] }],
};

/** No list has an order. */
export const allLists: ComparedForm = { unordered: [['**']] };
