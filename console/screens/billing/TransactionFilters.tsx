import { Button, Group, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { creditEntryTypes } from '../../../domain/credits';
import { announceFault } from '../../parts/announce';
import { DateField } from '../../parts/form/DateField';
import { SearchField } from '../../parts/form/SearchField';
import { texts } from '../../texts/screens/billing';
import { labels } from '../../texts/labels';
import { useViewer } from '../../viewer/viewer';
import { entryWords } from '../../words/ledger';
import { inMoments } from '../../words/clock';
import { saveTransactions } from './saveTransactions';
import { readBillingSearch } from './search';
import type { BillingSearch } from './search';

interface Props {
  search: BillingSearch;
  /** @param replace true: it is no step of the browser's history */
  onChange: (search: BillingSearch, replace: boolean) => void;
}

/** The filters of the transactions, and a button that saves all that fit as a file. */
export function TransactionFilters({ search, onChange }: Props) {
  const { timezone } = useViewer().profile;
  const save = useMutation({
    mutationFn: async () => saveTransactions(inMoments(search, timezone)),
    onError: announceFault,
  });
  const { page: _page, ...kept } = search;
  const change = (next: Record<string, string>, replace = false) =>
    onChange(readBillingSearch({ ...kept, ...next }), replace);
  return (
    <Group align="flex-end" gap="sm">
      <SearchField
        placeholder={texts.transactions.searchHint}
        w={260}
        maw="100%"
        searched={search.search ?? ''}
        onSearch={(words, isRefined) => change({ search: words }, isRefined)}
      />
      <NativeSelect
        label={labels.type}
        value={search.type ?? ''}
        data={[
          { value: '', label: labels.any },
          ...creditEntryTypes.map((type) => ({ value: type, label: entryWords[type].label })),
        ]}
        onChange={(event) => change({ type: event.currentTarget.value })}
      />
      <DateField
        label={texts.transactions.from}
        day={search.dateFrom ?? ''}
        onChange={(day, isRefined) => change({ dateFrom: day }, isRefined)}
      />
      <DateField
        label={texts.transactions.before}
        day={search.dateTo ?? ''}
        onChange={(day, isRefined) => change({ dateTo: day }, isRefined)}
      />
      <Button
        variant="default"
        leftSection={<Download aria-hidden size={16} />}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {texts.transactions.export}
      </Button>
    </Group>
  );
}
