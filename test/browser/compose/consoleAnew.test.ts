import { randomUUID } from 'node:crypto';
import { uploadedMediaUrl } from '../../../domain/uploadSession';
import { Assignment } from '../../../models/assignments/Assignment';
import { moveOn } from '../../support/build/moveOn';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildUser } from '../../support/callers/people';
import type { BuiltUser } from '../../support/callers/people';
import { film } from '../../support/runs/publishing';
import { uploaderFor } from '../../support/callers/uploads';
import { choose, useComposing } from './composing';
import { consoleUrl, faultsOf, openConsole } from '../consoleReader';

const { app, chromium, stopping } = useComposing();

const payload = { title: 'Cliffs', description: 'At dusk', privacy: 'private', tags: ['sea'], madeForKids: false };

interface Failed {
  user: BuiltUser;
  assignmentId: string;
}

/** A user with two channels, and a failed post to one of them, whose file did not fit its type. */
async function buildFailed(mediaUrlOf: (user: BuiltUser) => Promise<string>): Promise<Failed> {
  const user = await buildUser(app);
  const { connectionId } = await buildConnection(user, { name: 'Field Notes' });
  await buildConnection(user, { name: 'Field Notes Page', platform: 'facebook' });
  const overrides = { payload, mediaUrl: await mediaUrlOf(user) };
  const { assignmentId } = await buildAssignment({ ...user, connectionId }, overrides);
  const error = { code: 'MEDIA_INVALID', message: 'It lasts 190 s, and a short lasts 180 s at most.' } as const;
  await moveOn(assignmentId, { to: 'failed', error });
  return { user, assignmentId };
}

async function open({ user, assignmentId }: Failed) {
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  const anew = page.getByRole('link', { name: 'Edit and retry' });
  return {
    page,
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    channel: page.getByRole('checkbox', { name: 'Field Notes', exact: true }),
    title: page.getByLabel('Title'),
    sees: async () => {
      await page.goto(`${consoleUrl}/assignments/${assignmentId}`);
      await anew.waitFor();
    },
    composesAnew: async () => {
      await anew.click();
      await page.getByRole('heading', { name: 'Compose', level: 1 }).waitFor();
    },
  };
}

it('a post whose content failed is made anew from its page: the form has its content, and a retry is the second choice', async () => {
  const failed = await buildFailed(
    async ({ call }) => (await uploaderFor(call, '/api/v1/console/upload-sessions').upload({ bytes: film })).mediaUrl,
  );
  const { page, button, channel, title, sees, composesAnew } = await open(failed);
  await sees();
  await page.getByRole('alert').getByText('Create a new post: a retry sends the same content').waitFor();
  const looks = await page.evaluate<string[]>(
    `[...document.querySelectorAll('main .mantine-Button-root')].map((one) => one.dataset.variant + ': ' + one.textContent)`,
  );
  // The look of a button that has no other is the primary one.
  expect(looks.slice(0, 2)).toEqual(['undefined: Edit and retry', 'default: Retry for 10 credits']);
  expect(await faultsOf(page)).toEqual([]);

  await composesAnew();
  await page.getByText('coast.mp4 is uploaded').waitFor();
  expect([await channel.isChecked(), await page.getByRole('checkbox', { checked: true }).count()]).toEqual([true, 1]);
  expect([await title.inputValue(), await page.getByLabel('Description').inputValue()]).toEqual(['Cliffs', 'At dusk']);
  expect(new URL(page.url()).search).toBe('');
  await title.fill('Cliffs at dusk');
  await page.getByText('14 of 100 characters.').waitFor();
  await page.getByText('Ready to publish.').waitFor();
  await button('Publish').click();
  await page.getByRole('heading', { name: 'Cliffs at dusk', level: 1 }).waitFor();
  const { workspaceId } = failed.user;
  const rows = await Assignment.findAll({ where: { workspaceId }, order: ['createdAt'], raw: true });
  expect(rows.map(({ type, payload: { title: said, tags }, status }) => [type, said, tags, status])).toEqual([
    ['video', 'Cliffs', ['sea'], 'failed'],
    ['video', 'Cliffs at dusk', ['sea'], 'pending'],
  ]);
  expect(rows[1]!.mediaUrl).toBe(rows[0]!.mediaUrl);
});

it('a post that somebody has begun is thrown away only if they say so; a file that is gone is chosen again', async () => {
  const { page, button, title, sees, composesAnew } = await open(
    await buildFailed(async () => uploadedMediaUrl(consoleUrl, randomUUID())),
  );
  await page.goto(`${consoleUrl}/compose`);
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
  await choose(page, 'Text');
  const message = page.getByLabel('Message');
  await message.fill('Half a post');
  await sees();
  await composesAnew();
  await page.getByText('You have an unfinished post').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await button('Keep editing the other post').click();
  await message.waitFor();
  expect(await message.inputValue()).toBe('Half a post');

  await sees();
  await composesAnew();
  await button('Discard it and duplicate').click();
  await title.waitFor();
  expect([await title.inputValue(), await message.count()]).toEqual(['Cliffs', 0]);
  expect(await page.getByLabel('Or enter a URL').inputValue()).toBe('');
  // A reload does not begin once more.
  await title.fill('Cliffs at dusk');
  await page.reload();
  await title.waitFor();
  expect(await title.inputValue()).toBe('Cliffs at dusk');
});
