import type { Diagnostic } from 'vscode-languageserver-protocol';
import { element } from './elements';
import type { Shared } from './link';
import { messageOf } from './problems';

/** The panel for the OpenAPI file of a service of one's own. */
export interface DescriptionPanel {
  readonly button: HTMLButtonElement;
  readonly dom: HTMLElement;
  /** Shows the description that is in use. */
  readonly show: (description: Shared['description']) => void;
  /** Shows what is wrong in a file next to the request file. */
  readonly showProblems: (uri: string, diagnostics: readonly Diagnostic[]) => void;
}

/** Larger files are refused: reading them takes minutes. In characters. */
const largest = 20_000_000;
/** More problems are counted. */
const maxShown = 20;

/** Makes the panel, closed. */
export function createDescriptionPanel(onChange: (description: Shared['description']) => void): DescriptionPanel {
  const hint = element('p', { class: 'pg-status', role: 'status' });
  const problems = element('ul', { class: 'pg-list' });
  const text = element('textarea', {
    id: 'pg-description',
    rows: '10',
    spellcheck: 'false',
    autocomplete: 'off',
    placeholder: 'openapi: 3.1.0 …',
  });
  const use = (): void => {
    if (text.value.trim() === '') hint.textContent = 'Paste an OpenAPI file first, or choose one.';
    else if (text.value.length > largest)
      hint.textContent = 'The file is larger than 20 MB. Use the command line for it.';
    else {
      hint.textContent = 'In use: requests to its paths are checked by it.';
      problems.replaceChildren();
      onChange({ name: nameOf(text.value), text: text.value });
    }
  };
  const remove = (): void => {
    text.value = '';
    hint.textContent = '';
    problems.replaceChildren();
    onChange(undefined);
  };
  const file = element('input', { type: 'file', id: 'pg-file', accept: '.yaml,.yml,.json' });
  file.addEventListener('change', () => {
    void file.files?.[0]?.text().then((content) => {
      text.value = content;
      use();
    });
  });
  const dom = element(
    'section',
    { class: 'pg-description', id: 'pg-panel', 'aria-label': 'OpenAPI file', hidden: true },
    element('label', { for: text.id }, 'Paste an OpenAPI or Swagger file, as YAML or JSON. It stays in this page.'),
    text,
    element(
      'div',
      { class: 'pg-bar' },
      element('button', { type: 'button', class: 'pg-main', onclick: use }, 'Use this file'),
      element('button', { type: 'button', onclick: remove }, 'Remove'),
      element('label', { for: file.id, class: 'pg-chooser' }, 'or choose a file', file),
    ),
    hint,
    problems,
  );
  const button = element(
    'button',
    {
      type: 'button',
      'aria-expanded': 'false',
      'aria-controls': dom.id,
      title: 'Check requests by your own OpenAPI file',
    },
    'OpenAPI…',
  );
  button.addEventListener('click', () => {
    dom.hidden = !dom.hidden;
    button.setAttribute('aria-expanded', String(!dom.hidden));
    if (!dom.hidden) text.focus();
  });
  return {
    button,
    dom,
    show: (description) => {
      text.value = description?.text ?? '';
      hint.textContent = description ? 'In use: requests to its paths are checked by it.' : '';
      problems.replaceChildren();
    },
    showProblems: (_uri, diagnostics) => {
      const shown = diagnostics
        .slice(0, maxShown)
        .map((one) => element('li', {}, `Line ${one.range.start.line + 1}: ${messageOf(one)}`));
      const more = diagnostics.length - shown.length;
      if (more > 0) shown.push(element('li', {}, `and ${more} more`));
      problems.replaceChildren(...shown);
      if (diagnostics.some(({ severity }) => severity === 1)) hint.textContent = 'The file cannot be used as it is:';
    },
  };
}

/** What begins like an object is JSON; the rest is YAML. */
function nameOf(text: string): string {
  return text.trimStart().startsWith('{') ? 'openapi.json' : 'openapi.yaml';
}
