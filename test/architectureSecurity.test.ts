import { projectFiles, textOf } from './support/projectFiles';

/** Code that the service does not have: dangerous as such, or weak. docs/asvs.md builds on it. */
const folders = ['activities', 'api', 'channels', 'domain', 'lib', 'models', 'outbox', 'platforms', 'workflows'];
const inFolder = (file: string, ...names: string[]) => names.includes(file.split('/')[0]!);
const service = projectFiles.filter((file) => file.endsWith('.ts') && inFolder(file, ...folders));
const pages = projectFiles.filter((file) => /\.(?:tsx?|html)$/.test(file) && inFolder(file, 'console', 'clients'));

interface Absent {
  readonly among: readonly string[];
  readonly pattern: RegExp;
  /** The only files that have it, all of them. */
  readonly places?: readonly string[];
  /** Texts in which it is found. */
  readonly found: readonly string[];
}

const absent: Readonly<Record<string, Absent>> = {
  'a command of the system': {
    among: service,
    pattern: /child_process/,
    found: ["import { spawn } from 'node:child_process';"],
  },
  'code that is made of text': {
    among: [...service, ...pages],
    pattern: /\beval\(|\bnew Function\(|\bFunction\(['"`]|['"](?:node:)?vm['"]|\bset(?:Timeout|Interval)\(\s*['"`]/,
    found: ["eval('1')", "new Function('a')", "import vm from 'node:vm';", "setTimeout('go()', 1)"],
  },
  'another hash than SHA-256': {
    among: service,
    pattern: /\bcreate(?:Hash|Hmac)\((?!'sha256')|subtle\.digest|\bhash\('(?:md5|sha)/,
    found: ["createHash('md5')", "createHmac('sha1', key)", 'createHash(algorithm)'],
  },
  'a cipher without a seal': {
    among: service,
    pattern: /['"](?:aes-|des-|des3|rc4|chacha20)[\w-]*['"]|\bcreateCipher\(/i,
    places: ['lib/secrets.ts'],
    found: ["createCipheriv('aes-256-cbc', key, nonce)"],
  },
  'a number that can be guessed, but for delays': {
    among: service,
    pattern: /\bMath\.random\(/,
    places: ['activities/hosts/share.ts', 'activities/media/slot.ts', 'activities/webhooks/attemptDelivery.ts'],
    found: ['const token = Math.random().toString(36);'],
  },
  'text that becomes HTML': {
    among: pages,
    pattern: /\b(?:inner|outer)HTML\b|dangerouslySetInnerHTML|insertAdjacentHTML|document\.write|srcdoc/i,
    found: ['<p dangerouslySetInnerHTML={{ __html: name }} />', 'row.innerHTML = name;'],
  },
  'an ear for other windows': {
    among: pages,
    pattern: /addEventListener\(\s*['"]message['"]|\bonmessage\b|\bwindow\.opener\b/,
    // Both ends of its channel are its own.
    places: ['console/tasks/nextTask.ts'],
    found: ["window.addEventListener('message', hear)"],
  },
  'a certificate that is not checked': {
    among: service,
    pattern: /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/,
    found: ['rejectUnauthorized: false'],
  },
};

describe.each(Object.entries(absent))('%s', (_what, { among, pattern, places = [], found }) => {
  it('is nowhere, or where it is known', () => {
    expect(among.length).toBeGreaterThan(50);
    expect(among.filter((file) => pattern.test(textOf(file))).toSorted()).toEqual(places);
  });

  it.each(found)('would be found in %s', (text) => expect(text).toMatch(pattern));
});

it('the one cipher is AES-256-GCM', () => {
  expect(textOf('lib/secrets.ts').match(/['"]aes[\w-]*['"]/gi)).toEqual(["'aes-256-gcm'"]);
});
