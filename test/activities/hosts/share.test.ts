import { ApplicationFailure } from '@temporalio/common';
import { createHostShares, hostSteps } from '../../../activities/hosts/share';
import { until } from '../../support/until';
import { environment } from '../environment';

const share = hostSteps / 4;

it('gives a workspace a quarter of the slots; a step above that ends at once, and comes again', async () => {
  const inShare = createHostShares();
  const ends: (() => void)[] = [];
  const step = async (workspaceId: string) =>
    environment().run(async () => inShare(workspaceId, async () => new Promise<void>((resolve) => ends.push(resolve))));
  const hanging = Array.from({ length: share }, async () => step('a'));
  await until(() => ends.length === share);
  await expect(step('a')).rejects.toMatchObject({ type: 'WAITING_FOR_SLOT', nonRetryable: false });
  const others = [step('b'), step('b')];
  await until(() => ends.length === share + others.length);

  for (const end of ends.splice(0)) end();
  await Promise.all([...hanging, ...others]);
  const next = step('a');
  await until(() => ends.length === 1);
  for (const end of ends.splice(0)) end();
  await next;
});

it('lets a step fail with its own failure', async () => {
  const failing = environment().run(async () =>
    createHostShares()('a', async () => Promise.reject(ApplicationFailure.create({ type: 'OTHER' }))),
  );
  await expect(failing).rejects.toMatchObject({ type: 'OTHER' });
});
