import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Later } from '../parts/Later';
import { queryClient } from '../http/queryClient';
import { onLogOut } from '../session/session';
import { loadNotices } from '../parts/notices/loadNotices';
import { PendingScreen } from '../parts/PendingScreen';
import { root } from '../routing/shell';
import { FaultScreen, Frame, NotFoundScreen } from './Frame';
import { styleNonce } from './nonce';
import type { ConsoleRouter } from './router';
import { resolveVariables, theme } from '../look/theme';

/** The code of notices is loaded this long after the first screen. Notices of before wait for it. */
const restingMs = 1_000;
const Notices = lazy(async () => ({ default: (await loadNotices()).Notices }));

root.update({ component: Frame, notFoundComponent: NotFoundScreen });

/** The whole console. */
export function Console({ router }: { router: ConsoleRouter }) {
  useEffect(
    () =>
      onLogOut(() => {
        queryClient.clear();
        void router.navigate({ to: '/login' });
      }),
    [router],
  );
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <Later>
          <RouterProvider router={router} defaultErrorComponent={FaultScreen} defaultPendingComponent={PendingScreen} />
        </Later>
        <LateNotices />
      </QueryClientProvider>
    </MantineProvider>
  );
}

function LateNotices() {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), restingMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    isDue && (
      <Suspense fallback={null}>
        <Notices />
      </Suspense>
    )
  );
}
