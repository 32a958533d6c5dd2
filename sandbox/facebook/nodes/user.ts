import { isGranted } from '../graph/call';
import type { GraphCall } from '../graph/call';
import { present } from '../graph/fields';
import { listOf } from '../graph/list';
import type { Resource } from '../graph/resource';
import type { Page } from '../records';
import { refuseParameter } from '../errors';
import { revoke } from '../accounts/tokens';
import type { User } from '../accounts/users';
import { openPage } from '../accounts/users';
import { pageType } from './page';

/** A person: their name, their pages, and the permissions that they have given the app. */
export const userResource: Resource<User> = {
  type: {
    name: 'User',
    fields: { id: ({ of }) => of.id, name: ({ of }) => of.name },
    defaults: ['name', 'id'],
  },
  calls: {
    'GET accounts': (call, user) => {
      const pages = accountsOf(call, user);
      const fields = call.fields.length > 0 ? call.fields : accountFields;
      return listOf(call, pages, (page) => present(pageType, { call, of: page }, fields));
    },
    'GET permissions': ({ viewer: { consent } }) => ({
      data: [
        ...consent.granted.map((permission) => ({ permission, status: 'granted' })),
        ...consent.declined.map((permission) => ({ permission, status: 'declined' })),
      ],
    }),
    'DELETE permissions': ({ context, params, viewer }) => {
      const permission = params.get('permission');
      if (permission !== null && !viewer.consent.granted.includes(permission))
        throw refuseParameter(`Permission ${permission} has not been granted`);
      revoke(context, viewer.consent, permission);
      return { success: true };
    },
  },
};

const accountFields = ['access_token', 'category', 'category_list', 'name', 'id', 'tasks'].map((name) => ({
  name,
  modifiers: new Map(),
  fields: [],
}));

/** The pages of the user's consent: no page without `pages_show_list`, no business page without its permission. */
function accountsOf({ context, viewer }: GraphCall, user: User): Page[] {
  if (!isGranted(viewer, 'pages_show_list')) return [];
  return user.pages
    .filter(({ id }) => viewer.consent.pageIds.includes(id))
    .flatMap(({ id }) => openPage(context, id) ?? [])
    .filter(({ isOfBusiness }) => !isOfBusiness || isGranted(viewer, 'business_management'));
}
