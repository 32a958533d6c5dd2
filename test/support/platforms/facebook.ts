/** All of Meta's hosts at one address. */
export function facebookSettings(url: string) {
  return {
    appId: '600000000000001',
    appSecret: 'sandbox-facebook-secret',
    version: 'v26.0',
    dialogBase: url,
    graphBase: url,
    ruploadBase: url,
  };
}
