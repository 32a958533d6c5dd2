import type { Migration } from './Migration';
import { users } from './0001-users';
import { organizations } from './0002-organizations';
import { billing } from './0003-billing';
import { connections } from './0004-connections';
import { oauth } from './0005-oauth';
import { mcp } from './0006-mcp';
import { quota } from './0007-quota';
import { assignments } from './0008-assignments';
import { webhooks } from './0009-webhooks';
import { uploads } from './0010-uploads';
import { outbox } from './0011-outbox';
import { statistics } from './0012-statistics';
import { housekeeping } from './0013-housekeeping';
import { readings } from './0014-readings';
import { pictures } from './0015-pictures';
import { connectLinks } from './0016-connect-links';

/** All migrations, oldest first. The first version has one migration for each room of `models/`. */
export const migrations: readonly Migration[] = [
  users,
  organizations,
  billing,
  connections,
  oauth,
  mcp,
  quota,
  assignments,
  webhooks,
  uploads,
  outbox,
  statistics,
  housekeeping,
  readings,
  pictures,
  connectLinks,
];
