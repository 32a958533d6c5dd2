import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { moves } from '../../../bin/docs/moves';
import type { EventName } from '../../../domain/assignment/events';
import { platformSlugs } from '../../../domain/platform';
import { statements } from '../../../models/database/statement';
import { root } from '../../support/programs';
import { unreached } from './unreached';

const folders = ['activities', 'api', 'channels', 'lib', 'models', 'outbox', 'platforms'];

/** Each event that a change of an assignment may come of: without one of them this does not compile. */
const events: Readonly<Record<EventName, true>> = {
  began: true,
  uploaded: true,
  prepared: true,
  busy: true,
  progressed: true,
  completed: true,
  outdated: true,
  renewed: true,
  orphaned: true,
  'calling.stage': true,
  'calling.publish': true,
  'failed.settle': true,
  'failed.upload': true,
  'failed.prepare': true,
  'failed.renew': true,
  'failed.publish': true,
  'failed.complete': true,
  'failed.cleanUp': true,
  'failed.takeDown': true,
  'cleaned.cleanup': true,
  'cleaned.removal': true,
  'answered.accepted': true,
  'answered.refused': true,
  'answered.lost': true,
  'answered.live': true,
  'made.session': true,
  'made.media': true,
  'made.spare': true,
  'made.draft': true,
  edited: true,
  cancelled: true,
  retried: true,
  takeDownAsked: true,
  channelRemoved: true,
  'resumed.channel': true,
  'resumed.operator': true,
};

/** All failpoints to which the work of the proof leads. */
export function listPoints(): string[] {
  const left = new Set(unreached);
  return allPoints().filter((point) => !left.has(point) && !left.has(point.replace(/\.(?:before|after)$/, '')));
}

/** The names of all failpoints: both sides of each boundary, and the places within work that code marks by itself. */
export function allPoints(): string[] {
  const boundaries = [...statementsThatWrite(), ...changes(), ...inSources(commitsIn), ...inSources(callsIn)];
  return [...boundaries.flatMap((name) => [`${name}.before`, `${name}.after`]), ...inSources(placesIn)];
}

/** A statement that only reads leaves all as it was. Statements of the tests are no work of the service. */
function statementsThatWrite(): string[] {
  for (const file of [...filesOf('channels'), ...filesOf('models')]) require(file);
  return statements()
    .filter(({ name, text }) => !name.startsWith('tests.') && writes(text))
    .map(({ name }) => name);
}

/** Tells whether a statement writes; to lock rows is no writing. */
export function writes(text: string): boolean {
  return /\b(?:INSERT INTO|DELETE FROM|(?<!\b(?:FOR|KEY|DO) )UPDATE)\b/.test(text);
}

function changes(): string[] {
  const statuses = [...new Set(moves.map(({ to }) => to))];
  return [
    ...Object.keys(events).map((event) => `assignments.change.${event}`),
    ...statuses.map((status) => `assignments.move.${status}`),
  ];
}

/** @throws for a transaction whose name is no literal */
export function commitsIn(source: string, file: string): string[] {
  return Array.from(source.matchAll(/\binTransaction\(\s*[\w.#]+,\s*([^,]+),/g), ([call, given = '']) => {
    const names = Array.from(given.matchAll(/(?<!=== )'(\w+)'/g), ([, name]) => `commit.${name}`);
    if (names.length === 0) throw new Error(`${file}: ${call} has no name that can be listed`);
    return names;
  }).flat();
}

const call = new RegExp(
  String.raw`'((?:temporal\.|(?:${['outside', 'stripe', ...platformSlugs].join('|')})\.\w+\.)\w+)'`,
  'g',
);

/** Calls of platforms, of Temporal and of other hosts: the types want such a name of each. */
export function callsIn(source: string): string[] {
  return Array.from(source.matchAll(call), ([, name = '']) => name);
}

/** @throws for a place whose name is no literal */
export function placesIn(source: string, file: string): string[] {
  return Array.from(source.matchAll(/\bfailpoint\(([^,)]*)\);/g), ([, argument = '']) => {
    const [, name] = /^'([a-zA-Z.]+)'$/.exec(argument) ?? [];
    if (name === undefined) throw new Error(`${file}: failpoint(${argument}) has no name that can be listed`);
    return name;
  });
}

/** Ways to a database, to Temporal and to other hosts that pass no failpoint. */
const ways = /\.transaction\(|\bnew Client\(|from '(?:undici|stripe|nodemailer[^']*)'/;
/** The places where all such work goes through, and files that have only types, errors and connections of these packages. */
const seams = [
  'lib/listen.ts',
  'lib/mail/MailFailure.ts',
  'lib/mail/mailer.ts',
  'lib/payments/stripe.ts',
  'lib/payments/stripeEvent.ts',
  'lib/payments/stripePortal.ts',
  'lib/payments/stripeSubscription.ts',
  'lib/safeFetch/OutboundError.ts',
  'lib/safeFetch/connector.ts',
  'lib/temporal.ts',
  'models/database/transaction.ts',
  'platforms/http/exchange.ts',
  ...platformSlugs.map((slug) => `platforms/${slug}/index.ts`),
];

/** Files of the service with a way past the failpoints. */
export function filesPastPoints(): string[] {
  return folders
    .flatMap(filesOf)
    .filter((file) => ways.test(readFileSync(file, 'utf8')))
    .map((file) => relative(root, file))
    .filter((file) => !seams.includes(file));
}

function inSources(namesIn: (source: string, file: string) => string[]): string[] {
  const files = folders.flatMap(filesOf).filter((file) => !file.endsWith(join('lib', 'failpoint.ts')));
  return [...new Set(files.flatMap((file) => namesIn(readFileSync(file, 'utf8'), relative(root, file))))];
}

function filesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(root, folder, file));
}
