import { Badge, Button, Group, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Invitation } from '../../../api/invitations/schema';
import { ApiFault } from '../../http/ApiFault';
import { api } from '../../http/client';
import { announce } from '../../parts/announce';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { FaultAlert } from '../../parts/FaultAlert';
import { ListTable } from '../../parts/list/ListTable';
import { RelativeTime } from '../../parts/RelativeTime';
import { Section } from '../../parts/Section';
import { useViewer } from '../../viewer/viewer';
import { counted } from '../../words/amounts';
import { invitationsQuery } from './queries';

const minWidth = 520;
const columns = ['Email', 'Role', 'Mail', 'Ends', 'Actions'];

const mailWords = {
  pending: { label: 'On its way', color: 'blue' },
  sent: { label: 'Sent', color: 'teal' },
  refused: { label: 'Refused', color: 'red' },
} as const satisfies Record<Invitation['mail']['status'], { label: string; color: string }>;

/** Offers to become a member: who has one, and a form for another. */
export function Invitations() {
  const { organization } = useViewer();
  const query = useQuery(invitationsQuery(organization.id));
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries(invitationsQuery(organization.id));
  return (
    <Section id="invitations" title="Invitations">
      <InviteForm organizationId={organization.id} onDone={refresh} />
      <ListTable
        query={query}
        empty={{ title: 'Nobody is invited', description: 'An invitation is listed until it is accepted or ends.' }}
        caption="Invitations"
        columns={columns}
        minWidth={minWidth}
        end={({ length }) => counted(length, 'invitation')}
      >
        {({ id, email, role, mail, expiresAt }) => (
          <Table.Tr key={id}>
            <Table.Td maw={240} className="breakable">
              {email}
            </Table.Td>
            <Table.Td>{role}</Table.Td>
            <Table.Td maw={200}>
              <Badge color={mailWords[mail.status].color}>{mailWords[mail.status].label}</Badge>
              {mail.error !== null && (
                <Text size="xs" className="breakable">
                  {mail.error}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              <RelativeTime at={expiresAt} />
            </Table.Td>
            <Table.Td>
              <ConfirmButton
                size="compact-sm"
                label="Withdraw"
                name={`Withdraw the invitation of ${email}`}
                warning={`The link in the mail to ${email} stops working at once.`}
                run={async () => api.deleteInvitation({ organizationId: organization.id, invitationId: id })}
                onDone={refresh}
              />
            </Table.Td>
          </Table.Tr>
        )}
      </ListTable>
    </Section>
  );
}

function InviteForm({ organizationId, onDone }: { organizationId: string; onDone: () => void }) {
  const form = useForm({ initialValues: { email: '', role: 'member' } });
  const send = useMutation({
    mutationFn: async ({ email, role }: { email: string; role: string }) =>
      api.createInvitation({ organizationId, email, role: role === 'admin' ? 'admin' : 'member' }),
    onSuccess: (_sent, { email, role }) => {
      // The next one may have been typed meanwhile.
      const typed = form.getValues();
      if (typed.email === email && typed.role === role) form.reset();
      announce(`${email} gets a mail with a link.`);
      onDone();
    },
    onError: (error) => {
      if (error instanceof ApiFault) form.setErrors(error.fieldErrors);
    },
  });
  return (
    <form onSubmit={form.onSubmit((given) => send.mutate(given))}>
      <Stack gap="sm">
        <Group align="flex-start">
          <TextInput label="Email" type="email" required flex={1} miw={220} {...form.getInputProps('email')} />
          <NativeSelect label="Role" data={['member', 'admin']} {...form.getInputProps('role')} />
          <Button type="submit" mt={25} loading={send.isPending}>
            Invite
          </Button>
        </Group>
        {send.isError && <FaultAlert error={send.error} />}
      </Stack>
    </form>
  );
}
