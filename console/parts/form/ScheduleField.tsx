import { Group, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { texts } from '../../texts/schedule';
import { useViewer } from '../../viewer/viewer';
import { momentTime, relativeTime, utcTime, zoneName } from '../../words/time';
import { lazyPart } from '../lazyPart';
import { useNow } from '../useNow';

/** Most posts go live at once. */
const TimeField = lazyPart(async () => (await import('./TimeField')).TimeField);

interface Props {
  /** Null: as soon as it can. */
  value: string | null;
  error?: string | undefined;
  /** The zone in which the time is picked; null or left out: the viewer's own. */
  timezone?: string | null;
  /** Stands beside the time: the choice of its zone. */
  children?: ReactNode;
  onChange: (at: string | null) => void;
}

const hourMs = 3_600_000;
const stepMs = 10_000;
/** As high as the field with its label, so that nothing moves when it comes. */
const fieldHeight = 58;

/** When a post goes live: at once, or at a time in a zone, with the viewer's own time and UTC below it. */
export function ScheduleField({ value, error, timezone, children, onChange }: Props) {
  const { profile } = useViewer();
  const nowMs = useNow(stepMs);
  const zone = timezone ?? profile.timezone;
  const later = () => new Date(Math.ceil((nowMs + hourMs) / hourMs) * hourMs).toISOString();
  return (
    <Stack gap="xs">
      <Radio.Group
        label={texts.label}
        value={value === null ? 'now' : 'later'}
        onChange={(next) => onChange(next === 'now' ? null : later())}
      >
        <Group gap="md" mt="xs">
          <Radio value="now" label={texts.now} />
          <Radio value="later" label={texts.later} />
        </Group>
      </Radio.Group>
      {value !== null && (
        <>
          <Group gap="sm" align="flex-start">
            <Suspense fallback={<Skeleton h={fieldHeight} maw={280} />}>
              <TimeField key={zone} value={value} timezone={zone} error={error} onChange={onChange} />
            </Suspense>
            {children}
          </Group>
          <Text size="sm" c="dimmed" className="tabular">
            {zone !== profile.timezone && `${texts.yours(momentTime(value, profile), zoneName(profile.timezone))} `}
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
