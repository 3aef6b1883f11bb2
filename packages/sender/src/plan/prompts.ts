import type { Prompt } from '@rulebook/request-file/syntax/model';
import type { PlannedPrompt } from './plan';

/** Returns what a `# @prompt` asks for. */
export function planPrompt({ name, description, default: offered, choices, isSecret }: Prompt): PlannedPrompt {
  return {
    name: name.text,
    ...(description && { description: description.text }),
    ...(offered && { default: offered.text }),
    ...(choices && { choices: choices.map(({ text }) => text) }),
    isSecret,
  };
}

const forms = /^\$(input|password|pick)(?:-askonce)?((?:\s[^$]*)?)(?:\$value:(.*))?$/s;

/** Returns what a variable of httpYac asks for: `$input`, `$password` and `$pick`, with the question and `$value:`; undefined for any other variable. */
export function promptOfVariable(name: string): PlannedPrompt | undefined {
  const [, kind, question = '', value = ''] = forms.exec(name) ?? [];
  if (kind === undefined) return undefined;
  const choices = kind === 'pick' ? listedChoices(value) : [];
  if (kind === 'pick' && choices.length === 0) return undefined;
  return {
    name,
    ...(question.trim() !== '' && { description: question.trim() }),
    ...(choices.length > 0 ? { choices } : value.trim() !== '' && { default: value.trim() }),
    isSecret: kind === 'password',
  };
}

function listedChoices(value: string): readonly string[] {
  return value
    .split(',')
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '');
}
