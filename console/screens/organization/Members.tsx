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
import { useViewer } from '../../viewer/viewer';
import { counted } from '../../words/amounts';
import { membersQuery } from './queries';

const minWidth = 560;
const columns = ['Person', 'Role', 'Joined', 'Actions'];

/** The members of the organization, with the changes that the user may make. */
export function Members() {
  const { organization } = useViewer();
  const query = useQuery(membersQuery(organization.id));
  return (
    <Section id="members" title="Members">
      <ListTable
        query={query}
        empty={{ title: 'No members', description: 'Nobody belongs to this organization.' }}
        caption="Members"
        columns={columns}
        minWidth={minWidth}
        end={({ length }) => counted(length, 'member')}
      >
        {(member) => <MemberRow key={member.id} member={member} />}
      </ListTable>
    </Section>
  );
}

type GivenRole = Input<'changeRole'>['role'];

const changeWords: Readonly<Record<GivenRole, { label: string; effect: string }>> = {
  admin: {
    label: 'Make an admin',
    effect:
      'may then connect and remove channels, and invite and remove people. In the first organization of a workspace, admins also see money and credentials.',
  },
  member: {
    label: 'Make a member',
    effect:
      'may then publish, and no longer manage channels or people. In the first organization of a workspace, members see no money and no credentials.',
  },
};

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
        <Group gap="xs" wrap="nowrap">
          <Text size="sm">{role}</Text>
          {mayChange && (
            <ConfirmButton
              size="compact-sm"
              variant="subtle"
              label={changeWords[other].label}
              name={`${changeWords[other].label}: ${user.name}`}
              warning={`${user.name} ${changeWords[other].effect}`}
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
            label="Remove"
            name={`Remove ${user.name}`}
            warning={`${user.name} loses access to “${organization.name}” at once. Their posts stay.`}
            run={async () => api.removeMember({ organizationId: organization.id, memberId: id })}
            onDone={() => void refresh()}
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}
