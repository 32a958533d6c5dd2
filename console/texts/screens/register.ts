import { passwordLengthMin } from '../../../domain/limits';

export const texts = {
  title: 'Create your account',
  hasAccount: 'Already have an account?',
  passwordLength: `At least ${passwordLengthMin} characters`,
  createAccount: 'Create account',
};
