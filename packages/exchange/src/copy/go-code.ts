import type { CopySource } from './copy-source';
import { quoteLikeJson, textExpression, usesVariables, type TextForm } from './literals';

const form: TextForm = { quote: quoteLikeJson, variable: (name) => `os.Getenv(${quoteLikeJson(name)})`, join: ' + ' };

/** Returns a program of Go that sends the request. */
export function writeGo(source: CopySource): string {
  const { method, url, headers, body, followsRedirects, isInsecure } = source;
  const reads = body !== undefined && 'file' in body;
  const imports = [
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
        ? [`	body, err := os.Open(${quoteLikeJson(body.file)})`, ...check]
        : [`	body := strings.NewReader(${textExpression(body.pieces, form)})`]),
    `	request, err := http.NewRequest(${quoteLikeJson(method)}, ${textExpression(url, form)}, ${body === undefined ? 'nil' : 'body'})`,
    ...check,
    ...headers.map(({ name, value }) =>
      /^host$/i.test(name)
        ? `	request.Host = ${textExpression(value, form)}`
        : `	request.Header.Add(${quoteLikeJson(name)}, ${textExpression(value, form)})`,
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
    '	content, err := io.ReadAll(response.Body)',
    ...check,
    '	fmt.Println(response.Status)',
    '	fmt.Println(string(content))',
    '}',
  ].join('\n');
}
