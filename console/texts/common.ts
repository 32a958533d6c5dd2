/** Words that several screens have: labels of buttons, fields and columns. */
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  none: 'None',
  email: 'Email',
  name: 'Name',
  actions: 'Actions',
  loading: 'Loading',
  channel: 'Channel',
  credits: 'Credits',
  id: 'ID',
  externalId: 'External ID',
};
