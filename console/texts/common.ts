/** Words that several screens have: labels of buttons, fields and columns. */
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  none: 'None',
  email: 'Email',
  name: 'Name',
  actions: 'Actions',
  password: 'Password',
  status: 'Status',
  logIn: 'Log in',
  logOut: 'Log out',
  remove: 'Remove',
  tryAgain: 'Try again',
  loading: 'Loading',
};
