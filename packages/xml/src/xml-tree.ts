import { createMarkupReader, endsElement, isStart, isText, nameInTag, type MarkupKind } from './markup-tokens';

/** A node of a document. Attributes are not among the children of their element. */
export interface XmlNode {
  readonly kind: 'document' | 'element' | 'attribute' | 'text' | 'comment' | 'instruction';
  /** As written, with its prefix; empty where a node has none. In HTML, in small letters. */
  readonly name: string;
  /** The text of a node that has no children. */
  readonly text: string;
  readonly parent: XmlNode | undefined;
  readonly children: XmlNode[];
  readonly attributes: XmlNode[];
  /** The place of the node among all of its document. */
  readonly order: number;
}

/** Elements that are nested more deeply are not read. */
export const maxDepth = 1000;

const attributePattern = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+))?/g;

/** Reads a document; undefined for XML that is not well-formed, and for what is nested too deeply. In HTML, end tags may be missing. */
export function readXmlTree(text: string, kind: MarkupKind): XmlNode | undefined {
  const builder = new TreeBuilder(kind);
  const { rest } = createMarkupReader(kind)(text, true, (token) => builder.take(token));
  return rest === undefined || (kind === 'html' && !rest.isToken) ? builder.end() : undefined;
}

/** Makes the tree of a document of its tokens. */
class TreeBuilder {
  readonly #kind: MarkupKind;
  readonly #document: XmlNode;
  readonly #open: XmlNode[];
  #order = 0;

  constructor(kind: MarkupKind) {
    this.#kind = kind;
    this.#document = this.#nodeOf('document', '', '', undefined);
    this.#open = [this.#document];
  }

  /** Adds a token; returns false where it does not belong there. */
  take(token: string): boolean {
    if (isText(token, this.#kind)) return this.#addText(decoded(token));
    if (token.startsWith('<!--')) return this.#add('comment', '', token.slice(4, -3));
    if (token.startsWith('<![CDATA[')) return this.#addText(token.slice(9, -3));
    if (token.startsWith('<?xml ') || token.startsWith('<!')) return true;
    if (token.startsWith('<?')) {
      const written = token.slice(2, token.endsWith('?>') ? -2 : -1);
      const [name = ''] = /^\S+/.exec(written) ?? [];
      return this.#add('instruction', name, written.slice(name.length).trim());
    }
    return token.startsWith('</') ? this.#close(nameInTag(token, this.#kind)) : this.#start(token);
  }

  /** Returns the document; undefined where elements of XML have no end, or there is no element. */
  end(): XmlNode | undefined {
    if (this.#kind === 'xml' && this.#open.length > 1) return undefined;
    return this.#document.children.some(({ kind }) => kind === 'element') ? this.#document : undefined;
  }

  #start(token: string): boolean {
    const name = nameInTag(token, this.#kind);
    while (this.#kind === 'html' && this.#open.length > 1 && endsElement(name, this.#inner.name)) this.#open.pop();
    const isSecondRoot = this.#kind === 'xml' && this.#open.length === 1 && this.#document.children.some(isElement);
    if (isSecondRoot || this.#open.length > maxDepth) return false;
    const element = this.#nodeOf('element', name, '', this.#inner);
    this.#inner.children.push(element);
    const tag = this.#kind === 'html' ? (/^<(?:"[^"]*"|'[^']*'|[^'">])*>/.exec(token)?.[0] ?? token) : token;
    for (const [, written = '', value = ''] of tag.slice(1 + name.length, -1).matchAll(attributePattern)) {
      const own = this.#kind === 'html' ? written.toLowerCase() : written;
      if (this.#kind === 'html' && own === '/') continue;
      element.attributes.push(this.#nodeOf('attribute', own, decoded(unquoted(value)), element));
    }
    if (isStart(token, this.#kind)) this.#open.push(element);
    // A script, for example, is one token with all that is in it.
    else if (tag.length < token.length) {
      const inside = token.slice(tag.length).replace(/<\/[^<>]*>$/, '');
      if (inside !== '') element.children.push(this.#nodeOf('text', '', inside, element));
    }
    return true;
  }

  #close(name: string): boolean {
    const at = this.#open.findLastIndex((one, index) => index > 0 && one.name === name);
    if (this.#kind === 'xml' && (at < 0 || at !== this.#open.length - 1)) return false;
    if (at > 0) this.#open.length = at;
    return true;
  }

  #addText(text: string): boolean {
    if (this.#kind === 'xml' && this.#open.length === 1) return text.trim().replace(/^\uFEFF/, '') === '';
    return text === '' || this.#add('text', '', text);
  }

  #add(kind: XmlNode['kind'], name: string, text: string): boolean {
    this.#inner.children.push(this.#nodeOf(kind, name, text, this.#inner));
    return true;
  }

  #nodeOf(kind: XmlNode['kind'], name: string, text: string, parent: XmlNode | undefined): XmlNode {
    return { kind, name, text, parent, children: [], attributes: [], order: this.#order++ };
  }

  get #inner(): XmlNode {
    return this.#open.at(-1) ?? this.#document;
  }
}

function isElement({ kind }: XmlNode): boolean {
  return kind === 'element';
}

function unquoted(value: string): string {
  return /^["']/.test(value) ? value.slice(1, -1) : value;
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Returns a text with the signs that its references mean. What a document defines by itself stays as written. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|amp|quot|apos|nbsp));/gi,
    (written, decimal, hex, name) => {
      if (typeof name === 'string') return named[name] ?? written;
      const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : written;
    },
  );
}
