import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { followEvents } from '../../../clients/followEvents';
import type { ServerEvent } from '../../../clients/followEvents';
import { send } from '../../http/request';
import { assignmentQuery } from '../../resources/assignments/assignment';
import { useSession } from '../../session/useSession';

/** `refused`: the API does not let this page follow the assignment, which is then read again from time to time. */
export type Following = 'live' | 'opening' | 'refused';

type Entry = Omit<InspectedAssignment['timeline'][number], 'failedTries'>;
type Progress = NonNullable<InspectedAssignment['progress']>;
type RemovalNews = Pick<InspectedAssignment, 'removal'>;

/**
 * Follows the events of an assignment, and puts them where its screen reads. A browser has six connections to a host,
 * over all tabs: a hidden page, or a page whose post has ended, follows nothing.
 */
export function useAssignmentEvents(id: string, hasEnded: boolean): Following {
  const queries = useQueryClient();
  const { status } = useSession();
  const isSeen = useDocumentVisibility() === 'visible';
  const [following, setFollowing] = useState<Following>('opening');
  const isWanted = status === 'open' && isSeen && !hasEnded;
  useEffect(() => {
    if (!isWanted) return undefined;
    const leaving = new AbortController();
    const query = assignmentQuery(id);
    const { queryKey } = query;
    const onEvent = (event: ServerEvent) => {
      const known = queries.getQueryData(queryKey);
      if (!known) {
        // An event that comes before the first answer may be newer than the answer, so the event waits for it.
        void queries.ensureQueryData(query).then(
          () => onEvent(event),
          () => undefined,
        );
        return;
      }
      const next = withEvent(known, event);
      queries.setQueryData(queryKey, next);
      // Credits, deliveries and the address of the post come with the whole.
      if (next.timeline !== known.timeline || next.removal !== known.removal)
        void queries.invalidateQueries({ queryKey });
    };
    const onOpen = (isOpen: boolean) => setFollowing(isOpen ? 'live' : 'opening');
    void followEvents(`/console/assignments/${id}/events`, {
      fetch: async (path, init) => send('GET', path, init),
      signal: leaving.signal,
      onEvent,
      onOpen,
    }).then(() => {
      if (!leaving.signal.aborted) setFollowing('refused');
    });
    return () => leaving.abort();
  }, [id, queries, isWanted]);
  return following;
}

function withEvent(known: InspectedAssignment, event: ServerEvent): InspectedAssignment {
  if (isProgress(event)) return { ...known, progress: event.data };
  return isRemoval(event) ? { ...known, removal: event.data.removal } : withEntry(known, event);
}

function withEntry(known: InspectedAssignment, event: ServerEvent): InspectedAssignment {
  if (!isEntry(event)) return known;
  const entry = { ...event.data, failedTries: { count: 0, latest: [] } };
  // A stream begins with the whole timeline.
  if (known.timeline.some(({ status, at }) => status === entry.status && at === entry.at)) return known;
  const progress = entry.status === 'uploading' ? known.progress : null;
  return { ...known, status: entry.status, errors: entry.errors, progress, timeline: [...known.timeline, entry] };
}

function isProgress(event: ServerEvent): event is ServerEvent & { data: Progress } {
  return event.name === 'progress';
}

function isRemoval(event: ServerEvent): event is ServerEvent & { data: RemovalNews } {
  return event.name === 'removal';
}

function isEntry(event: ServerEvent): event is ServerEvent & { data: Entry } {
  return event.name === 'status';
}
