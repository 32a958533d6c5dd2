export const texts = {
  title: 'Log in',
  isNew: 'New here?',
  createAccount: 'Create an account',
  wrongCredentials: 'Wrong email or password.',
};
