/** Regular expressions that take more than linear time for some text, and why no such text reaches them. */
export const acceptedExpressions: readonly { readonly why: string; readonly sources: readonly string[] }[] = [
  {
    why: 'the text is a path, a name or an address that the system, the editor or the command line gives',
    sources: [
      '/\\/+$/',
      '/\\/*$/',
      '/-+$/',
      '/^-+|-+$/g',
      '/\\/\\/[^@]*@/',
      '/[^/]*@/',
      '/[^/]*$/',
      '/^[\\d_-]+|_+$/g',
      '/[-_]+(\\w)/g',
    ],
  },
  {
    why: 'the text is a number, a status or a line of a stack',
    sources: [
      '/\\B(?=(\\d{3})+$)/g',
      '/\\B(?=(?:\\d{3})+$)/g',
      '/x+$/i',
      '/^(.*?) \\((.*)\\)$/',
      '/[^\\s[]*[\\\\/]/g',
      '/[^\\\\/:(), ][^\\\\/:(),]*:\\d+:\\d+$/',
      '/\\?.*(?=:\\d+:\\d+$)/',
    ],
  },
  {
    why: 'the text is made by this program, or comes from the catalogue',
    sources: [
      '/[^{}]*$/',
      '/=+$/',
      '/\\$\\{\\d+:([^}]*)\\}|\\$\\d+/g',
      '/\\$\\{\\d+\\|([^,|]*)[^}]*\\}/g',
      '/\\s*\\n\\s*/g',
      '/: `(.*)\\.value`\\.$/',
      '/"(?:[^"\\\\]|\\\\[^])*(?:"|\\\\?$)/g',
      '/"[^"\\\\]*(?:\\\\.[^"\\\\]*)*(?:"|\\\\?$)|-?\\d{16,}(?![\\d.eE])/gs',
    ],
  },
  {
    why: 'the text is cut before, to some hundreds or thousands of characters',
    sources: [
      '/\\s+\\S*$/',
      '/\\n?[^\\n]*$/',
      '/[\\\\`*[\\]]|!(?=\\[|$)|~(?=~)|\\|(?=[ :|-]*$)/g',
      '/\\+.*$/',
      '/(?:\\r\\n)+$/',
    ],
  },
  {
    why: 'a user asks for this once, for one text of a file, and the text fails to match only where it has thousands of such characters in a row',
    sources: [
      '/^###[^\\r\\n]*\\r?\\n/m',
      '/(\\\\*)"/g',
      '/\\\\+$/',
      '/^[^\\S\\r\\n]*[$>%][^\\S\\r\\n]+(?=curl)/gm',
      '/[\\r\\n]+$/',
      '/(.)\\/+$/',
    ],
  },
  {
    why: 'the sandbox limits what it takes, and answers its own user',
    sources: [
      '/^([a-z][a-z0-9+.-]*):\\/\\/([^/?#]*)([^?#]*)(\\?[^#]*)?(#.*)?$/i',
      '/^\\s*params\\.num_terms\\s*;?\\s*$/',
    ],
  },
  {
    why: 'what the examination reports needs many beginnings in one line, each of which fails at once or ends the search',
    sources: [
      '/\\.set(?:(?:Environment|Global)Variable)?\\(\\s*(?!["\'`][^"\'`$\\\\\\n]+["\'`])|\\bexports\\s*=(?!=)|\\bexports\\s*\\[\\s*(?!["\'])|\\bObject\\.assign\\(|\\brequire\\(|(?<![\\w$.])import\\b/',
      '/\\b(?:module\\.)?exports(\\[\\s*["\'])([^"\'\\n]+)["\']\\s*\\]\\s*=(?!=)/g',
      '/\\[[^[\\]]*\\]|y{2,4}|(?<![dD])d{1,2}(?!d)|tt/g',
      '/--data-urlencode[ \\t=]+(?:\'[^\']*\\{\\{|"[^"]*\\{\\{|\\S*\\{\\{)/',
      '/\\{\\{(?!\\ufdd0)([^{}\\r\\n\\\\]*)\\}\\}/g',
      '/\\b(?:match|search)\\s*\\((?:[^()"\']|\\([^()]*\\))*,\\s*(?:\'([^\']*)\'|"([^"]*)")\\s*\\)/g',
      '/(?<![\\w-])([\\w-]+)[^\\w-]*$/',
      '/^(?!This\\b)[A-Z][a-z]+s\\b/',
      '/([\\w.-]{1,60})\\\\?["\']?\\s*[:=]\\s*\\\\?["\']?$/',
    ],
  },
];
