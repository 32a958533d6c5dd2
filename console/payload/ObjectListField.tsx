import { Button, Fieldset, Group, Input, NativeSelect, Stack } from '@mantine/core';
import { labels } from '../texts/labels';
import { texts } from '../texts/payloadInputs';
import { faultsOfItem } from './faults';
import type { FieldOffered, ItemOffered, Values } from './fields';
import { PickField, pickLists } from './PickField';
import type { PickProps } from './PickField';
import { labelsOf, ValueField } from './ValueField';
import type { FieldProps } from './ValueField';

interface Props extends FieldProps<FieldOffered> {
  items: ItemOffered;
  /** The channel whose lists ids are picked from; undefined: an id fits none of several channels, so a name is asked for. */
  connectionId: string | undefined;
}

/** A list of objects: each is a group of inputs, with a button that removes the group. */
export function ObjectListField(props: Props) {
  const { field, items, connectionId, value, onChange } = props;
  const list = listNamed(field.name);
  const picked = list && connectionId !== undefined ? { list, connectionId } : null;
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
            picked={picked}
            isNamed={list !== undefined && picked === null}
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
  /** The list of the channel that has the ids which fit; null: none. */
  picked: Pick<PickProps, 'list' | 'connectionId'> | null;
  /** True where an id would fit one of several channels alone. */
  isNamed: boolean;
  /** From 1. */
  place: number;
  row: Values;
  onChange: (row: Values) => void;
  onRemove: () => void;
}

function ObjectFields({ items, picked, isNamed, place, row, onChange, onRemove }: RowProps) {
  const mayHave = (name: string) => !isNamed || name !== idName || Object.hasOwn(row, idName);
  const parts = (items.fields ?? []).filter(({ name }) => mayHave(name));
  const faults = faultsOfItem(items, row);
  const [chosen = parts[0]] = parts.filter(({ name }) => Object.hasOwn(row, name));
  const shown = items.hasOneField ? parts.filter((part) => part === chosen) : parts;
  return (
    <Fieldset legend={texts.itemName(items.label, place)}>
      <Stack gap="xs">
        {items.hasOneField && chosen && parts.length > 1 && (
          <NativeSelect
            label={texts.namedBy}
            value={chosen.name}
            data={parts.map(({ name, label }) => ({ value: name, label }))}
            onChange={(event) => onChange({ [event.currentTarget.value]: row[chosen.name] ?? '' })}
          />
        )}
        {shown.map((part) => {
          const props = {
            field: part,
            value: row[part.name],
            error: faults[part.name]?.join('; '),
            mayBeUnset: true,
            onChange: (value: unknown) => onChange(withKey(row, part.name, value, items.hasOneField || part.required)),
          };
          const isPicked = picked !== null && part.name === idName;
          return isPicked ? (
            <PickField key={part.name} {...props} {...picked} />
          ) : (
            <ValueField key={part.name} {...props} />
          );
        })}
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

/** The name of the field that has the id of an item in lists of channels. */
const idName = 'id';

/** The list of a channel that has the same name as a field. */
function listNamed(name: string): PickProps['list'] | undefined {
  return pickLists.find((list) => list === name);
}

/** The object with one value changed; an empty value is left out where it may be. */
function withKey(row: Values, name: string, value: unknown, isKept: boolean): Values {
  const { [name]: _replaced, ...others } = row;
  return value === undefined || ((value === '' || value === null) && !isKept) ? others : { ...others, [name]: value };
}

function rowsOf(value: unknown): Values[] {
  return Array.isArray(value) ? value.map((row: unknown) => ({ ...Object(row) })) : [];
}
