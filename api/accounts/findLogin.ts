import type { AccountLogin, Platform } from '../../platforms/Platform';
import type { BaseDeps } from '../deps';
import { findPlatform } from '../platforms/findPlatform';
import { noSuchPlatform } from '../platforms/refusals';

/** A platform whose logins say whose account they are. */
export interface LoginPlatform {
  readonly platform: Platform;
  readonly login: AccountLogin;
}

/** @throws ApiError 404 for a platform that is not there, or that does not name the account of a login */
export function findLogin(deps: Pick<BaseDeps, 'platforms'>, slug: string): LoginPlatform {
  const platform = findPlatform(deps, slug);
  if (!platform.accountLogin) throw noSuchPlatform.error();
  return { platform, login: platform.accountLogin };
}
