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
import { credits, signed } from '../../words/amounts';
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
      <Screen title="Transaction" description={<TextLink to="/billing">Billing</TextLink>}>
        {error ? <FaultAlert error={error} onRetry={() => void refetch()} /> : <PendingScreen />}
      </Screen>
    );
  const { id, type, amount, balanceAfter, operation, assignmentId, description, createdAt } = data;
  const rows: [name: string, value: ReactNode][] = [
    ['When', <RelativeTime key="when" at={createdAt} />],
    ['Kind', `${entryWords[type].label}. ${entryWords[type].meaning}.`],
    ['Credits', credits(data.credits)],
    ['Effect on the balance', signed(amount)],
    ['Balance after', credits(balanceAfter)],
    ['For', operation === null ? '–' : operationWords(operation)],
    [
      'Assignment',
      assignmentId === null ? (
        '–'
      ) : (
        <TextLink key="assignment" to="/assignments/$assignmentId" params={{ assignmentId }} size="sm">
          Its assignment
        </TextLink>
      ),
    ],
    ['By', authorOf(data, members?.items)],
    [
      'Id',
      <Code key="id" className="breakable">
        {id}
      </Code>,
    ],
  ];
  return (
    <Screen title={describedEntry(description)} description={<TextLink to="/billing">Billing</TextLink>}>
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

/** The words for the one who has used the credits; the service itself gives them, books what is paid and lets them expire. */
function authorOf({ type, userId }: Transaction, members: readonly MemberLimit[] | undefined): string {
  if (type === 'purchase') return 'The service, once it was paid';
  if (type === 'grant' || type === 'expire' || type === 'adjust') return 'The service';
  if (userId === null) return 'The API key or an assistant';
  const user = members?.find((member) => member.userId === userId);
  return user?.name ?? (members ? 'A former member' : 'A member');
}
