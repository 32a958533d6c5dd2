import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { localOf, momentOf, relativeTime, utcTime } from '../words/time';
import { useNow } from './useNow';
import { useViewer } from './viewer';

interface Props {
  /** Null: as soon as it can. */
  value: string | null;
  error?: string | undefined;
  onChange: (at: string | null) => void;
}

const hourMs = 3_600_000;
const stepMs = 10_000;

/** When a post goes live: at once, or at a time in the zone of the user, with UTC beside it. */
export function ScheduleField({ value, error, onChange }: Props) {
  const { profile } = useViewer();
  const nowMs = useNow(stepMs);
  const { timezone } = profile;
  const later = () => new Date(Math.ceil((nowMs + hourMs) / hourMs) * hourMs).toISOString();
  return (
    <Stack gap="xs">
      <Radio.Group
        label="When it goes live"
        value={value === null ? 'now' : 'later'}
        onChange={(next) => onChange(next === 'now' ? null : later())}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="now" label="As soon as it can" />
          <Radio value="later" label="At a time" />
        </Stack>
      </Radio.Group>
      {value !== null && (
        <>
          <TextInput
            type="datetime-local"
            label={`Time in ${timezone.replaceAll('_', ' ')}`}
            value={localOf(value, timezone)}
            error={error}
            maw={280}
            onChange={(event) => {
              const moment = momentOf(event.currentTarget.value, timezone);
              if (moment) onChange(moment.toISOString());
            }}
          />
          <Text size="sm" c="dimmed" className="tabular">
            {utcTime(value)}, {relativeTime(value, nowMs, profile)}
          </Text>
          {Date.parse(value) <= nowMs && (
            <Text size="sm" role="status">
              This time has passed: it goes live as soon as it can.
            </Text>
          )}
        </>
      )}
    </Stack>
  );
}
