import { Button, Group, Stack } from '@mantine/core';
import type { Ref } from 'react';
import { FaultAlert } from '../../parts/FaultAlert';
import { ScheduleField } from '../../parts/form/ScheduleField';
import { LockNotice } from '../../parts/LockNotice';
import { labels } from '../../texts/labels';

interface Props {
  scheduledAt: string | null;
  /** Why the time cannot be changed (any more); null: it can. */
  lock: string | null;
  /** The change that the form sends. */
  save: { isPending: boolean; isError: boolean; error: Error | null; mutate: () => void };
  onChange: (scheduledAt: string | null) => void;
  onLeave: () => void;
  ref?: Ref<HTMLDivElement>;
}

/** The content of a dialog that gives a post another time. */
export function RescheduleForm({ scheduledAt, lock, save, onChange, onLeave, ref }: Props) {
  return (
    <Stack ref={ref}>
      <ScheduleField value={scheduledAt} onChange={onChange} />
      <LockNotice reason={lock} />
      {save.isError && <FaultAlert error={save.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onLeave} disabled={save.isPending}>
          {labels.cancel}
        </Button>
        <Button loading={save.isPending} disabled={lock !== null} onClick={() => save.mutate()}>
          {labels.reschedule}
        </Button>
      </Group>
    </Stack>
  );
}
