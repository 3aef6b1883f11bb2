import type { CellForm } from '@rulebook/request-file/cells';

/** The types of notebooks, with how their files hold requests. The editor knows them by the manifest. */
export const notebookTypes: Readonly<Record<string, CellForm>> = {
  'rulebook-requests': 'requests',
  'rulebook-markdown': 'markdown',
};

/** The renderer of responses in notebooks, and the media type of what it shows. */
export const rendererId = 'rulebook-response';
export const outputType = 'application/vnd.rulebook.response+json';

/** The scheme of the documents of cells. */
export const cellScheme = 'vscode-notebook-cell';
