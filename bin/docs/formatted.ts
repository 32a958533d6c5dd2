import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, type FormatConfig } from 'oxfmt';

const options: FormatConfig = JSON.parse(readFileSync(join(__dirname, '../../.oxfmtrc.json'), 'utf8'));

/**
 * A text as `npm run format` would leave it.
 * @param name the name of a file of its kind, which tells the language
 * @throws {Error} when it cannot be parsed
 */
export async function formatted(name: string, text: string): Promise<string> {
  const { code, errors } = await format(name, text, options);
  if (errors.length > 0) throw new Error(`${name}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}
