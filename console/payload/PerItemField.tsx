import { Fieldset, Stack, Text } from '@mantine/core';
import { texts } from '../texts/payloadInputs';
import type { FieldOffered, ItemOffered } from './fields';
import { labelsOf, ValueField } from './ValueField';
import type { FieldProps } from './ValueField';

interface Props extends FieldProps<FieldOffered> {
  items: ItemOffered;
  /** The number of items of the list that the texts are about. */
  count: number;
}

/** A list of texts, one for each item of another list, by its place. */
export function PerItemField(props: Props) {
  const { items, count, value, onChange } = props;
  const given = Array.isArray(value) ? value.map(String) : [];
  const { label, description, error } = labelsOf(props);
  const places = Array.from({ length: Math.max(count, given.length) }, (_none, place) => place);
  if (places.length === 0) return null;
  return (
    <Fieldset legend={label}>
      <Stack gap="xs">
        <Text size="xs" c="dimmed">
          {description}
        </Text>
        {places.map((place) => (
          <ValueField
            key={place}
            field={{ ...items, type: 'string', label: texts.itemName(items.label, place + 1) }}
            value={given[place] ?? ''}
            error={place === places.length - 1 ? error : undefined}
            onChange={(text) => onChange(withText(given, place, String(text)))}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}

/** The texts with one of them changed. Empty ones at the end are left out: the list need not be as long. */
function withText(given: readonly string[], place: number, text: string): string[] {
  const length = Math.max(given.length, place + 1);
  const texts = Array.from({ length }, (_none, at) => (at === place ? text : (given[at] ?? '')));
  return texts.slice(0, texts.findLastIndex((one) => one !== '') + 1);
}
