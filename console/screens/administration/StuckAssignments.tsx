import { Anchor, Group, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Intervention } from '../../../domain/assignment/interventions';
import type { Answer } from '../../http/Api';
import { api, query } from '../../http/client';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { FaultAlert } from '../../parts/FaultAlert';
import { InPieces } from '../../parts/Later';
import { ScrollTable, numberColumn } from '../../parts/list/ScrollTable';
import { RelativeTime } from '../../parts/RelativeTime';
import { Section } from '../../parts/Section';
import { StatusBadge } from '../../parts/StatusBadge';
import { restingMs } from '../../resources/deliveries/queries';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/administration';
import { failureWords } from '../../words/failures';
import { typeWords } from '../../words/states';

type Stuck = Answer<'listStuck'>;

const minWidth = 860;
const postColumns = [texts.post, labels.status, texts.cause, texts.nextTry, labels.actions];
const receiverColumns = [texts.receiver, numberColumn(texts.waiting), texts.oldest, texts.lastAnswer];

/** Posts and receivers of all workspaces that do not come on, with what an administrator can do. */
export function StuckAssignments() {
  const found = useQuery({ ...query('listStuck'), refetchInterval: restingMs });
  return (
    <Section id="stuck" title={texts.stuckTitle} isBusy={found.isPending}>
      <Text size="sm">{texts.stuckIntro}</Text>
      {found.isError && <FaultAlert error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && <Lists {...found.data} />}
    </Section>
  );
}

function Lists({ total, assignments, receivers }: Stuck) {
  return (
    <InPieces>
      {total === 0 ? (
        <Text key="none" size="sm">
          {texts.nothingStuck}
        </Text>
      ) : (
        <ScrollTable key="posts" caption={texts.stuckTitle} columns={postColumns} minWidth={minWidth}>
          {assignments.map((one) => (
            <Post key={one.id} assignment={one} />
          ))}
        </ScrollTable>
      )}
      {total > assignments.length && <Text size="sm">{texts.more(total - assignments.length)}</Text>}
      {receivers.length > 0 && (
        <ScrollTable caption={texts.receivers} columns={receiverColumns} minWidth={minWidth}>
          {receivers.map((one) => (
            <Receiver key={`${one.workspaceId} ${one.host}`} receiver={one} />
          ))}
        </ScrollTable>
      )}
    </InPieces>
  );
}

function Post({ assignment }: { assignment: Stuck['assignments'][number] }) {
  const { id, channel, type, status, since, waitsFor, error, nextAt, workspaceId, runUrl } = assignment;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600}>
          {texts.on(typeWords[type], channel)}
        </Text>
        <Text size="xs" ff="monospace" className="breakable">
          {id}
        </Text>
        <Text size="xs" c="dimmed" className="breakable">
          {texts.ofWorkspace(workspaceId)}
        </Text>
      </Table.Td>
      <Table.Td>
        <StatusBadge status={status} />
        <Text size="xs" c="dimmed" component="div">
          {texts.since} <RelativeTime at={since} />
        </Text>
      </Table.Td>
      <Table.Td maw={260}>
        <Text size="sm">{texts.causes[waitsFor]}</Text>
        {error && (
          <Text size="xs" c="dimmed" title={error.message}>
            {failureWords(error.code).name}
          </Text>
        )}
        {runUrl !== null && (
          <Anchor href={runUrl} target="_blank" rel="noreferrer" underline="always" size="xs">
            {texts.run}
          </Anchor>
        )}
      </Table.Td>
      <Table.Td>{nextAt === null ? texts.now : <RelativeTime at={nextAt} />}</Table.Td>
      <Table.Td>
        <Interventions id={id} interventions={assignment.interventions} />
      </Table.Td>
    </Table.Tr>
  );
}

/** The acts that the state of the assignment allows. */
function Interventions({ id, interventions }: { id: string; interventions: readonly Intervention[] }) {
  const queries = useQueryClient();
  const refresh = async () => queries.invalidateQueries({ queryKey: query('listStuck').queryKey });
  return (
    <Group gap="xs">
      {interventions.map((intervention) => {
        const { label, effect } = texts.interventions[intervention];
        return (
          <ConfirmButton
            key={intervention}
            size="compact-sm"
            label={label}
            name={texts.helpName(label, id)}
            warning={effect}
            run={async () => api.intervene({ assignmentId: id, intervention })}
            onDone={() => void refresh()}
          />
        );
      })}
    </Group>
  );
}

function Receiver({ receiver }: { receiver: Stuck['receivers'][number] }) {
  const { host, workspaceId, count, since, httpStatusCode, lastError } = receiver;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600} className="breakable">
          {host}
        </Text>
        <Text size="xs" c="dimmed" className="breakable">
          {texts.ofWorkspace(workspaceId)}
        </Text>
      </Table.Td>
      <Table.Td data-number>{count}</Table.Td>
      <Table.Td>
        <RelativeTime at={since} />
      </Table.Td>
      <Table.Td>{httpStatusCode ?? lastError ?? texts.noAnswer}</Table.Td>
    </Table.Tr>
  );
}
