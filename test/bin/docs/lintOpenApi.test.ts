import { execFile } from 'node:child_process';
import { openApiDocument } from '../../../api/openapi/document';
import { resources } from '../../../api/routes';
import { platformModules, platformOffers } from '../../../platforms';
import type { Json } from '../../support/actors';
import { root } from '../../support/programs';
import { useTempDir } from '../../support/tempDir';
import { registerToy } from '../../toy/register';

registerToy(platformModules);

const dir = useTempDir();
/** The document of a service that has the toy platform, too. */
const sound = (): Json =>
  JSON.parse(JSON.stringify(openApiDocument({ baseUrl: 'https://api.example', resources, offers: platformOffers() })));

/** The findings of `npm run check:openapi` for these documents. */
async function lint(documents: Record<string, Json>): Promise<{ code: number; findings: string[] }> {
  for (const [name, document] of Object.entries(documents)) dir.write(name, JSON.stringify(document));
  const paths = Object.keys(documents).map(dir.at);
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['bin/docs/lintOpenApi.mjs', ...paths], { cwd: root }, (_, __, text) =>
      resolve({ code: child.exitCode ?? 1, findings: text.split('\n').filter((line) => line !== '') }),
    );
  });
}

it('finds nothing in the document of a service with one platform more, and each fault in another one', async () => {
  const { openapi, info, servers, paths } = sound();
  const { operationId, responses } = paths['/docs'].get;
  const faulty = { openapi, info, servers, paths: { '/docs': { get: { operationId, responses } } } };

  const { code, findings } = await lint({ 'sound.json': sound(), 'faulty.json': faulty });

  expect(findings.filter((finding) => !finding.startsWith(dir.at('faulty.json')))).toEqual([]);
  for (const rule of ['redocly operation-summary', 'spectral operation-description', 'spectral invalid-ref'])
    expect(findings).toContainEqual(expect.stringContaining(`: ${rule}: `));
  expect(code).toBe(1);
});
