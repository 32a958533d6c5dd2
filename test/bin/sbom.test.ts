import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAllowed, readInFile } from '../../bin/docs/licenses';
import { root } from '../support/programs';

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  licenses?: { expression?: string; license?: { id?: string } }[];
  hashes?: { content: string }[];
}
interface Sbom {
  bomFormat: string;
  metadata: { component: { name: string; version: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const read = (): Sbom => JSON.parse(textOf('dist/sbom.cdx.json'));

/** The licence that the component states, as docs/dependencies.md writes it; for the others the one that was read in a file. */
function licenceOf({ name, licenses = [] }: Component): string | undefined {
  const [stated] = licenses;
  return stated?.expression ?? stated?.license?.id ?? readInFile[name]?.license;
}

/** `name version licence` of each row of docs/dependencies.md. */
function rows(): string[] {
  const cells = textOf('docs/dependencies.md').matchAll(/^\| (\S+) +\| (\d\S*) +\| (.+?) +\|$/gm);
  return Array.from(cells, ([, name, version, licence]) => `${name} ${version} ${licence!.replace(/[()]/g, '')}`);
}

describe('the bill of materials of a build', () => {
  it('has the packages of docs/dependencies.md with their licences, and no other', () => {
    const listed = read().components.map((one) => `${one.name} ${one.version} ${licenceOf(one)?.replace(/[()]/g, '')}`);
    expect([...new Set(listed)].toSorted()).toEqual(rows().toSorted());
    expect(listed.length).toBeGreaterThan(100);
    expect(read().components.filter((one) => !isAllowed(licenceOf(one) ?? 'unknown'))).toEqual([]);
  });

  it('is of this version of the service, and names for each package its hash', () => {
    const { name, version } = JSON.parse(textOf('package.json'));
    const { bomFormat, metadata, components } = read();
    expect({ bomFormat, ...metadata.component }).toMatchObject({ bomFormat: 'CycloneDX', name, version });
    expect(components.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([]);
  });

  it('has every package that the service asks for itself', () => {
    const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: Record<string, string> };
    const names = read().components.map(({ name }) => name);
    expect(Object.keys(dependencies).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('leads nowhere outside of itself', () => {
    const { components, dependencies } = read();
    const known = new Set(components.map((one) => one['bom-ref']));
    expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !known.has(ref))).toEqual([]);
    expect(dependencies.length).toBe(components.length + 1);
  });
});
