import { Container, EmptyState } from '@mantine/core';
import { Outlet, useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useEffect } from 'react';
import { queryClient } from '../http/queryClient';
import { FaultAlert } from '../parts/FaultAlert';
import { ButtonLink } from '../parts/links';
import { Screen } from '../parts/Screen';
import { isReplaced } from '../routing/lazyScreen';
import { texts } from '../texts/app';
import { Expired } from './Expired';

/** The frame of every page. */
export function Frame() {
  const router = useRouter();
  return (
    <>
      <Outlet />
      <Expired onReturn={() => void router.invalidate()} />
    </>
  );
}

/** The screen in the place of a screen that could not be shown. If a newer build is the cause, the page reloads. */
export function FaultScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  useEffect(() => {
    // A reload would end a request that is under way, and the user would not see its outcome.
    if (isReplaced(error) && queryClient.isMutating() === 0) window.location.reload();
  }, [error]);
  return (
    <Container size="sm" py="xl" component="section">
      <Screen title={texts.notShownTitle}>
        <FaultAlert error={error} onRetry={retry} />
      </Screen>
    </Container>
  );
}

export function NotFoundScreen() {
  return (
    <Container component="main" size="sm" py="xl">
      <Screen title={texts.notFoundTitle}>
        <EmptyState icon={<Compass aria-hidden size={32} />} description={texts.notFoundDescription}>
          <EmptyState.Actions>
            <ButtonLink to="/">{texts.backToOverview}</ButtonLink>
          </EmptyState.Actions>
        </EmptyState>
      </Screen>
    </Container>
  );
}
