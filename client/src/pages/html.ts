import * as vscode from 'vscode';
/** What a page of a webview may load. */
export interface PageSources {
  /** The addresses of its style sheets. */
  readonly styles: readonly string[];
  /** What the style sheets come from, for the policy. */
  readonly origin: string;
}

/** Returns a text as the content or a quoted attribute of HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Returns a page that runs nothing and loads nothing but its style sheets; `policy` adds to its content security policy. */
export function htmlPage(title: string, body: string, { styles, origin }: PageSources, policy = ''): string {
  const content = `default-src 'none'; style-src ${origin}${policy}; form-action 'none'; base-uri 'none'`;
  return [
    '<!DOCTYPE html>',
    `<html lang="${escaped(vscode.env.language)}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escaped(content)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...styles.map((style) => `<link rel="stylesheet" href="${escaped(style)}">`),
    `<title>${escaped(title)}</title>`,
    '</head>',
    `<body>${body}</body>`,
    '</html>',
  ].join('\n');
}
