import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AssignmentCreated } from '../../api/assignments/schema';
import { refreshAssignments } from '../assignments/queries';
import type { ConnectionRow } from '../connections/queries';
import { send } from '../http/request';
import { noteStep } from '../overview/onboarding';
import { bodyOf, idempotencyKeyOf } from './draft';
import type { Draft } from './draft';

interface Options {
  draft: Draft;
  /** Notes that a channel has got the post, or had got an earlier version of it. */
  onSent: (connectionId: string, assignmentId: string, isOutdated: boolean) => void;
  /** Is called after them if none was refused. */
  onAllSent: () => void;
}

/** Sends a draft to channels, one assignment each. @returns how to, whether it is under way, and the refusal by channel */
export function useSending({ draft, onSent, onAllSent }: Options) {
  const queries = useQueryClient();
  const [faults, setFaults] = useState<Readonly<Record<string, unknown>>>({});
  const sending = useMutation({
    mutationFn: async (channels: readonly ConnectionRow[]) => {
      setFaults({});
      let isAllSent = true;
      for (const channel of channels) {
        try {
          const { id, isOutdated } = await create(draft, channel);
          onSent(channel.id, id, isOutdated);
          noteStep(queries, 'first_post');
        } catch (error) {
          // The others are sent all the same.
          isAllSent = false;
          setFaults((before) => ({ ...before, [channel.id]: error }));
        }
      }
      if (isAllSent) onAllSent();
      void refreshAssignments(queries);
    },
  });
  return { send: sending.mutate, isSending: sending.isPending, faults, forgetFaults: () => setFaults({}) };
}

/** An answer that was lost had made the post; what was changed since is not in it, and the API says so (contract.md §2). */
async function create(draft: Draft, channel: ConnectionRow): Promise<{ id: string; isOutdated: boolean }> {
  const body = { ...bodyOf(draft, channel), idempotencyKey: idempotencyKeyOf(draft, channel.id) };
  const response = await send('POST', '/console/assignments', { body });
  const { id }: AssignmentCreated = await response.json();
  return { id, isOutdated: response.headers.get('idempotency-mismatch') === 'true' };
}
