import { Group, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Member } from '../../../api/organizations/schema';
import { judgeTarget } from '../../../domain/permissions';
import type { Input } from '../../http/Api';
import { api } from '../../http/client';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { ListTable } from '../../parts/list/ListTable';
import { PersonCell } from '../../parts/PersonCell';
import { RelativeTime } from '../../parts/RelativeTime';
import { Section } from '../../parts/Section';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/organization';
import { useViewer } from '../../viewer/viewer';
import { membersQuery } from './queries';

const minWidth = 560;
const columns = [texts.members.member, texts.role, texts.members.joined, labels.actions];

/** The members of the organization, with the changes that the user may make. */
export function Members() {
  const { organization } = useViewer();
  const query = useQuery(membersQuery(organization.id));
  return (
    <Section id="members" title={texts.members.title}>
      <ListTable
        query={query}
        empty={{ title: texts.members.emptyTitle, description: texts.members.emptyAdvice }}
        caption={texts.members.title}
        columns={columns}
        minWidth={minWidth}
        end={({ length }) => texts.members.total(length)}
      >
        {(member) => <MemberRow key={member.id} member={member} />}
      </ListTable>
    </Section>
  );
}

type GivenRole = Input<'changeRole'>['role'];

function MemberRow({ member: { id, user, role, joinedAt } }: { member: Member }) {
  const { organization, profile } = useViewer();
  const queries = useQueryClient();
  const refresh = async () => queries.invalidateQueries(membersQuery(organization.id));
  const other: GivenRole = role === 'admin' ? 'member' : 'admin';
  const isSelf = user.id === profile.id;
  const mayChange = !isSelf && judgeTarget(organization.role, 'member.changeRole', role) === 'permitted';
  const mayRemove = !isSelf && judgeTarget(organization.role, 'member.remove', role) === 'permitted';
  return (
    <Table.Tr>
      <PersonCell {...user} isSelf={isSelf} />
      <Table.Td>
        <Group gap="xs">
          <Text size="sm">{labels.roles[role]}</Text>
          {mayChange && (
            <ConfirmButton
              size="compact-sm"
              variant="subtle"
              label={texts.members.changeRole[other]}
              name={texts.members.changeRoleOf[other](user.name)}
              warning={texts.members.changeWarning[other](user.name)}
              run={async () => api.changeRole({ organizationId: organization.id, memberId: id, role: other })}
              onDone={() => void refresh()}
            />
          )}
        </Group>
      </Table.Td>
      <Table.Td>
        <Text size="sm">
          <RelativeTime at={joinedAt} />
        </Text>
      </Table.Td>
      <Table.Td>
        {mayRemove && (
          <ConfirmButton
            size="compact-sm"
            label={texts.members.remove}
            name={texts.members.removePerson(user.name)}
            warning={texts.members.removeWarning(user.name, organization.name)}
            run={async () => api.removeMember({ organizationId: organization.id, memberId: id })}
            onDone={() => void refresh()}
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}
