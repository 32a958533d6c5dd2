import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { InspectedAssignment } from '../../api/assignments/consoleSchema';
import { followEvents } from '../http/followEvents';
import type { ServerEvent } from '../http/followEvents';
import { useSession } from '../session/useSession';
import { assignmentQuery } from './queries';

type Entry = InspectedAssignment['timeline'][number];
type Progress = NonNullable<InspectedAssignment['progress']>;

/** Follows what becomes of an assignment, and puts it where its screen reads it. @returns whether it is live now */
export function useAssignmentEvents(id: string): boolean {
  const queries = useQueryClient();
  const { status } = useSession();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    if (status !== 'open') return undefined;
    const leaving = new AbortController();
    const { queryKey } = assignmentQuery(id);
    const onEvent = (event: ServerEvent) => {
      let isNews = false;
      queries.setQueryData(queryKey, (known) => {
        if (!known) return known;
        const next = isProgress(event) ? { ...known, progress: event.data } : withEntry(known, event);
        isNews = next.status !== known.status || next.timeline !== known.timeline;
        return next;
      });
      // Credits, deliveries and the address of the post come with the whole.
      if (isNews) void queries.invalidateQueries({ queryKey });
    };
    void followEvents(`/console/assignments/${id}/events`, { signal: leaving.signal, onEvent, onOpen: setLive });
    return () => leaving.abort();
  }, [id, queries, status]);
  return isLive;
}

function withEntry(known: InspectedAssignment, event: ServerEvent): InspectedAssignment {
  if (!isEntry(event)) return known;
  const entry = event.data;
  // A stream begins with the whole timeline.
  if (known.timeline.some(({ status, at }) => status === entry.status && at === entry.at)) return known;
  const progress = entry.status === 'uploading' ? known.progress : null;
  return { ...known, status: entry.status, errors: entry.errors, progress, timeline: [...known.timeline, entry] };
}

function isProgress(event: ServerEvent): event is ServerEvent & { data: Progress } {
  return event.name === 'progress';
}

function isEntry(event: ServerEvent): event is ServerEvent & { data: Entry } {
  return event.name === 'status';
}
