import type { Browser, BrowserContextOptions } from 'playwright-core';
import { describedEntry } from '../../console/words/ledger';
import { moveOn } from '../support/build/moveOn';
import type { TestApp } from '../support/callers/app';
import { buildAssignment } from '../support/build/assignment';
import { buildConnection } from '../support/build/connection';
import { buildDelivery } from '../support/build/delivery';
import { buildMcpGrant } from '../support/build/mcpGrant';
import { addMember, buildUser } from '../support/callers/people';
import type { BuiltUser } from '../support/callers/people';
import {
  clippedOf,
  consoleUrl,
  faultsOf,
  untilWhole,
  misalignedOf,
  openConsole,
  overhangOf,
  shiftedOf,
  transitionsOf,
} from './consoleReader';

/** Of the screens. */
export const parts = ['work', 'account'] as const;
type Part = (typeof parts)[number];

export interface Owner extends BuiltUser {
  assignmentId: string;
  deliveryId: string;
  transaction: { id: string; description: string };
}

const hourMs = 3_600_000;

/** A user with something on each screen. */
export async function buildOwner(app: TestApp): Promise<Owner> {
  const user = await buildUser(app, { name: 'Ada with a name that is rather long' });
  const { connectionId } = await buildConnection(user, { name: 'A channel with a name that is rather long, too' });
  await buildConnection(user, { name: 'Off', isActive: false });
  const parent = { ...user, connectionId };
  const { assignmentId } = await buildAssignment(parent);
  await buildAssignment(parent, { scheduledAt: new Date(Date.now() + hourMs) });
  const error = {
    code: 'MEDIA_DOWNLOAD_FAILED',
    message: 'https://media.example/coast-path.mp4 answered 404.',
  } as const;
  await moveOn(assignmentId, { to: 'failed', error });
  const { userId } = await buildUser(app, { name: 'Grace' });
  await addMember(user.organizationId, userId, 'member');
  const { deliveryId } = await buildDelivery(
    parent,
    'https://caller.example/a/path/that/is/long/enough/to/be/cut/somewhere',
  );
  const path = `/api/v1/auth/organizations/${user.organizationId}/invitations`;
  await user.call('POST', path, { body: { email: 'grace@example.com', role: 'member' } });
  await buildMcpGrant(user, { clientName: 'An assistant with a name that is rather long' });
  const { items } = (await user.call('GET', '/api/v1/console/transactions')).body;
  return { ...user, assignmentId, deliveryId, transaction: items[0] };
}

/** Each screen, in two parts that take about as long: its path and its heading. */
const screensOf = (owner: Owner): Record<Part, [path: string, heading: string][]> => ({
  work: [
    ['/', 'Overview'],
    ['/assignments', 'Assignments'],
    [`/assignments/${owner.assignmentId}`, 'Walking the coast path'],
    ['/compose', 'Compose'],
    ['/calendar', 'Calendar'],
    ['/assignments?search=nothing', 'Assignments'],
    ['/connections', 'Connections'],
    ['/calendar?view=week', 'Calendar'],
    ['/connections/done?status=error&error=access_denied', 'Channel not connected'],
    ['/webhooks', 'Webhooks'],
    [`/webhooks/${owner.deliveryId}`, 'Webhook: uploading'],
    ['/analytics', 'Analytics'],
    ['/connections?search=nothing', 'Connections'],
  ],
  account: [
    ['/assistants', 'Assistants'],
    ['/administration', 'Administration'],
    ['/credentials', 'Credentials'],
    ['/organization', "Ada with a name that is rather long's organization"],
    ['/billing', 'Billing'],
    ['/billing/done?status=left', 'Payment not completed'],
    ['/billing/done?status=paid', 'Payment pending'],
    [`/billing/transactions/${owner.transaction.id}`, describedEntry(owner.transaction.description)],
    ['/profile', 'Profile'],
    ['/invitations/unknown', 'You are invited'],
    ['/nowhere', 'Page not found'],
  ],
});

/**
 * The faults of each screen: axe's findings unless left out, a screen wider than its window, texts cut off or moving by themselves, headings
 * beside their columns.
 */
export async function faultsOfScreens(
  browser: Browser,
  owner: Owner,
  part: Part,
  look: Pick<BrowserContextOptions, 'viewport' | 'colorScheme'>,
  { isWithAxe = true } = {},
): Promise<unknown[]> {
  const { context, page } = await openConsole(browser, owner, look);
  const found: unknown[] = [];
  await page.goto(consoleUrl);
  for (const [path, heading] of screensOf(owner)[part]) {
    // As a link within the page does it: the page is loaded once.
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
    await page.getByRole('heading', { name: heading, level: 1 }).first().waitFor();
    await untilWhole(page);
    const faults = isWithAxe ? await faultsOf(page) : [];
    const overhang = await overhangOf(page);
    const unsightly = [
      ...(await clippedOf(page)),
      ...(await misalignedOf(page)),
      ...(await shiftedOf(page)),
      ...(await transitionsOf(page)),
    ];
    if (faults.length > 0 || overhang > 0 || unsightly.length > 0) found.push([path, overhang, unsightly, faults]);
  }
  await context.close();
  return found;
}
