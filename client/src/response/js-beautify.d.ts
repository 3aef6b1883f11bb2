declare module 'js-beautify/js/lib/beautify-html.js' {
  export function html_beautify(text: string, options: Readonly<Record<string, unknown>>): string;
}
declare module 'js-beautify/js/lib/beautify.js' {
  export function js_beautify(text: string, options: Readonly<Record<string, unknown>>): string;
}
