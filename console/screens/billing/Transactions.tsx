import { Button, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Transaction } from '../../../api/transactions/schema';
import { TextLink } from '../../parts/links';
import { PagedList } from '../../parts/list/PagedList';
import { numberColumn, ScrollTable } from '../../parts/list/ScrollTable';
import { RelativeTime } from '../../parts/RelativeTime';
import { Section } from '../../parts/Section';
import { texts } from '../../texts/screens/billing';
import { labels } from '../../texts/labels';
import { useViewer } from '../../viewer/viewer';
import { count, signed } from '../../texts/amounts';
import { describedEntry, entryWords } from '../../words/ledger';
import { inMoments } from '../../words/clock';
import { transactionsQuery } from './queries';
import { isFiltered } from './search';
import type { BillingSearch } from './search';
import { TransactionFilters } from './TransactionFilters';

const route = getRouteApi('/shell/billing');
const minWidth = 480;
const numbers = [texts.transactions.amount, texts.transactions.balance];
const columns = [labels.date, texts.transactions.description, ...numbers.map(numberColumn)];

/** The ledger: every change of the balance. */
export function Transactions() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { profile } = useViewer();
  const query = useQuery(transactionsQuery(inMoments(search, profile.timezone)));
  const show = (next: BillingSearch, replace = false) =>
    void navigate({ to: '/billing', search: next, replace, resetScroll: false });
  const empty = isFiltered(search)
    ? {
        title: texts.transactions.noMatchTitle,
        description: texts.transactions.noMatchAdvice,
        action: <Button onClick={() => show({})}>{labels.clearFilters}</Button>,
      }
    : { title: texts.transactions.emptyTitle, description: texts.transactions.emptyAdvice };
  return (
    <Section id="transactions" title={texts.transactions.title}>
      <TransactionFilters search={search} onChange={show} />
      <PagedList query={query} empty={empty} onPage={(page, replace) => show({ ...search, page }, replace)}>
        {(items) => (
          <ScrollTable caption={texts.transactions.title} columns={columns} minWidth={minWidth}>
            {items.map((transaction) => (
              <TransactionRow key={transaction.id} transaction={transaction} />
            ))}
          </ScrollTable>
        )}
      </PagedList>
    </Section>
  );
}

function TransactionRow({
  transaction: { id, type, amount, balanceAfter, description, assignmentId, createdAt },
}: {
  transaction: Transaction;
}) {
  return (
    <Table.Tr>
      <Table.Td>
        <RelativeTime at={createdAt} />
      </Table.Td>
      <Table.Td maw={280}>
        <TextLink
          to="/billing/transactions/$transactionId"
          params={{ transactionId: id }}
          size="sm"
          className="breakable"
        >
          {describedEntry(description)}
        </TextLink>
        <Text size="xs" c="dimmed" component="div">
          {entryWords[type].label}
          {assignmentId !== null && (
            <>
              {' · '}
              <TextLink to="/assignments/$assignmentId" params={{ assignmentId }} size="xs">
                {labels.postDetails}
              </TextLink>
            </>
          )}
        </Text>
      </Table.Td>
      <Table.Td className="tabular">{signed(amount)}</Table.Td>
      <Table.Td className="tabular">{count(balanceAfter)}</Table.Td>
    </Table.Tr>
  );
}
