import { CloseButton, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { assignmentStatuses, contentTypes } from '../../domain/assignment';
import { readWord } from '../app/readText';
import { connectionsQuery } from '../connections/queries';
import { platformsQuery } from '../parts/viewerQueries';
import { statusWords, typeWords } from '../words/states';
import { sortWords } from './search';
import type { AssignmentSearch } from './search';

const typingMs = 300;

interface Props {
  search: AssignmentSearch;
  onChange: (search: AssignmentSearch) => void;
}

/** The filters of the list. */
export function AssignmentFilters({ search, onChange }: Props) {
  const { data: connections } = useQuery(connectionsQuery);
  const { data: platforms } = useSuspenseQuery(platformsQuery);
  const set = (name: keyof AssignmentSearch, value: string) => {
    const { [name]: _replaced, ...others } = search;
    onChange({ ...others, ...(value !== '' && { [name]: value }) });
  };
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="xs">
      <SearchField searched={search.search ?? ''} onSearch={(text) => set('search', text)} />
      <NativeSelect
        label="Status"
        value={search.status ?? ''}
        onChange={(event) => set('status', event.currentTarget.value)}
        data={[any, ...assignmentStatuses.map((value) => ({ value, label: statusWords[value].label }))]}
      />
      <NativeSelect
        label="Type"
        value={search.type ?? ''}
        onChange={(event) => set('type', event.currentTarget.value)}
        data={[any, ...contentTypes.map((value) => ({ value, label: typeWords[value] }))]}
      />
      <NativeSelect
        label="Platform"
        value={search.platform ?? ''}
        onChange={(event) => set('platform', event.currentTarget.value)}
        data={[any, ...platforms.items.map(({ slug, name }) => ({ value: slug, label: name }))]}
      />
      <NativeSelect
        label="Channel"
        value={search.connectionId ?? ''}
        onChange={(event) => set('connectionId', event.currentTarget.value)}
        data={[any, ...(connections?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <TextInput
        label="Created from"
        type="date"
        value={search.dateFrom ?? ''}
        onChange={(event) => set('dateFrom', event.currentTarget.value)}
      />
      <TextInput
        label="Created before"
        type="date"
        value={search.dateTo ?? ''}
        onChange={(event) => set('dateTo', event.currentTarget.value)}
      />
      <NativeSelect
        label="Order"
        value={search.sort ?? '-createdAt'}
        onChange={(event) => set('sort', readWord(event.currentTarget.value, orders) ?? '')}
        data={Object.entries(sortWords).map(([value, label]) => ({ value, label }))}
      />
    </SimpleGrid>
  );
}

const any = { value: '', label: 'Any' };
const orders = Object.keys(sortWords);

/** Searches when the typing pauses. A search that is ended elsewhere empties the field. */
function SearchField({ searched, onSearch }: { searched: string; onSearch: (text: string) => void }) {
  const [{ text, known }, setState] = useState({ text: searched, known: searched });
  const search = useDebouncedCallback(onSearch, typingMs);
  if (known !== searched) setState({ text: searched === '' ? '' : text, known: searched });
  const change = (next: string) => {
    setState({ text: next, known });
    search(next.trim());
  };
  return (
    <TextInput
      label="Search"
      placeholder="Title or id"
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<Search aria-hidden size={16} />}
      rightSection={text !== '' && <CloseButton size="sm" aria-label="Clear the search" onClick={() => change('')} />}
    />
  );
}
