import { redactText } from '../../lib/redactText';

const charactersMax = 500;

/** The platform's words, fit for a message: no markup, one line, no secret of the request, at most 500 characters. */
export function quote(words: string, secrets: readonly string[]): string {
  const plain = words
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const clean = redactText(plain, secrets);
  const characters = Array.from(clean);
  return characters.length > charactersMax ? `${characters.slice(0, charactersMax - 1).join('')}…` : clean;
}
