import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../http/client';
import { FaultAlert } from '../../parts/FaultAlert';
import { ButtonLink } from '../../parts/links';
import { Screen } from '../../parts/Screen';
import { logOut } from '../../session/session';
import { enterOrganization } from '../../viewer/changeOrganization';
import { useViewer } from '../../viewer/viewer';

const route = getRouteApi('/shell/invitations/$token');

/** The page to which the link of an invitation's mail leads. Accepting is a step of its own: it says who accepts. */
export function AcceptScreen() {
  const { token } = route.useParams();
  const { profile } = useViewer();
  const accept = useMutation({
    mutationFn: async () => api.acceptInvitation({ token }),
    onSuccess: async ({ organizationId }) => enterOrganization(organizationId, '/'),
  });
  return (
    <Screen title="You are invited">
      <Stack align="flex-start">
        <Text>
          You are logged in as <b>{profile.email}</b>. An invitation is for one email address: if yours is another one,
          log out and open the link again.
        </Text>
        {accept.isError && <FaultAlert error={accept.error} />}
        <Group>
          <Button loading={accept.isPending} onClick={() => accept.mutate()}>
            Accept the invitation
          </Button>
          <Button variant="default" onClick={logOut}>
            Log out
          </Button>
          <ButtonLink variant="subtle" to="/">
            Not now
          </ButtonLink>
        </Group>
      </Stack>
    </Screen>
  );
}
