import type { CopySource } from './copy-source';
import { quoteLikeJson, textExpression, usesVariables, type TextForm } from './literals';

const form: TextForm = { quote: quoteLikeJson, variable: (name) => `os.Getenv(${quoteLikeJson(name)})`, join: ' + ' };

/** Header fields are sent in Latin-1, and texts of Go are UTF-8. */
const fieldForm: TextForm = {
  ...form,
  quote: (text) => {
    const parts = text
      .split(/([\x80-\xff])/)
      .map((part, index) =>
        index % 2 === 1 ? `\\x${part.charCodeAt(0).toString(16)}` : quoteLikeJson(part).slice(1, -1),
      );
    return `"${parts.join('')}"`;
  },
};

/** Returns a program of Go that sends the request. */
export function writeGo(source: CopySource): string {
  const { method, url, headers, body, followsRedirects, isInsecure } = source;
  const reads = body !== undefined && 'file' in body;
  const imports = [
    // A file that is only opened would be sent in chunks.
    ...(reads ? ['bytes'] : []),
    ...(isInsecure ? ['crypto/tls'] : []),
    ...['fmt', 'io', 'net/http'],
    ...(reads || usesVariables(source) ? ['os'] : []),
    ...(body !== undefined && !reads ? ['strings'] : []),
  ];
  const check = ['	if err != nil {', '		panic(err)', '	}'];
  return [
    'package main',
    '',
    'import (',
    ...imports.map((name) => `	"${name}"`),
    ')',
    '',
    'func main() {',
    ...(body === undefined
      ? []
      : 'file' in body
        ? [`	content, err := os.ReadFile(${quoteLikeJson(body.file)})`, ...check, '	body := bytes.NewReader(content)']
        : [`	body := strings.NewReader(${textExpression(body.pieces, form)})`]),
    `	request, err := http.NewRequest(${quoteLikeJson(method)}, ${textExpression(url, form)}, ${body === undefined ? 'nil' : 'body'})`,
    ...check,
    ...headers.map(({ name, value }) =>
      /^host$/i.test(name)
        ? `	request.Host = ${textExpression(value, fieldForm)}`
        : `	request.Header.Add(${quoteLikeJson(name)}, ${textExpression(value, fieldForm)})`,
    ),
    '	client := &http.Client{}',
    ...(followsRedirects
      ? []
      : ['	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }']),
    ...(isInsecure
      ? ['	client.Transport = &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}']
      : []),
    '	response, err := client.Do(request)',
    ...check,
    '	defer response.Body.Close()',
    `	${reads ? 'text' : 'content'}, err := io.ReadAll(response.Body)`,
    ...check,
    '	fmt.Println(response.Status)',
    `	fmt.Println(string(${reads ? 'text' : 'content'}))`,
    '}',
  ].join('\n');
}
