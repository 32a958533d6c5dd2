import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AssignmentCreated } from '../../api/assignments/schema';
import { refreshAssignments } from '../assignments/queries';
import type { ConnectionRow } from '../connections/queries';
import { post } from '../http/request';
import { noteStep } from '../overview/onboarding';
import { bodyOf, idempotencyKeyOf } from './draft';
import type { Draft } from './draft';

interface Options {
  draft: Draft;
  /** Notes that a channel has got the post. */
  onSent: (connectionId: string, assignmentId: string) => void;
}

/** Sends a draft to channels, one assignment each. @returns how to, whether it is under way, and the refusal by channel */
export function useSending({ draft, onSent }: Options) {
  const queries = useQueryClient();
  const [faults, setFaults] = useState<Readonly<Record<string, unknown>>>({});
  const sending = useMutation({
    mutationFn: async (channels: readonly ConnectionRow[]) => {
      setFaults({});
      for (const channel of channels) {
        const body = { ...bodyOf(draft, channel), idempotencyKey: idempotencyKeyOf(draft, channel.id) };
        try {
          const { id } = await post<AssignmentCreated>('/console/assignments', body);
          onSent(channel.id, id);
          noteStep(queries, 'first_post');
        } catch (error) {
          // The others are sent all the same.
          setFaults((before) => ({ ...before, [channel.id]: error }));
        }
      }
      void refreshAssignments(queries);
    },
  });
  return { send: sending.mutate, isSending: sending.isPending, faults, forgetFaults: () => setFaults({}) };
}
