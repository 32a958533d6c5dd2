import { passwordLengthMin } from '../../../domain/limits';

export const texts = {
  title: 'Profile',
  description: 'Your name, and how dates and times are shown to you',
  emailIsFixed: 'Your email address cannot be changed',
  dateFormat: 'Date format',
  locales: [
    { value: 'en', label: 'English' },
    { value: 'en-GB', label: 'English (United Kingdom)' },
    { value: 'en-US', label: 'English (United States)' },
    { value: 'de-DE', label: 'Deutsch (Deutschland)' },
    { value: 'de-AT', label: 'Deutsch (Österreich)' },
    { value: 'es-ES', label: 'Español' },
    { value: 'fr-FR', label: 'Français' },
    { value: 'ja-JP', label: '日本語' },
  ],
  timeZone: 'Time zone',
  timeThere: (time: string) => `It is ${time} there now`,
  saved: 'Profile saved.',
  password: 'Password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  passwordLength: `At least ${passwordLengthMin} characters`,
  endGrants: 'End the access of all assistants that act as me',
  changePassword: 'Change password',
  passwordChanged: 'Password changed. You stay logged in on your other devices.',
};
