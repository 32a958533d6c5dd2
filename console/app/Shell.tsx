import { AppShell, Box, Burger, Container, Group, Text } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { Mark } from '../look/Mark';
import { Later } from '../parts/Later';
import { PendingScreen } from '../parts/PendingScreen';
import { titleId } from '../parts/Screen';
import { texts } from '../texts/app';
import { ViewerProvider } from '../viewer/viewer';
import { AccountMenu } from './AccountMenu';
import { Navigation } from './Navigation';
import { OrganizationMenu } from './OrganizationMenu';
import { PaletteButton } from './palette/PaletteButton';
import { useFocusKept, useFocusOnScreen } from './useFocus';

const mainId = 'main';
/** From the breakpoint `sm` of Mantine on, the navigation stands beside the screen. */
const wide = '(min-width: 48em)';

/** Header and navigation, with the screen between them. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false });
  // A phone shows no navigation before somebody opens it.
  const [hasNavigation, setNavigation] = useState(false);
  if ((isOpen || isWide) && !hasNavigation) setNavigation(true);
  useFocusOnScreen(mainId);
  useFocusKept(mainId);
  return (
    <ViewerProvider>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
        padding={{ base: 'md', sm: 'lg' }}
      >
        <a className="skip-link" href={`#${mainId}`}>
          {texts.skipLink}
        </a>
        <AppShell.Header>
          <Later>
            <Group h="100%" px="md" justify="space-between" wrap="nowrap">
              <Group gap="sm" wrap="nowrap" miw={0}>
                <Burger
                  opened={isOpen}
                  onClick={toggle}
                  hiddenFrom="sm"
                  size="sm"
                  aria-label={isOpen ? texts.closeNavigation : texts.openNavigation}
                  aria-expanded={isOpen}
                />
                <Group gap={8} wrap="nowrap" visibleFrom="sm">
                  <Mark />
                  <Text fw={700} lts="-0.01em">
                    {texts.product}
                  </Text>
                </Group>
                <OrganizationMenu />
              </Group>
              <Group gap={4} wrap="nowrap">
                <Later>
                  <PaletteButton />
                  <AccountMenu />
                </Later>
              </Group>
            </Group>
          </Later>
        </AppShell.Header>
        <AppShell.Navbar p="xs" aria-label={texts.navigation}>
          {hasNavigation && <Navigation onGo={close} />}
        </AppShell.Navbar>
        <AppShell.Main id={mainId} tabIndex={-1} aria-labelledby={titleId}>
          <Container size="lg" px={0}>
            <Suspense fallback={<PendingScreen />}>
              <Box pb="xl">
                <Later>
                  <Outlet />
                </Later>
              </Box>
            </Suspense>
          </Container>
        </AppShell.Main>
      </AppShell>
    </ViewerProvider>
  );
}
