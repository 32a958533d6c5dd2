import { administration } from '../screens/administration/screen';
import { analytics } from '../screens/analytics/screen';
import { assignment } from '../screens/assignment/screen';
import { assignments } from '../screens/assignments/screen';
import { assistants } from '../screens/assistants/screen';
import { billing } from '../screens/billing/screen';
import { calendar } from '../screens/calendar/screen';
import { compose } from '../screens/compose/screen';
import { connected } from '../screens/connected/screen';
import { connections } from '../screens/connections/screen';
import { credentials } from '../screens/credentials/screen';
import { delivery } from '../screens/delivery/screen';
import { invitation } from '../screens/invitation/screen';
import { login } from '../screens/login/screen';
import { organization } from '../screens/organization/screen';
import { overview } from '../screens/overview/screen';
import { paymentDone } from '../screens/paymentDone/screen';
import { profile } from '../screens/profile/screen';
import { register } from '../screens/register/screen';
import { transaction } from '../screens/transaction/screen';
import { webhooks } from '../screens/webhooks/screen';

/** All screens that need a session, in the order of the navigation. A new one is a folder in screens/, and a line here. */
export const screens = [
  overview,
  compose,
  calendar,
  assignments,
  assignment,
  analytics,
  connections,
  connected,
  webhooks,
  delivery,
  assistants,
  credentials,
  organization,
  invitation,
  billing,
  paymentDone,
  transaction,
  administration,
  profile,
] as const;

/** The screens for people who are not logged in. */
export const entrances = [login, register] as const;
