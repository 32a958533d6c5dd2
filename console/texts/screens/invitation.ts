export const texts = {
  title: 'You are invited',
  loggedInAs: 'You are logged in as',
  otherAddress:
    'An invitation is for one email address. If yours was sent to another one, log out and open the link again.',
  accept: 'Accept invitation',
  later: 'Not now',
};
