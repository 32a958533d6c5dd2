import { settings } from '../../bin/docs/settings';
import { accountFailuresMax, addressFailuresMax, failureWindowMinutes, sessionHours } from '../../domain/limits';
import { projectFiles, textOf } from '../support/projectFiles';

const page = textOf('docs/security.md');
const folders = ['activities', 'api', 'channels', 'domain', 'lib', 'models', 'outbox', 'platforms', 'workflows'];
const sources = projectFiles.filter((file) => file.endsWith('.ts') && folders.includes(file.split('/')[0]!));

/** The text of a section, up to the next one of its level. */
function section(heading: string): string {
  const [, text = ''] = new RegExp(`^## ${heading}\\n([^]*?)(?=^## |(?![^]))`, 'm').exec(page) ?? [];
  expect(text.length).toBeGreaterThan(100);
  return text;
}

const named = (text: string, pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([, name]) => name!);
const names = settings().map(({ name }) => name);

describe('docs/security.md', () => {
  it('lists each file that encrypts, signs or hashes, and no other', () => {
    const using = /\bcreate(?:Hash|Hmac|Cipheriv|Decipheriv)\(|from 'jose'|node-rs\/argon2|\bconstructEvent\(/;
    const found = sources.filter((file) => using.test(textOf(file)));
    expect(named(section('Cryptography'), /`([\w/]+\.ts)`/g).toSorted()).toEqual(found.toSorted());
    expect(found.length).toBeGreaterThan(15);
  });

  it('has in its list of connections each setting that is an address', () => {
    const addresses = names.filter((name) => /(?:URL|ADDRESS|HOST|PORT|BASE|ENDPOINT|BUCKET|ALLOW)$/.test(name));
    const listed = named(section('Connections'), /`([A-Z][A-Z0-9_]+)`/g);
    expect(addresses.filter((name) => !listed.includes(name))).toEqual([]);
    expect(addresses.length).toBeGreaterThan(10);
  });

  it('has a rule for each setting that is a key', () => {
    const keys = names.filter((name) => /(?:SECRET|_KEY)$/.test(name));
    const listed = named(section('Keys'), /`([A-Z][A-Z0-9_]+)`/g);
    expect(keys.filter((name) => !listed.includes(name))).toEqual([]);
    expect(keys.length).toBeGreaterThan(5);
  });

  it('names only settings and events that there are', () => {
    const known = [...names, 'TEMPORAL_API_KEY'];
    expect(named(page, /`([A-Z]+_[A-Z0-9_]+)`/g).filter((name) => !known.includes(name))).toEqual([]);
    const events = named(section('Log'), /^\| (`.+?`) \| /gm).flatMap((cell) => named(cell, /`([^`]+)`/g));
    const written = (event: string) => sources.some((file) => textOf(file).includes(`'${event}'`));
    expect(events.filter((event) => event !== 'msg' && !written(event))).toEqual([]);
    expect(events.length).toBeGreaterThan(10);
  });

  it('has the limits that the code has', () => {
    expect(page).toContain(
      `${accountFailuresMax} failures for an account from a network, or ${addressFailuresMax} from a network, in ${failureWindowMinutes} minutes`,
    );
    expect(page).toContain(`A session lasts ${sessionHours} hours`);
  });
});
