/** Labels of the menu, by the folders of the screens. */
export const menu = {
  overview: 'Overview',
  compose: 'Compose',
  calendar: 'Calendar',
  assignments: 'Assignments',
  analytics: 'Analytics',
  connections: 'Connections',
  webhooks: 'Webhooks',
  assistants: 'Assistants',
  credentials: 'Credentials',
  organization: 'Organization',
  billing: 'Billing',
  administration: 'Administration',
};
