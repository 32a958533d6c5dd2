import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../servers/install.mjs';

/** npm's mark of a package that only development needs. */
const development = 'cdx:npm:package:development';

/**
 * The bill of materials of a production install, as CycloneDX. npm lists all packages, and this takes out those of development:
 * npm's own `--omit=dev` also leaves out what production and development both need.
 * @param {object} options
 * @param {import('../servers/processes.mjs').Processes} options.processes
 * @param {string} options.root the checkout
 * @returns {Promise<string>} JSON
 */
export async function makeSbom({ processes, root }) {
  const [command, ...words] = npm();
  const args = [...words, 'sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const bom = JSON.parse(await processes.run({ name: 'npm sbom', command, args, cwd: root }));
  const { name } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  // npm gives it the name of its folder.
  bom.metadata.component.name = name;
  bom.components = bom.components.filter(isOfProduction);
  const kept = new Set([bom.metadata.component, ...bom.components].map((component) => component['bom-ref']));
  bom.dependencies = bom.dependencies
    .filter((/** @type {Dependency} */ { ref }) => kept.has(ref))
    .map((/** @type {Dependency} */ { ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((one) => kept.has(one)),
    }));
  return `${JSON.stringify(bom, null, 2)}\n`;
}

/** @typedef {{ref: string, dependsOn?: string[]}} Dependency */

/** @param {{properties?: {name: string}[]}} component */
function isOfProduction({ properties = [] }) {
  return properties.every(({ name }) => name !== development);
}
