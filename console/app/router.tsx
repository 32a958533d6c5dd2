import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readAnalyticsSearch } from '../analytics/search';
import { readAssignmentSearch } from '../assignments/search';
import { readBillingSearch, readPaymentLanding } from '../billing/search';
import { readCalendarSearch } from '../calendar/search';
import { readComposeSearch } from '../compose/search';
import { readLanding } from '../connections/landing';
import { readConnectionSearch } from '../connections/search';
import { queryClient } from '../http/queryClient';
import { platformsQuery, profileQuery, readOrganization } from '../parts/viewerQueries';
import { currentSession } from '../session/session';
import { readDeliverySearch } from '../webhooks/search';
import { FaultScreen, Frame, NotFoundScreen, PendingScreen } from './Frame';
import { loadScreen } from './loadScreen';
import { readScreen } from './readScreen';
import { readText } from './readText';
import { screenReads } from './screenReads';

const root = createRootRoute({ component: Frame, notFoundComponent: NotFoundScreen });

/** A screen whose code is loaded when it is opened. */
function screen<Code extends Record<string, unknown>, Name extends keyof Code>(load: () => Promise<Code>, name: Name) {
  return lazyRouteComponent(async () => loadScreen(load), name);
}

/** The address that somebody asked for before they had to log in. */
const readNext = (given: Record<string, unknown>) => readText(given, 'next');

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: readNext,
  component: screen(async () => import('../login/LogInScreen'), 'LogInScreen'),
});
const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: readNext,
  component: screen(async () => import('../register/RegisterScreen'), 'RegisterScreen'),
});

/** All that needs a session. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: screen(async () => import('./Shell'), 'Shell'),
  beforeLoad: ({ location }) => {
    if (currentSession().status !== 'none') return;
    throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } });
  },
  loader: async () => {
    await Promise.all([readOrganization(), queryClient.ensureQueryData(profileQuery)]);
    await queryClient.ensureQueryData(platformsQuery);
  },
});

const overview = createRoute({
  getParentRoute: () => shell,
  path: '/',
  loader: async (at) => readScreen(screenReads.overview, at),
  component: screen(async () => import('../overview/OverviewScreen'), 'OverviewScreen'),
});
const assignments = createRoute({
  getParentRoute: () => shell,
  path: '/assignments',
  validateSearch: readAssignmentSearch,
  loader: async (at) => readScreen(screenReads.assignments, at),
  component: screen(async () => import('../assignments/AssignmentsScreen'), 'AssignmentsScreen'),
});
const assignment = createRoute({
  getParentRoute: () => shell,
  path: '/assignments/$assignmentId',
  loader: async (at) => readScreen(screenReads.assignment, at),
  component: screen(async () => import('../assignment/AssignmentScreen'), 'AssignmentScreen'),
});
const compose = createRoute({
  getParentRoute: () => shell,
  path: '/compose',
  validateSearch: readComposeSearch,
  component: screen(async () => import('../compose/ComposeScreen'), 'ComposeScreen'),
});
const analytics = createRoute({
  getParentRoute: () => shell,
  path: '/analytics',
  validateSearch: readAnalyticsSearch,
  loader: async (at) => readScreen(screenReads.analytics, at),
  component: screen(async () => import('../analytics/AnalyticsScreen'), 'AnalyticsScreen'),
});
const calendar = createRoute({
  getParentRoute: () => shell,
  path: '/calendar',
  validateSearch: readCalendarSearch,
  loader: async (at) => readScreen(screenReads.calendar, at),
  component: screen(async () => import('../calendar/CalendarScreen'), 'CalendarScreen'),
});
const connections = createRoute({
  getParentRoute: () => shell,
  path: '/connections',
  validateSearch: readConnectionSearch,
  loader: async (at) => readScreen(screenReads.connections, at),
  component: screen(async () => import('../connections/ConnectionsScreen'), 'ConnectionsScreen'),
});
/** The page at which the platform's consent ends (contract.md §8). */
const connected = createRoute({
  getParentRoute: () => shell,
  path: '/connections/done',
  validateSearch: readLanding,
  component: screen(async () => import('../connections/ConnectedScreen'), 'ConnectedScreen'),
});
const invitation = createRoute({
  getParentRoute: () => shell,
  path: '/invitations/$token',
  component: screen(async () => import('../invitations/AcceptScreen'), 'AcceptScreen'),
});
const webhooks = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks',
  validateSearch: readDeliverySearch,
  loader: async (at) => readScreen(screenReads.webhooks, at),
  component: screen(async () => import('../webhooks/WebhooksScreen'), 'WebhooksScreen'),
});
const delivery = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/$deliveryId',
  loader: async (at) => readScreen(screenReads.delivery, at),
  component: screen(async () => import('../webhooks/DeliveryScreen'), 'DeliveryScreen'),
});
const credentials = createRoute({
  getParentRoute: () => shell,
  path: '/credentials',
  loader: async (at) => readScreen(screenReads.credentials, at),
  component: screen(async () => import('../credentials/CredentialsScreen'), 'CredentialsScreen'),
});
const organization = createRoute({
  getParentRoute: () => shell,
  path: '/organization',
  loader: async (at) => readScreen(screenReads.organization, at),
  component: screen(async () => import('../organizations/OrganizationScreen'), 'OrganizationScreen'),
});
const billing = createRoute({
  getParentRoute: () => shell,
  path: '/billing',
  validateSearch: readBillingSearch,
  loader: async (at) => readScreen(screenReads.billing, at),
  component: screen(async () => import('../billing/BillingScreen'), 'BillingScreen'),
});
/** The page at which a payment ends. */
const paymentDone = createRoute({
  getParentRoute: () => shell,
  path: '/billing/done',
  validateSearch: readPaymentLanding,
  component: screen(async () => import('../billing/PaymentDoneScreen'), 'PaymentDoneScreen'),
});
const transaction = createRoute({
  getParentRoute: () => shell,
  path: '/billing/transactions/$transactionId',
  loader: async (at) => readScreen(screenReads.transaction, at),
  component: screen(async () => import('../billing/TransactionScreen'), 'TransactionScreen'),
});
const assistants = createRoute({
  getParentRoute: () => shell,
  path: '/assistants',
  loader: async (at) => readScreen(screenReads.assistants, at),
  component: screen(async () => import('../assistants/AssistantsScreen'), 'AssistantsScreen'),
});
const administration = createRoute({
  getParentRoute: () => shell,
  path: '/administration',
  component: screen(async () => import('../administration/AdministrationScreen'), 'AdministrationScreen'),
});
const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  component: screen(async () => import('../profile/ProfileScreen'), 'ProfileScreen'),
});

const inShell = [
  overview,
  assignments,
  assignment,
  compose,
  analytics,
  calendar,
  connections,
  connected,
  invitation,
  webhooks,
  delivery,
  credentials,
  organization,
  billing,
  paymentDone,
  transaction,
  assistants,
  administration,
  profile,
] as const;

/** Every address of the console. Each screen is loaded when it is opened. */
export const router = createRouter({
  routeTree: root.addChildren([login, register, shell.addChildren(inShell)]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: FaultScreen,
  defaultPendingComponent: PendingScreen,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
