import { html_beautify as printHtml } from 'js-beautify/js/lib/beautify-html.js';
import { js_beautify as printScript } from 'js-beautify/js/lib/beautify.js';

const looks = { indent_size: 2, wrap_line_length: 120 };

/** Formats HTML and JavaScript by the media type; undefined for other texts, and for broken ones. */
export function printMarkup(text: string, type: string): string | undefined {
  try {
    if (/html/.test(type)) return printHtml(text, looks);
    return /javascript|ecmascript/.test(type) ? printScript(text, looks) : undefined;
  } catch {
    return undefined;
  }
}
