import { Code, Paper, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MemberLimit } from '../../../api/billing/schema';
import type { Transaction } from '../../../api/transactions/schema';
import { FaultAlert } from '../../parts/FaultAlert';
import { TextLink } from '../../parts/links';
import { PendingScreen } from '../../parts/PendingScreen';
import { RelativeTime } from '../../parts/RelativeTime';
import { Screen } from '../../parts/Screen';
import { limitsQuery } from '../../resources/billing/queries';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/transaction';
import { credits, signed } from '../../texts/amounts';
import { describedEntry, entryWords, operationWords } from '../../words/ledger';
import { transactionQuery } from './queries';

const route = getRouteApi('/shell/billing/transactions/$transactionId');

/** One change of the balance, whole. */
export function TransactionScreen() {
  const { transactionId } = route.useParams();
  const { data, error, refetch } = useQuery(transactionQuery(transactionId));
  const { data: members } = useQuery(limitsQuery);
  if (!data)
    return (
      <Screen title={texts.title} description={<TextLink to="/billing">{labels.billing}</TextLink>}>
        {error ? <FaultAlert error={error} onRetry={() => void refetch()} /> : <PendingScreen />}
      </Screen>
    );
  const { id, type, amount, balanceAfter, operation, assignmentId, description, createdAt } = data;
  const rows: [name: string, value: ReactNode][] = [
    [labels.date, <RelativeTime key="date" at={createdAt} />],
    [labels.type, `${entryWords[type].label}. ${entryWords[type].meaning}.`],
    [labels.credits, credits(data.credits)],
    [texts.balanceChange, signed(amount)],
    [texts.balanceAfter, credits(balanceAfter)],
    [labels.activity, operation === null ? '–' : operationWords(operation)],
    [
      texts.post,
      assignmentId === null ? (
        '–'
      ) : (
        <TextLink key="assignment" to="/assignments/$assignmentId" params={{ assignmentId }} size="sm">
          {labels.postDetails}
        </TextLink>
      ),
    ],
    [texts.createdBy, authorOf(data, members?.items)],
    [
      texts.id,
      <Code key="id" className="breakable">
        {id}
      </Code>,
    ],
  ];
  return (
    <Screen title={describedEntry(description)} description={<TextLink to="/billing">{labels.billing}</TextLink>}>
      <Paper>
        <Table variant="vertical" layout="fixed">
          <Table.Tbody>
            {rows.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th w={140} scope="row">
                  {name}
                </Table.Th>
                <Table.Td className="tabular breakable">{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
    </Screen>
  );
}

/** The author in words: the user of the credits, or the service, which gives, books and expires credits. */
function authorOf({ type, userId }: Transaction, members: readonly MemberLimit[] | undefined): string {
  if (type === 'purchase') return texts.authors.serviceOncePaid;
  if (type === 'grant' || type === 'expire' || type === 'adjust') return texts.authors.service;
  if (userId === null) return texts.authors.program;
  const user = members?.find((member) => member.userId === userId);
  return user?.name ?? (members ? texts.authors.formerMember : texts.authors.someMember);
}
