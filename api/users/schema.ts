import { z } from 'zod';
import { onboardingSteps } from '../../domain/onboarding';
import { storableForm, Timestamp, webUrl } from '../http/fields';
import { exampleIds, UserId } from '../http/ids';
import { Email, Locale, Name, NewPassword, Password, Timezone } from './fields';

const id = exampleIds.user;
const token = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwMTk4YzNmMiJ9.signature';
const ada = { email: 'ada@example.com', name: 'Ada' };

export const RegisterInput = z.object({ email: Email, password: NewPassword, name: Name });
export const RegisterBody = { id: 'RegisterBody', example: { ...ada, password: 'correct horse battery' } };

export const Registered = z
  .strictObject({
    token: z.string().meta({ description: 'A JWT, valid for 24 hours' }),
    user: z.strictObject({ id: UserId, email: z.string(), name: z.string() }),
  })
  .meta({ id: 'Registered', example: { token, user: { id, ...ada } } });
export type Registered = z.infer<typeof Registered>;

export const LogInInput = z.object({ email: z.string().min(1).meta({ pattern: storableForm }), password: Password });
export const LogInBody = { id: 'LogInBody', example: { email: ada.email, password: 'correct horse battery' } };

export const LoggedIn = z
  .strictObject({ token: z.string().meta({ description: 'A JWT, valid for 24 hours' }) })
  .meta({ id: 'LoggedIn', example: { token } });
export type LoggedIn = z.infer<typeof LoggedIn>;

export const UserProfile = z
  .strictObject({
    id: UserId,
    email: z.string(),
    name: z.string(),
    locale: z.string(),
    timezone: z.string(),
    avatarUrl: z.string().nullable(),
    isPlatformAdmin: z.boolean().meta({ description: 'Whether they administer this installation' }),
  })
  .meta({
    id: 'UserProfile',
    example: { id, ...ada, locale: 'en', timezone: 'UTC', avatarUrl: null, isPlatformAdmin: false },
  });
export type UserProfile = z.infer<typeof UserProfile>;

export const UpdateProfileInput = z.object({
  name: Name.optional(),
  locale: Locale.optional(),
  timezone: Timezone.optional(),
  avatarUrl: webUrl().nullable().optional().meta({ description: 'Null takes it away' }),
});
export const UpdateProfileBody = {
  id: 'UpdateProfileBody',
  example: { name: 'Ada L.', locale: 'de-AT', timezone: 'Europe/Vienna' },
};

export const ChangePasswordInput = z.object({
  currentPassword: Password,
  newPassword: NewPassword,
  endGrants: z.boolean().default(false).meta({ description: 'Assistants that act as the user lose their access' }),
});
export const ChangePasswordBody = {
  id: 'ChangePasswordBody',
  example: { currentPassword: 'correct horse battery', newPassword: 'staple of another horse' },
};

export const PasswordChanged = z
  .strictObject({ message: z.string() })
  .meta({ id: 'PasswordChanged', example: { message: 'The password was changed.' } });
export type PasswordChanged = z.infer<typeof PasswordChanged>;

const OnboardingStep = z.enum(onboardingSteps);

export const UpdateOnboardingInput = z.object({
  step: OnboardingStep.optional().meta({ description: 'A step that is done; it stays done' }),
  completed: z.boolean().optional().meta({ description: 'Whether nothing more is to be shown' }),
});
export const UpdateOnboardingBody = { id: 'UpdateOnboardingBody', example: { step: 'profile' } };

export const Onboarding = z
  .strictObject({ completed: z.boolean(), steps: z.array(OnboardingStep), updatedAt: Timestamp })
  .meta({
    id: 'Onboarding',
    example: { completed: false, steps: ['profile'], updatedAt: '2026-12-01T09:00:00.000Z' },
  });
export type Onboarding = z.infer<typeof Onboarding>;
