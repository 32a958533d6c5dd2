/** Words that several screens have: labels of buttons, fields and columns. */
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  none: 'None',
  email: 'Email',
  name: 'Name',
  actions: 'Actions',
  status: 'Status',
  type: 'Type',
  platform: 'Platform',
  channel: 'Channel',
  retry: 'Retry',
  remove: 'Remove',
  viewChannels: 'View channels',
};
