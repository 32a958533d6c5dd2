import { Button, Fieldset, Group, Input, NativeSelect, Stack } from '@mantine/core';
import { labels } from '../texts/labels';
import { texts } from '../texts/payloadInputs';
import { faultsOfItem } from './faults';
import type { FieldOffered, ItemOffered, Values } from './fields';
import { labelsOf, ValueField } from './ValueField';
import type { FieldProps } from './ValueField';

interface Props extends FieldProps<FieldOffered> {
  items: ItemOffered;
}

/** A list of objects: each is a group of inputs, with a button that removes the group. */
export function ObjectListField(props: Props) {
  const { field, items, value, onChange } = props;
  const rows = rowsOf(value);
  const isFull = field.maxItems !== null && rows.length >= field.maxItems;
  const { name, ...shown } = labelsOf(props);
  return (
    <Input.Wrapper {...shown} labelElement="div" role="group" aria-label={field.label} data-field={name}>
      <Stack gap="xs" mt="xs">
        {rows.map((row, place) => (
          <ObjectFields
            key={place}
            items={items}
            place={place + 1}
            row={row}
            onChange={(next) => onChange(rows.map((one, at) => (at === place ? next : one)))}
            onRemove={() => onChange(rows.filter((_one, at) => at !== place))}
          />
        ))}
        <Group>
          <Button size="compact-sm" variant="default" disabled={isFull} onClick={() => onChange([...rows, {}])}>
            {texts.addItem(items.label)}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}

interface RowProps {
  items: ItemOffered;
  /** From 1. */
  place: number;
  row: Values;
  onChange: (row: Values) => void;
  onRemove: () => void;
}

function ObjectFields({ items, place, row, onChange, onRemove }: RowProps) {
  const parts = items.fields ?? [];
  const faults = faultsOfItem(items, row);
  const [chosen = parts[0]] = parts.filter(({ name }) => Object.hasOwn(row, name));
  const shown = items.hasOneField ? parts.filter((part) => part === chosen) : parts;
  return (
    <Fieldset legend={texts.itemName(items.label, place)}>
      <Stack gap="xs">
        {items.hasOneField && chosen && (
          <NativeSelect
            label={texts.namedBy}
            value={chosen.name}
            data={parts.map(({ name, label }) => ({ value: name, label }))}
            onChange={(event) => onChange({ [event.currentTarget.value]: row[chosen.name] ?? '' })}
          />
        )}
        {shown.map((part) => (
          <ValueField
            key={part.name}
            field={part}
            value={row[part.name]}
            error={faults[part.name]?.join('; ')}
            mayBeUnset
            onChange={(value) => onChange(withKey(row, part.name, value, items.hasOneField || part.required))}
          />
        ))}
        <Group justify="flex-end">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.removeItem(items.label, place)}
            onClick={onRemove}
          >
            {labels.remove}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

/** The object with one value changed; an empty value is left out where it may be. */
function withKey(row: Values, name: string, value: unknown, isKept: boolean): Values {
  const { [name]: _replaced, ...others } = row;
  return value === undefined || ((value === '' || value === null) && !isKept) ? others : { ...others, [name]: value };
}

function rowsOf(value: unknown): Values[] {
  return Array.isArray(value) ? value.map((row: unknown) => ({ ...Object(row) })) : [];
}
