import { NativeSelect, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keyOf, query } from '../http/client';
import { texts } from '../texts/payloadInputs';
import { labelsOf } from './ValueField';
import type { FieldOffered, PartOffered } from './fields';
import type { FieldProps } from './ValueField';

export interface PickProps extends FieldProps<FieldOffered | PartOffered> {
  list: NonNullable<FieldOffered['pickedFrom']>;
  /** The channel whose list it is. */
  connectionId: string;
}

/** The lists that a channel has. */
export const pickLists: readonly PickProps['list'][] = ['playlists', 'categories'];

/** The API itself reads a list once an hour. */
const listed = { staleTime: 5 * 60_000, retry: false } as const;

const listQuery = (list: PickProps['list'], connectionId: string) =>
  list === 'playlists'
    ? queryOptions({
        ...query('listPlaylists', { connectionId }),
        ...listed,
        queryKey: [...keyOf('listPlaylists'), connectionId],
      })
    : queryOptions({
        ...query('listCategories', { connectionId }),
        ...listed,
        queryKey: [...keyOf('listCategories'), connectionId],
      });

/** An id that is picked by its title. Where there is no list, or not yet, the id is typed. */
export function PickField(props: PickProps) {
  const { list, connectionId, onChange } = props;
  const { data, isError } = useQuery(listQuery(list, connectionId));
  // A list that comes while somebody types takes nothing out of their hands.
  const [isTyped, setTyped] = useState(false);
  const items = data?.items ?? [];
  if (items.length > 0 && !isTyped) return <Choice {...props} items={items} />;
  const { description, ...labels } = labelsOf(props);
  const state = isError ? texts.listFailed : data ? texts.listEmpty : texts.listLoading;
  return (
    <TextInput
      {...labels}
      description={isTyped ? description : `${description} ${state}`}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={({ currentTarget }) => {
        setTyped(true);
        onChange(currentTarget.value);
      }}
    />
  );
}

interface ChoiceProps extends PickProps {
  items: readonly { id: string; title: string }[];
}

function Choice(props: ChoiceProps) {
  const { items, mayBeUnset, onChange } = props;
  const value = typeof props.value === 'string' ? props.value : '';
  const isListed = value === '' || items.some(({ id }) => id === value);
  const none = { value: '', label: texts.notPicked };
  return (
    <NativeSelect
      {...labelsOf(props)}
      value={value}
      data={[
        ...(value === '' || mayBeUnset ? [none] : []),
        ...(isListed ? [] : [{ value, label: value }]),
        ...items.map(({ id, title }) => ({ value: id, label: title })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
    />
  );
}
