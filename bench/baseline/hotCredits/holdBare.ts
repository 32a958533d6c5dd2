import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';

/** Makes an account and a ledger, in a schema of their own. */
export async function createBareAccount(client: Client): Promise<void> {
  await client.query('CREATE SCHEMA bare_credits');
  await client.query('CREATE TABLE bare_credits.accounts (id integer PRIMARY KEY, balance bigint NOT NULL)');
  await client.query('CREATE TABLE bare_credits.entries (id uuid PRIMARY KEY, account integer, amount integer)');
  await client.query('INSERT INTO bare_credits.accounts VALUES (1, 1000000000000)');
}

/** The plainest hold: the balance of the one account goes down, and an entry says so, in one transaction. */
export async function holdBare(client: Client): Promise<void> {
  await client.query('BEGIN');
  await client.query('UPDATE bare_credits.accounts SET balance = balance - 10 WHERE id = $1', [1]);
  await client.query('INSERT INTO bare_credits.entries VALUES ($1, $2, $3)', [randomUUID(), 1, -10]);
  await client.query('COMMIT');
}
