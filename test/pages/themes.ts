/** Colours of the editor's default themes, as the pages use them. */
const dark = {
  'editor-background': '#1f1f1f',
  foreground: '#cccccc',
  descriptionForeground: '#9d9d9d',
  errorForeground: '#f85149',
  focusBorder: '#0078d4',
  'button-secondaryBackground': '#313131',
  'button-secondaryForeground': '#cccccc',
  'button-secondaryHoverBackground': '#3c3c3c',
  'textLink-foreground': '#4daafc',
  'editorWidget-background': '#202020',
  'widget-border': '#313131',
  'list-hoverBackground': '#2a2d2e',
  'charts-green': '#89d185',
  'charts-red': '#f14c4c',
  'charts-blue': '#3794ff',
  'charts-yellow': '#cca700',
  'charts-orange': '#d18616',
  'charts-purple': '#b180d7',
  'charts-foreground': '#cccccc',
};
const light = {
  ...dark,
  'editor-background': '#ffffff',
  foreground: '#3b3b3b',
  descriptionForeground: '#3b3b3b',
  errorForeground: '#cd3131',
  focusBorder: '#005fb8',
  'button-secondaryBackground': '#e5e5e5',
  'button-secondaryForeground': '#3b3b3b',
  'button-secondaryHoverBackground': '#cccccc',
  'textLink-foreground': '#005fb8',
  'editorWidget-background': '#f8f8f8',
  'widget-border': '#e5e5e5',
  'list-hoverBackground': '#f2f2f2',
  'charts-green': '#388a34',
  'charts-red': '#e51400',
  'charts-blue': '#1a85ff',
  'charts-purple': '#652d90',
  'charts-yellow': '#bf8803',
  'charts-foreground': '#3b3b3b',
};
const highContrast = {
  ...dark,
  'editor-background': '#000000',
  foreground: '#ffffff',
  descriptionForeground: '#ffffffb3',
  errorForeground: '#f48771',
  focusBorder: '#f38518',
  contrastBorder: '#6fc3df',
  'button-secondaryBackground': '#000000',
  'button-secondaryForeground': '#ffffff',
  'textLink-foreground': '#21a6ff',
  'editorWidget-background': '#0c141f',
  'charts-foreground': '#ffffff',
};

/** The themes by name. */
export const themes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  dark,
  light,
  'high contrast': highContrast,
};

/** Returns the style sheet with which the editor gives a page its colours. */
export function styleOf(theme: Readonly<Record<string, string>>): string {
  const lines = Object.entries(theme).map(([name, value]) => `--vscode-${name}: ${value};`);
  return `:root { ${lines.join(' ')} --vscode-font-size: 13px; --vscode-font-family: sans-serif; }`;
}
