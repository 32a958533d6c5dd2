import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Input } from '../../http/Api';
import { withHeaders } from '../../http/client';
import { announce, announceFaultOf } from '../../parts/announce';
import { refreshAssignments } from '../../resources/assignments/changes';
import type { ConnectionRow } from '../../resources/connections/queries';
import { noteStep } from '../../resources/onboarding/queries';
import { texts } from '../../texts/screens/compose';
import { changeDraft } from './changeDraft';
import type { Change } from './changeDraft';
import { afterSending, newKey, requestOf, withOwnKey, withSent, withTry } from './draft';
import type { Draft } from './draft';
import type { Offers } from './offers';

type Request = Input<'createAssignment'>;

interface Options {
  draft: Draft;
  /** The place where the draft is kept. */
  place: string;
  /** All channels, chosen or not. */
  channels: readonly ConnectionRow[];
  offers: Offers;
}

interface Sent {
  assignmentId: string;
  /** Whether the assignment was made of an earlier version of the draft. */
  isOutdated: boolean;
}

interface Refusal {
  channel: ConnectionRow;
  error: unknown;
  /** The request that was refused. */
  request: Request;
}

/**
 * Sends a draft to channels, one assignment each. Sending ends also if the user leaves the form meanwhile: the draft
 * has the assignments, wherever it is by then, and a message tells the outcome.
 * @returns the function that sends, whether it is under way, and by channel the refusal of the draft as it stands
 */
export function useSending({ draft, place, channels, offers }: Options) {
  const queries = useQueryClient();
  const isOpen = useIsOpen();
  const mutationKey = ['sending', place];
  const sending = useMutation({
    mutationKey,
    mutationFn: async (unsent: readonly ConnectionRow[]) => {
      const sent: Sent[] = [];
      const refusals: Refusal[] = [];
      const note = (change: Change) => changeDraft(place, draft.key, change);
      for (const channel of unsent) {
        const outcome = await sendTo(channel, draft, { offers, note });
        if ('error' in outcome) {
          // The draft goes to the other channels all the same.
          refusals.push({ channel, ...outcome });
          continue;
        }
        const { assignmentId, isOutdated } = outcome;
        note((before) => withSent(before, channel.id, assignmentId, isOutdated));
        sent.push(outcome);
        noteStep(queries, 'first_post');
      }
      if (refusals.length === 0) note((before) => afterSending(before, channels));
      if (!isOpen()) tell(sent.length, refusals);
      void refreshAssignments(queries);
      return { sent, refusals };
    },
  });
  const refusals = sending.data?.refusals ?? [];
  const faults: Readonly<Record<string, unknown>> = Object.fromEntries(
    refusals
      .filter(({ channel, request }) => JSON.stringify(requestOf(draft, channel, offers)) === JSON.stringify(request))
      .map(({ channel, error }) => [channel.id, error]),
  );
  // A form that the user left before may still be sending when the user comes back.
  return { send: sending.mutate, isSending: useIsMutating({ mutationKey }) > 0, faults };
}

interface Way {
  offers: Offers;
  /** Changes the draft in its place. */
  note: (change: Change) => void;
}

/** Sends a draft to a channel. */
async function sendTo(
  channel: ConnectionRow,
  draft: Draft,
  { offers, note }: Way,
): Promise<Sent | Omit<Refusal, 'channel'>> {
  const { id } = channel;
  const request = requestOf(draft, channel, offers);
  if (request === null) throw new Error('The post is sent before it was judged.');
  note((before) => withTry(before, id));
  try {
    const sent = await create(request);
    if (!sent.isOutdated || draft.tried.includes(id)) return sent;
  } catch (error) {
    return { error, request };
  }
  // The first try has met a post: a copy of this draft, in another tab, has made it.
  const ownKey = newKey();
  note((before) => withOwnKey(before, id, ownKey));
  return sendTo(channel, withTry(withOwnKey(draft, id, ownKey), id), { offers, note });
}

/** Creates a post. After a lost answer, the API says whether the post lacks later changes (contract.md §2). */
async function create(request: Request): Promise<Sent> {
  const { answer, header } = await withHeaders('createAssignment', request);
  return { assignmentId: answer.id, isOutdated: header('Idempotency-Mismatch') === 'true' };
}

function tell(posts: number, refusals: readonly Refusal[]): void {
  for (const { channel, error } of refusals) announceFaultOf(channel.name, error);
  if (refusals.length === 0) announce(texts.sent.toast(posts));
}

/** @returns a function that tells whether the component is still on the page */
function useIsOpen(): () => boolean {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return () => isOpen.current;
}
