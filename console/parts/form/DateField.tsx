import { TextInput } from '@mantine/core';
import { isWholeYear } from '../../words/clock';
import { useTyped } from './useTyped';

interface Props {
  label: string;
  /** By the address; empty: none. */
  day: string;
  /** @param isRefined true: the day follows another one, so it is no step of the browser's history */
  onChange: (day: string, isRefined: boolean) => void;
}

/** A day that is typed, key by key, or picked. Only a whole one is a choice, or none; else the last one is. */
export function DateField({ label, day, onChange }: Props) {
  const { text, chosen, type, send } = useTyped(day);
  const choose = (input: HTMLInputElement) => {
    type(input.value);
    if (!isChoice(input) || input.value === chosen) return;
    send(input.value);
    onChange(input.value, input.value !== '' && chosen !== '');
  };
  return (
    <TextInput
      label={label}
      type="date"
      max="9999-12-31"
      value={text}
      onChange={(event) => choose(event.currentTarget)}
      // A field whose parts were emptied one by one says nothing of it before.
      onBlur={({ currentTarget }) => (isChoice(currentTarget) ? choose(currentTarget) : type(chosen))}
    />
  );
}

/** A field that has a month without a day has no value, as an empty one: but it knows that it is not whole. */
function isChoice({ value, validity }: HTMLInputElement): boolean {
  return value === '' ? !validity.badInput : isWholeYear(value);
}
