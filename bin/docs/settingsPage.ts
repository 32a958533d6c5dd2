import { page, table } from './markdown';
import { readExample, settings } from './settings';
import type { Setting } from './settings';

/** docs/settings.md: every environment variable of the API and the worker. */
export async function settingsPage(root: string): Promise<string> {
  const explained = await readExample(root);
  const read = new Map(settings().map((setting) => [setting.name, setting]));
  const sections = new Set(explained.map(({ section }) => section));
  return page(
    'Settings',
    '`.env.example`, `lib/config.ts` and the `settings.ts` of each platform',
    'The API and the worker read these environment variables. An empty one counts as not set. If a required one is missing, or ' +
      'one is malformed, the process ends with exit code 2 and one line that names it. A platform is offered if all settings are there ' +
      'that it requires. Some of them without the others end the process, and so does a service without any platform. `npm start` ' +
      'sets all of them.',
    ...Array.from(sections).flatMap((section) => [
      `## ${section}`,
      table(
        ['Variable', 'Meaning', 'Form', 'Default'],
        explained.filter((one) => one.section === section).map(({ name, meaning }) => rowOf(meaning, read.get(name))),
      ),
    ]),
  );
}

function rowOf(meaning: string, setting: Setting | undefined): string[] {
  if (!setting) return [];
  return [`\`${setting.name}\``, plain(meaning), plain(setting.form), defaultOf(setting)];
}

/** Text in which nothing is Markdown. */
function plain(text: string): string {
  return text.replace(/[<*]/g, '\\$&');
}

function defaultOf({ isRequired, isOfPlatform = false, default: given }: Setting): string {
  if (isRequired && isOfPlatform) return '**required** to offer the platform';
  if (isRequired) return '**required**';
  if (given === null) return 'none';
  return given === '' ? 'empty' : `\`${given}\``;
}
