import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { texts } from '../../texts/schedule';
import { dayLater, isWholeYear, localOf, momentOf, twiceAt } from '../../words/clock';
import { offsetTime, zoneName } from '../../words/time';

interface Props {
  value: string;
  timezone: string;
  error?: string | undefined;
  onChange: (at: string) => void;
}

/** A text of the clock, key by key. */
interface Typed {
  text: string;
  /** The moment that it means. */
  at: string;
  /** The moment that was given or picked: of a time that comes twice it says which one is meant, however long somebody types. */
  before: string;
}

/** A time in the zone of the user. Only a whole one is a choice; else the last one is. Of a time that comes twice, either can be picked. */
export function TimeField({ value, timezone, error, onChange }: Props) {
  const shown = (at: string): Typed => ({ text: localOf(at, timezone), at, before: at });
  const [typed, setTyped] = useState(() => shown(value));
  const [isLeft, setLeft] = useState(false);
  if (typed.at !== value) setTyped(shown(value));
  const choose = (next: Typed) => {
    setTyped(next);
    if (next.at !== value) onChange(next.at);
  };
  const type = (text: string) => {
    setLeft(false);
    choose({ ...typed, text, at: chosenOf({ ...typed, text }, timezone) ?? value });
  };
  const local = localOf(value, timezone);
  const isSkipped = typed.text !== local && chosenOf(typed, timezone) === value;
  const twice = twiceAt(value, timezone);
  return (
    <Stack gap="xs">
      <TextInput
        type="datetime-local"
        label={texts.timeIn(zoneName(timezone))}
        value={isLeft ? local : typed.text}
        error={error}
        maw={320}
        rightSectionWidth={104}
        rightSection={
          <Button size="compact-xs" variant="subtle" onClick={() => choose(shown(dayLater(value, timezone)))}>
            {texts.dayLater}
          </Button>
        }
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => setLeft(true)}
      />
      {isSkipped && (
        <Text size="sm" role="status">
          {texts.skipped(clockOf(typed.text), clockOf(local))}
        </Text>
      )}
      {twice && (
        <Radio.Group label={texts.twice(clockOf(local))} value={value} onChange={(at) => choose(shown(at))}>
          <Group mt="xs">
            {twice.map((at) => (
              <Radio key={at} value={at} label={offsetTime(at, { timezone })} />
            ))}
          </Group>
        </Radio.Group>
      )}
    </Stack>
  );
}

/** The moment that a text means. Null: it is not whole. */
function chosenOf({ text, before }: Typed, timezone: string): string | null {
  return isWholeYear(text) ? momentOf(text, timezone, before) : null;
}

/** The time of day in a text of the clock. */
function clockOf(local: string): string {
  return local.slice(11);
}
