/** A key of 256 bits, without its padding. */
export const key = 'A'.repeat(43);
/** The settings without which no process starts. */
export const required = {
  DATABASE_URL: 'postgres://user:password@localhost:5432/content_delivery',
  SECRETS_KEY: `k1:${key}=`,
  JWT_SECRET: `k1:${key}=`,
  YOUTUBE_CLIENT_ID: 'client',
  YOUTUBE_CLIENT_SECRET: 'secret',
  FACEBOOK_APP_ID: 'app',
  FACEBOOK_APP_SECRET: 'secret',
};
