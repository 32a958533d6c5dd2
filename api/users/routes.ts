import { route } from '../faces/route';
import { changePassword } from './changePassword';
import { getMe } from './getMe';
import { logIn } from './logIn';
import { presentOnboarding, presentProfile } from './present';
import { registerUser } from './registerUser';
import {
  ChangePasswordBody,
  LoggedIn,
  LogInBody,
  Onboarding,
  PasswordChanged,
  RegisterBody,
  Registered,
  UpdateOnboardingBody,
  UpdateProfileBody,
  UserProfile,
} from './schema';
import { updateOnboarding } from './updateOnboarding';
import { updateProfile } from './updateProfile';

export const userRoutes = [
  route('public', registerUser, {
    method: 'post',
    path: '/api/v1/auth/register',
    body: RegisterBody,
    success: { status: 201, schema: Registered },
    present: (registered) => registered,
  }),
  route('public', logIn, {
    method: 'post',
    path: '/api/v1/auth/login',
    body: LogInBody,
    success: { status: 200, schema: LoggedIn },
    present: (loggedIn) => loggedIn,
  }),
  route('identity', getMe, {
    method: 'get',
    path: '/api/v1/auth/me',
    success: { status: 200, schema: UserProfile },
    present: presentProfile,
  }),
  route('identity', updateProfile, {
    method: 'patch',
    path: '/api/v1/auth/profile',
    body: UpdateProfileBody,
    success: { status: 200, schema: UserProfile },
    present: presentProfile,
  }),
  route('identity', changePassword, {
    method: 'post',
    path: '/api/v1/auth/change-password',
    body: ChangePasswordBody,
    success: { status: 200, schema: PasswordChanged },
    present: (changed) => changed,
  }),
  route('identity', updateOnboarding, {
    method: 'patch',
    path: '/api/v1/auth/onboarding',
    body: UpdateOnboardingBody,
    success: { status: 200, schema: Onboarding },
    present: presentOnboarding,
  }),
] as const;
