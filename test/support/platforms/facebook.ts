import type { FacebookSettings } from '../../../platforms/facebook/settings';

/** All of Meta's hosts at one address. */
export function facebookSettings(url: string): FacebookSettings {
  return {
    appId: '600000000000001',
    appSecret: 'sandbox-facebook-secret',
    version: 'v27.0',
    publishing: 'auto',
    dialogBase: url,
    graphBase: url,
    ruploadBase: url,
  };
}
