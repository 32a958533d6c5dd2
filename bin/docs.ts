import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiDocument } from '../api/openapi/document';
import { resources, routes } from '../api/routes';
import { platformOffers } from '../platforms';
import { operatorsDashboard } from './docs/dashboard';
import { dependenciesPage } from './docs/dependencies';
import { errorsPage } from './docs/errors';
import { formatted } from './docs/formatted';
import { operationsPage } from './docs/operations';
import { settingFaults } from './docs/settings';
import { settingsPage } from './docs/settingsPage';
import { statesPage } from './docs/states';

const root = join(__dirname, '..');

/** Every page, every table of the console, and the dashboard, that are made from the code. */
const pages: Readonly<Record<string, () => Promise<string>>> = {
  'docs/openapi.json': openApiPage,
  'docs/errors.md': errorsPage,
  'docs/states.md': statesPage,
  'docs/settings.md': async () => settingsPage(root),
  'console/http/operations.ts': async () => operationsPage(routes),
  'docs/dependencies.md': async () => dependenciesPage(root),
  'ops/grafana/content-delivery.json': async () => formatted('dashboard.json', JSON.stringify(operatorsDashboard())),
};

async function openApiPage(): Promise<string> {
  const document = openApiDocument({ baseUrl: 'https://api.example', resources, offers: platformOffers() });
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** `npm run docs` writes the generated files; with `--check` it only compares, and names the stale files. */
async function main(isCheck: boolean): Promise<number> {
  const faults = await settingFaults(root);
  for (const [path, make] of Object.entries(pages)) {
    const made = await make();
    const file = join(root, path);
    if (!isCheck) await writeFile(file, made);
    else if ((await readFile(file, 'utf8').catch(() => '')) !== made) faults.push(`${path} is stale: npm run docs`);
  }
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  return faults.length === 0 ? 0 : 1;
}

main(process.argv.includes('--check')).then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
