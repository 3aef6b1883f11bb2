import MarkdownIt from 'markdown-it';

type Token = ReturnType<MarkdownIt['parse']>[number];

const longestCode = 4_000;

/** Elements of HTML that descriptions use; of the others, the tags are shown. */
const element =
  /<!--[^]*?(?:-->|$)|<\/?(?:a|b|blockquote|br|center|code|dd|details|div|dl|dt|em|font|h[1-6]|hr|i|img|kbd|li|ol|p|pre|s|small|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|tt|u|ul)\b[^<>]*>/iy;

const reader = createReader();

/**
 * Returns Markdown that others wrote, written anew from what the library reads in it: text, emphasis, code, lists, quotes, tables, and links to
 * `http` and `https`. Nothing else can come through, whatever the text is. A longer one ends with `…`.
 */
export function rewriteMarkdown(text: string, longest: number): string {
  return new Writer(reader.parse(text, {}), longest).write();
}

function createReader(): MarkdownIt {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  // An address that is not allowed is left out by the writer; here, it would become text.
  markdown.validateLink = () => true;
  markdown.inline.ruler.before('autolink', 'element', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x3c) return false;
    element.lastIndex = state.pos;
    const tag = element.exec(state.src)?.[0];
    if (tag === undefined) return false;
    if (!silent && /^<(?:br|p|div|tr|ul|ol|li|h\d)\b/i.test(tag)) {
      state.push('softbreak', 'br', 0);
      if (/^<li/i.test(tag)) state.push('item', '', 0);
    }
    state.pos += tag.length;
    return true;
  });
  return markdown;
}

/** Writes tokens until the text is as long as it may be; what is open then is closed in good order. */
class Writer {
  readonly #tokens: readonly Token[];
  #left: number;
  #isCut = false;
  #at = 0;

  constructor(tokens: readonly Token[], longest: number) {
    this.#tokens = tokens;
    this.#left = longest;
  }

  write(): string {
    return this.#blocks().join('\n\n').trim();
  }

  /** Returns the blocks up to the end of the one around. */
  #blocks(): string[] {
    const blocks: string[] = [];
    for (let token = this.#next(); token !== undefined && token.nesting >= 0; token = this.#next()) {
      const isSkipped = this.#isCut;
      const block = this.#block(token);
      if (!isSkipped && block.trim() !== '') blocks.push(block);
    }
    return blocks;
  }

  #next(): Token | undefined {
    return this.#tokens[this.#at++];
  }

  #block(token: Token): string {
    switch (token.type) {
      case 'inline':
        return this.#inline(token.children ?? []).trim();
      case 'paragraph_open':
        return this.#blocks().join(' ');
      case 'heading_open': {
        const title = this.#blocks().join(' ').replace(/\*\*/g, '');
        return title === '' ? '' : `**${title}**`;
      }
      case 'blockquote_open':
        return indented(this.#blocks().join('\n\n'), '> ', '> ').replace(/^> \\\[\\?!(\w+)\\?\]/, '> **$1**');
      case 'bullet_list_open':
      case 'ordered_list_open':
        return this.#list(token);
      case 'table_open':
        return this.#table();
      case 'fence':
      case 'code_block':
        return this.#codeBlock(token);
      case 'hr':
        return '---';
      default:
        return token.nesting > 0 ? this.#blocks().join('\n\n') : '';
    }
  }

  #list(list: Token): string {
    const isOrdered = list.type === 'ordered_list_open';
    let number = isOrdered ? Number(list.attrGet('start') ?? 1) : 1;
    const items: string[] = [];
    for (let token = this.#next(); token?.type === 'list_item_open'; token = this.#next()) {
      const isSkipped = this.#isCut;
      const mark = isOrdered ? `${number++}. ` : '- ';
      const item = this.#blocks().join('\n');
      if (!isSkipped && item !== '') items.push(indented(item, mark, ' '.repeat(mark.length)));
    }
    return items.join('\n');
  }

  #table(): string {
    const rows: string[] = [];
    for (let depth = 1, cells: string[] = []; depth > 0;) {
      const token = this.#next();
      if (token === undefined) break;
      depth += token.nesting;
      if (token.type === 'inline')
        cells.push(
          this.#inline(token.children ?? [])
            .replace(/\n/g, ' ')
            .replace(/\\?\|/g, '\\|')
            .trim(),
        );
      if (token.type !== 'tr_close') continue;
      if (cells.some((cell) => cell !== '')) rows.push(`| ${cells.join(' | ')} |`);
      if (rows.length === 1) rows.push(`|${' --- |'.repeat(cells.length)}`);
      cells = [];
    }
    return rows.length < 2 ? '' : rows.join('\n');
  }

  #codeBlock({ content, info }: Token): string {
    if (this.#isCut) return '';
    const isLonger = content.length > this.#left;
    const shown = isLonger
      ? `${content.slice(0, Math.min(this.#left, longestCode)).replace(/\n?[^\n]*$/, '')}\n…`
      : content;
    this.#isCut = isLonger;
    this.#left -= shown.length;
    const fence = fenceOf(shown, 3);
    return `${fence}${/^\w+/.exec(info)?.[0] ?? ''}\n${shown.replace(/\n$/, '')}\n${fence}`;
  }

  #inline(tokens: readonly Token[]): string {
    let text = '';
    const links: (string | undefined)[] = [];
    const starts: number[] = [];
    for (const token of tokens) {
      const isAtStart = /(?:^|\n)(?:\* )?$/.test(text);
      switch (token.type) {
        case 'text':
        case 'text_special':
          text += this.#text(token.content, isAtStart, links.length === 0);
          break;
        case 'code_inline':
          text += this.#whole(token.content, codeSpan);
          break;
        case 'softbreak':
          if (!this.#isCut) text = `${text.trimEnd()}\n`;
          break;
        case 'hardbreak':
          if (!this.#isCut) text = `${text.trimEnd()}\\\n`;
          break;
        case 'item':
          // Not a hyphen, which alone in its line would make a heading of the line before.
          text += this.#isCut ? '' : '* ';
          break;
        case 'em_open':
        case 'em_close':
          text += this.#mark('*');
          break;
        case 'strong_open':
        case 'strong_close':
          text += this.#mark('**');
          break;
        case 's_open':
        case 's_close':
          text += this.#mark('~~');
          break;
        case 'link_open':
          links.push(this.#isCut ? undefined : addressOf(String(token.attrGet('href') ?? '')));
          starts.push(text.length);
          text += this.#whole(links.at(-1) ?? '', () => '');
          break;
        case 'link_close': {
          const address = links.pop();
          const start = starts.pop() ?? 0;
          const label = text.slice(start).trim();
          // A link within a link is none; nor is one whose words were cut.
          const isLink = address !== undefined && label !== '' && !this.#isCut;
          if (isLink) text = `${text.slice(0, start)}${/^\s/.test(text.slice(start)) ? ' ' : ''}[${label}](${address})`;
          break;
        }
      }
    }
    return text;
  }

  #mark(mark: string): string {
    return this.#isCut ? '' : mark;
  }

  /** Cuts behind a sentence or a word. */
  #text(written: string, isAtStart: boolean, mayLink: boolean): string {
    if (this.#isCut || written === '') return '';
    // An entity may stand for a line end.
    const content = written.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
    if (content.length <= this.#left) {
      this.#left -= content.length;
      return mayLink ? withLinks(content, isAtStart) : escaped(content, isAtStart);
    }
    this.#isCut = true;
    const start = content.slice(0, Math.max(0, this.#left));
    const sentence = start.lastIndexOf('. ');
    const end = sentence > start.length / 2 ? sentence + 1 : start.lastIndexOf(' ');
    const kept = start.slice(0, end > 0 ? end : start.length).trimEnd();
    return `${escaped(kept, isAtStart)}${kept === '' ? '' : ' '}…`;
  }

  #whole(content: string, write: (content: string) => string): string {
    if (this.#isCut) return '';
    this.#isCut = content.length > this.#left;
    this.#left -= content.length + 2;
    return this.#isCut ? '…' : write(content);
  }
}

function indented(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : others}${line}`.trimEnd())
    .join('\n');
}

/** Returns a fence that is not in the text. */
function fenceOf(text: string, least: number): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(Math.max(least, longest + 1));
}

function codeSpan(content: string): string {
  const fence = fenceOf(content, 1);
  const space = /^[` ]|[` ]$/.test(content) ? ' ' : '';
  return content.trim() === '' ? '' : `${fence}${space}${content.replace(/\s+/g, ' ')}${space}${fence}`;
}

function addressOf(written: string): string | undefined {
  if (!/^https?:\/\/[^\s<>"\\]+$/i.test(written)) return undefined;
  return written.replace(/[()[\]`*_|]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Returns text whose addresses of the web are links, of which it says where they end. */
function withLinks(text: string, isAtStart: boolean): string {
  return text
    .split(/(https?:\/\/[^\s<>"'`\\()[\]*]+(?<![.,;:!?]))/)
    .map((piece, index) => {
      const address = index % 2 === 1 ? addressOf(piece) : undefined;
      return address === undefined
        ? escaped(piece, isAtStart && index === 0)
        : `[${escaped(piece, false)}](${address})`;
    })
    .join('');
}

/**
 * Returns text so that Markdown shows its characters, and so that no editor makes a link of it: of an address of mail, or of a name with another
 * scheme than `http` and `https`.
 */
function escaped(text: string, isAtStart: boolean): string {
  return text
    .replace(/[\\`*[\]]|!(?=\[|$)|~(?=~)|\|(?=[ :|-]*$)/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/(?<=\S)@(?=\S)|(?<=[a-z]):(?=\S)|(?<=\bwww)\./gi, '\\$&')
    .replace(/&(?=#|[a-z])/gi, '&amp;')
    .replace(/</g, '&lt;')
    .replace(isAtStart ? /^\s*(?:[-+=#~](?!\w)|[>|:]|\d+(?=[.)]))/ : /(?!)/, (sign) => {
      const mark = sign.trimStart();
      return /\d/.test(mark) ? `${mark}\\` : `\\${mark}`;
    });
}
