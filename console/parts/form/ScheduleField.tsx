import { Radio, Skeleton, Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import { texts } from '../../texts/schedule';
import { useViewer } from '../../viewer/viewer';
import { relativeTime, utcTime } from '../../words/time';
import { lazyPart } from '../lazyPart';
import { useNow } from '../useNow';

/** Most posts go live at once. */
const TimeField = lazyPart(async () => (await import('./TimeField')).TimeField);

interface Props {
  /** Null: as soon as it can. */
  value: string | null;
  error?: string | undefined;
  onChange: (at: string | null) => void;
}

const hourMs = 3_600_000;
const stepMs = 10_000;
/** As high as the field with its label, so that nothing moves when it comes. */
const fieldHeight = 58;

/** When a post goes live: at once, or at a time in the zone of the user, with UTC beside it. */
export function ScheduleField({ value, error, onChange }: Props) {
  const { profile } = useViewer();
  const nowMs = useNow(stepMs);
  const { timezone } = profile;
  const later = () => new Date(Math.ceil((nowMs + hourMs) / hourMs) * hourMs).toISOString();
  return (
    <Stack gap="xs">
      <Radio.Group
        label={texts.label}
        value={value === null ? 'now' : 'later'}
        onChange={(next) => onChange(next === 'now' ? null : later())}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="now" label={texts.now} />
          <Radio value="later" label={texts.later} />
        </Stack>
      </Radio.Group>
      {value !== null && (
        <>
          <Suspense fallback={<Skeleton h={fieldHeight} maw={280} />}>
            <TimeField value={value} timezone={timezone} error={error} onChange={onChange} />
          </Suspense>
          <Text size="sm" c="dimmed" className="tabular">
            {utcTime(value)}, {relativeTime(value, nowMs, profile)}
          </Text>
          {Date.parse(value) <= nowMs && (
            <Text size="sm" role="status">
              {texts.passed}
            </Text>
          )}
        </>
      )}
    </Stack>
  );
}
