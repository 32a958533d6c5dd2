import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useViewer } from '../../viewer/viewer';
import { isWholeYear, localOf, momentOf, relativeTime, utcTime } from '../../words/time';
import { useNow } from '../useNow';

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
          <TimeInput value={value} error={error} timezone={timezone} onChange={onChange} />
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

interface TimeInputProps extends Pick<Props, 'error' | 'onChange'> {
  value: string;
  timezone: string;
}

/** The time as it is typed, key by key. Only a whole one is a choice; else the last one is. */
function TimeInput({ value, error, timezone, onChange }: TimeInputProps) {
  const [{ text, of }, setTyped] = useState({ text: localOf(value, timezone), of: value });
  if (of !== value) setTyped({ text: localOf(value, timezone), of: value });
  const type = (typed: string) => {
    const moment = isWholeYear(typed) ? momentOf(typed, timezone)?.toISOString() : undefined;
    setTyped({ text: typed, of: moment ?? value });
    if (moment !== undefined) onChange(moment);
  };
  return (
    <TextInput
      type="datetime-local"
      label={`Time in ${timezone.replaceAll('_', ' ')}`}
      value={text}
      error={error}
      maw={280}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => setTyped({ text: localOf(value, timezone), of: value })}
    />
  );
}
