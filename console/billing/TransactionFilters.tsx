import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download, Search } from 'lucide-react';
import { useState } from 'react';
import { creditEntryTypes } from '../../domain/credits';
import { announceFault } from '../parts/announce';
import { entryWords } from '../words/states';
import { saveTransactions } from './queries';
import { readBillingSearch } from './search';
import type { BillingSearch } from './search';

interface Props {
  search: BillingSearch;
  onChange: (search: BillingSearch) => void;
}

/** The filters of the transactions, and a link to all of them as a file. */
export function TransactionFilters({ search, onChange }: Props) {
  const [words, setWords] = useState(search.search ?? '');
  const save = useMutation({ mutationFn: async () => saveTransactions(search), onError: announceFault });
  const { page: _page, ...kept } = search;
  const change = (next: Record<string, string>) => onChange(readBillingSearch({ ...kept, ...next }));
  const searchNow = () => {
    if (words.trim() !== (search.search ?? '')) change({ search: words.trim() });
  };
  return (
    <Group align="flex-end" gap="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          searchNow();
        }}
      >
        <TextInput
          label="Search"
          type="search"
          placeholder="Text, or an assignment’s id"
          leftSection={<Search aria-hidden size={16} />}
          w={260}
          maw="100%"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          onBlur={searchNow}
        />
      </form>
      <NativeSelect
        label="Kind"
        value={search.type ?? ''}
        data={[
          { value: '', label: 'Any' },
          ...creditEntryTypes.map((type) => ({ value: type, label: entryWords[type].label })),
        ]}
        onChange={(event) => change({ type: event.currentTarget.value })}
      />
      <TextInput
        label="From"
        type="date"
        value={search.dateFrom ?? ''}
        onChange={(event) => change({ dateFrom: event.currentTarget.value })}
      />
      <TextInput
        label="Before"
        type="date"
        value={search.dateTo ?? ''}
        onChange={(event) => change({ dateTo: event.currentTarget.value })}
      />
      <Button
        variant="default"
        leftSection={<Download aria-hidden size={16} />}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        Export as CSV
      </Button>
    </Group>
  );
}
