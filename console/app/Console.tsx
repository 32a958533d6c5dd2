import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Later } from '../parts/Later';
import { queryClient } from '../http/queryClient';
import { onLogOut } from '../session/session';
import { styleNonce } from './nonce';
import { router } from './router';
import { resolveVariables, theme } from '../look/theme';

/** The whole console. */
export function Console() {
  useEffect(
    () =>
      onLogOut(() => {
        queryClient.clear();
        notifications.clean();
        void router.navigate({ to: '/login' });
      }),
    [],
  );
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <Notifications position="bottom-right" />
      <QueryClientProvider client={queryClient}>
        <Later>
          <RouterProvider router={router} />
        </Later>
      </QueryClientProvider>
    </MantineProvider>
  );
}
