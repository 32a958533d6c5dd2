import { projectFiles, textOf } from './support/projectFiles';

/**
 * The TypeScript of the service itself. Its text is checked for "a query without a tenant does not compile"
 * (models/README.md), as far as no compiler can.
 */
const folders = ['activities', 'api', 'bin', 'channels', 'domain', 'lib', 'models', 'outbox', 'platforms', 'workflows'];
const sources = projectFiles.filter((file) => file.endsWith('.ts') && folders.includes(file.split('/')[0]!));

const filesWith = (pattern: RegExp, folder = ''): string[] =>
  sources.filter((file) => file.startsWith(folder) && pattern.test(textOf(file)));

describe('a tenant', () => {
  /** The files that may make a tenant, and the fact from which each knows it. */
  const makers: Readonly<Record<string, string>> = {
    'api/server/authenticate.ts': 'the credential that it has verified',
    'bin/admin/workspaces.ts': 'the operator of the installation has named the workspace',
    'models/oauth/ConnectLink.ts': 'the secret of a link that a verified tenant has made',
    'models/organizations/Organization.ts': 'the organization that it has just written for a tenant',
  };
  const making = /\bnew\s+\w*Tenant\s*\(|\bReflect\.construct\(\s*\w*Tenant\b|\bObject\.create\(\s*\w*Tenant\b/;
  const deriving = /\bextends\s+\w*Tenant\b(?!\s*>)/;

  it('is made in a few files only, each of which knows whose it is', () => {
    expect(filesWith(making).toSorted()).toEqual(Object.keys(makers).toSorted());
    expect(filesWith(deriving)).toEqual(['models/database/Tenant.ts']);
  });

  it.each([
    ['const tenant = new Tenant(workspaceId, null);', making],
    ['return new OrganizationTenant(workspaceId, id);', making],
    ['new  Tenant (body.workspaceId, null)', making],
    ['Reflect.construct(Tenant, [workspaceId, null])', making],
    ['Object.create(OrganizationTenant.prototype)', making],
    ['class Anybody extends Tenant {', deriving],
    ['class Anybody extends OrganizationTenant {', deriving],
  ])('would be found where it is made: %s', (text, pattern) => expect(text).toMatch(pattern));

  it.each([
    ['tenant instanceof Tenant', making],
    ["import { Tenant } from './Tenant';", making],
    ['static async page(tenant: Tenant, filter: Filter)', making],
    ['function f<T extends Tenant>(tenant: T)', deriving],
  ])('is not found where it is only used: %s', (text, pattern) => expect(text).not.toMatch(pattern));
});

describe('the models', () => {
  const models = filesWith(/^export class \w+ extends Model</m, 'models/').flatMap((file) =>
    [...textOf(file).matchAll(/^export class (\w+) extends Model</gm)].map(([, name]) => name!),
  );
  /** Methods of Sequelize whose names the linter cannot ban everywhere, because other classes have the same names. */
  const statics = 'create|build|update|destroy|truncate|restore|count|sum|min|max|aggregate|increment|decrement|scope';
  const asking = new RegExp(`\\b(?:${models.join('|')})\\s*\\.\\s*(?:${statics})\\s*\\(`);

  it('are all known here', () => {
    expect(models.length).toBeGreaterThan(25);
    expect(models).toEqual(expect.arrayContaining(['Assignment', 'Membership', 'McpGrant', 'UploadSession']));
  });

  it('are asked by api/ through functions of their own, which take a tenant', () => {
    expect(filesWith(asking, 'api/')).toEqual([]);
  });

  /** They take the ids of an assignment: runs, relay and housekeeping work for all tenants. */
  const ofAssignments =
    /\bRun(?:Channel|Assignment)\b|models\/assignments\/store\/(?!create'|found'|loadAssignment')|\bload(?:Locked|Assignments?)\(/;

  /** Administrators of the installation act in any workspace (contract.md §1). */
  const forInstallation = /^  action: 'platformAdmin',$/m;

  it('are not asked by api/ through functions for runs and housekeeping, which take plain ids', () => {
    const forTenants = filesWith(ofAssignments, 'api/').filter((file) => !forInstallation.test(textOf(file)));
    expect(forTenants).toEqual([]);
    expect(filesWith(ofAssignments, 'activities/')).not.toEqual([]);
  });

  it.each([
    'await Assignment.update({ externalId }, { where: { id } })',
    'await Membership.destroy({ where: { id } })',
    'await UploadSession\n  .count({ where: { id } })',
    'await McpGrant.create({ workspaceId })',
  ])('would be found where one is asked directly: %s', (text) => expect(text).toMatch(asking));

  it.each(["createHash('sha256').update(text)", 'stream.destroy()', 'UploadSession.read(session)'])(
    'are not found in %s',
    (text) => expect(text).not.toMatch(asking),
  );
});
