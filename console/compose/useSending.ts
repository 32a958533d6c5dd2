import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AssignmentCreated } from '../../api/assignments/schema';
import { refreshAssignments } from '../assignments/queries';
import type { ConnectionRow } from '../connections/queries';
import { send } from '../http/request';
import { noteStep } from '../overview/onboarding';
import { announce, announceFaultOf } from '../parts/announce';
import { changeDraft } from './changeDraft';
import { afterSending, requestOf, withSent } from './draft';
import type { Draft } from './draft';

interface Options {
  draft: Draft;
  /** Where the draft is kept. */
  place: string;
  /** All that are there, chosen or not. */
  channels: readonly ConnectionRow[];
}

interface Sent {
  assignmentId: string;
  /** Whether it was made of an earlier version. */
  isOutdated: boolean;
}

interface Refusal {
  channel: ConnectionRow;
  error: unknown;
  /** The request that was refused. */
  request: string;
}

/**
 * Sends a draft to channels, one assignment each. It ends also if the form is left meanwhile: the draft has what was sent,
 * wherever it is by then, and a message says how it went.
 * @returns how to, whether it is under way, and by channel why the draft as it stands was refused
 */
export function useSending({ draft, place, channels }: Options) {
  const queries = useQueryClient();
  const isOpen = useIsOpen();
  const mutationKey = ['sending', place];
  const sending = useMutation({
    mutationKey,
    mutationFn: async (unsent: readonly ConnectionRow[]) => {
      const sent: Sent[] = [];
      const refusals: Refusal[] = [];
      for (const channel of unsent) {
        const request = requestOf(draft, channel);
        try {
          const { id, isOutdated } = await create(request);
          changeDraft(place, draft.key, (before) => withSent(before, channel.id, id, isOutdated));
          sent.push({ assignmentId: id, isOutdated });
          noteStep(queries, 'first_post');
        } catch (error) {
          // The others are sent all the same.
          refusals.push({ channel, error, request });
        }
      }
      if (refusals.length === 0) changeDraft(place, draft.key, (before) => afterSending(before, channels));
      if (!isOpen()) tell(refusals);
      void refreshAssignments(queries);
      return { sent, refusals };
    },
  });
  const refusals = sending.data?.refusals ?? [];
  const faults: Readonly<Record<string, unknown>> = Object.fromEntries(
    refusals
      .filter(({ channel, request }) => requestOf(draft, channel) === request)
      .map(({ channel, error }) => [channel.id, error]),
  );
  // It may be the work of a form that was left, and to which the person has come back.
  return { send: sending.mutate, isSending: useIsMutating({ mutationKey }) > 0, faults };
}

/** An answer that was lost had made the post; what was changed since is not in it, and the API says so (contract.md §2). */
async function create(request: string): Promise<{ id: string; isOutdated: boolean }> {
  const response = await send('POST', '/console/assignments', { body: JSON.parse(request) });
  const { id }: AssignmentCreated = await response.json();
  return { id, isOutdated: response.headers.get('idempotency-mismatch') === 'true' };
}

function tell(refusals: readonly Refusal[]): void {
  for (const { channel, error } of refusals) announceFaultOf(channel.name, error);
  if (refusals.length === 0) announce('Your post is on its way.');
}

/** @returns what tells whether the component is still on the page */
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
