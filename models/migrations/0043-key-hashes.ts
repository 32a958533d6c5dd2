import type { Migration } from './Migration';

/** Of an idempotency key only the hash is kept (models/assignments/IdempotencyKey.ts). It cannot be undone: going back forgets all keys. */
export const keyHashes: Migration = {
  name: '0043-key-hashes',
  up: `
ALTER TABLE idempotency_keys RENAME COLUMN key TO key_hash;
UPDATE idempotency_keys SET key_hash = encode(sha256(convert_to(key_hash, 'UTF8')), 'hex');`,
  down: `
DELETE FROM idempotency_keys;
ALTER TABLE idempotency_keys RENAME COLUMN key_hash TO key;`,
};
