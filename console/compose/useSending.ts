import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AssignmentCreated } from '../../api/assignments/schema';
import { refreshAssignments } from '../assignments/queries';
import type { ConnectionRow } from '../connections/queries';
import { send } from '../http/request';
import { noteStep } from '../overview/onboarding';
import { requestOf } from './draft';
import type { Draft } from './draft';

interface Options {
  draft: Draft;
  /** Notes that a channel has got the post, or had got an earlier version of it. */
  onSent: (connectionId: string, assignmentId: string, isOutdated: boolean) => void;
  /** Is called after them if none was refused. */
  onAllSent: () => void;
}

interface Refusal {
  channel: ConnectionRow;
  error: unknown;
  /** The request that was refused. */
  request: string;
}

/**
 * Sends a draft to channels, one assignment each.
 * @returns how to, whether it is under way, and by channel why the draft as it stands was refused
 */
export function useSending({ draft, onSent, onAllSent }: Options) {
  const queries = useQueryClient();
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const sending = useMutation({
    mutationFn: async (channels: readonly ConnectionRow[]) => {
      setRefusals([]);
      let isAllSent = true;
      for (const channel of channels) {
        const request = requestOf(draft, channel);
        try {
          const { id, isOutdated } = await create(request);
          onSent(channel.id, id, isOutdated);
          noteStep(queries, 'first_post');
        } catch (error) {
          // The others are sent all the same.
          isAllSent = false;
          setRefusals((before) => [...before, { channel, error, request }]);
        }
      }
      if (isAllSent) onAllSent();
      void refreshAssignments(queries);
    },
  });
  const faults: Readonly<Record<string, unknown>> = Object.fromEntries(
    refusals
      .filter(({ channel, request }) => requestOf(draft, channel) === request)
      .map(({ channel, error }) => [channel.id, error]),
  );
  return { send: sending.mutate, isSending: sending.isPending, faults };
}

/** An answer that was lost had made the post; what was changed since is not in it, and the API says so (contract.md §2). */
async function create(request: string): Promise<{ id: string; isOutdated: boolean }> {
  const response = await send('POST', '/console/assignments', { body: JSON.parse(request) });
  const { id }: AssignmentCreated = await response.json();
  return { id, isOutdated: response.headers.get('idempotency-mismatch') === 'true' };
}
