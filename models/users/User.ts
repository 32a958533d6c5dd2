import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { emailKey } from '../../domain/email';
import type { OnboardingStep } from '../../domain/onboarding';
import { param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';

const Id = z.strictObject({ id: z.uuid() });

const addUser = statement(
  'users.add',
  Id,
  sql`INSERT INTO users (id, email, email_key, name, password_hash)
      VALUES (${param('id', 'uuid')}, ${param('email', 'text')}, ${param('key', 'text')}, ${param('name', 'text')},
        ${param('passwordHash', 'text')})
      ON CONFLICT (email_key) DO NOTHING RETURNING id`,
);

const step = param('step', 'text', 'orNull');
const completed = param('completed', 'boolean', 'orNull');
const noteOnboarding = command(
  'users.noteOnboarding',
  sql`UPDATE users SET onboarding_completed = coalesce(${completed}, onboarding_completed),
        onboarding_steps = CASE WHEN ${step} IS NULL OR onboarding_steps @> to_jsonb(${step})
          THEN onboarding_steps ELSE onboarding_steps || to_jsonb(${step}) END,
        onboarding_updated_at = now()
      WHERE id = ${param('id', 'uuid')} AND (${step} IS NOT NULL OR ${completed} IS NOT NULL)`,
);

const grantAdmin = statement(
  'users.grantAdmin',
  Id,
  sql`UPDATE users SET is_platform_admin = true WHERE email_key = ${param('key', 'text')} RETURNING id`,
);

/** A person with an account. The email is stored as typed; `emailKey` is unique (contract.md §1). */
export class User extends Model<InferAttributes<User>, InferCreationAttributes<User>> {
  declare id: string;
  declare email: string;
  declare emailKey: string;
  declare name: string;
  /** argon2id in the PHC string format. */
  declare passwordHash: string;
  declare locale: CreationOptional<string>;
  declare timezone: CreationOptional<string>;
  declare avatarUrl: CreationOptional<string | null>;
  /** True for an administrator of this installation; set on the server alone (contract.md §1). */
  declare isPlatformAdmin: CreationOptional<boolean>;
  declare onboardingSteps: CreationOptional<OnboardingStep[]>;
  declare onboardingCompleted: CreationOptional<boolean>;
  declare onboardingUpdatedAt: CreationOptional<Date>;
  declare createdAt: CreationOptional<Date>;

  /** @returns the user's id, or null where the email is in use; the transaction goes on either way */
  static async add({ email, name, passwordHash }: NewUser, transaction: Transaction): Promise<string | null> {
    const user = { id: uuidv7(), email, key: emailKey(email), name, passwordHash };
    const added = await addUser.first(user, transaction);
    return added?.id ?? null;
  }

  static async ofEmail(email: string): Promise<User | null> {
    return User.findOne({ where: { emailKey: emailKey(email) }, raw: true });
  }

  /** The facts about a user that each of their requests needs. */
  static async signedIn(id: string): Promise<Pick<User, 'id' | 'isPlatformAdmin'> | null> {
    return User.findByPk(id, { attributes: ['id', 'isPlatformAdmin'], raw: true });
  }

  /** @throws Error for an id that no user has */
  static async ofId(id: string): Promise<User> {
    return User.findByPk(id, { rejectOnEmpty: true, raw: true });
  }

  /** Changes the given fields, and no others. */
  static async change(id: string, { name, locale, timezone, avatarUrl }: Profile): Promise<User> {
    const values = {
      ...(name !== undefined && { name }),
      ...(locale !== undefined && { locale }),
      ...(timezone !== undefined && { timezone }),
      ...(avatarUrl !== undefined && { avatarUrl }),
    };
    if (Object.keys(values).length > 0) await User.update(values, { where: { id } });
    return User.ofId(id);
  }

  /** @returns false where the hash of the present password is not, or no longer, `from` */
  static async changePassword(
    id: string,
    { from, to }: { from: string; to: string },
    transaction: Transaction,
  ): Promise<boolean> {
    const [changed] = await User.update({ passwordHash: to }, { where: { id, passwordHash: from }, transaction });
    return changed > 0;
  }

  /** Notes a step as done, and whether all steps are completed; a fact that is not given stays. */
  static async noteOnboarding(id: string, { step, completed }: OnboardingNote): Promise<User> {
    await noteOnboarding.run({ id, step: step ?? null, completed: completed ?? null });
    return User.ofId(id);
  }

  /** Makes a user an administrator of this installation. @returns the user's id, or null for an unknown email */
  static async grantPlatformAdmin(email: string): Promise<string | null> {
    const granted = await grantAdmin.first({ key: emailKey(email) });
    return granted?.id ?? null;
  }
}

export type NewUser = Pick<User, 'email' | 'name' | 'passwordHash'>;

export interface Profile {
  name?: string | undefined;
  locale?: string | undefined;
  timezone?: string | undefined;
  avatarUrl?: string | null | undefined;
}

export interface OnboardingNote {
  step?: OnboardingStep | undefined;
  completed?: boolean | undefined;
}

export function initialize(sequelize: Sequelize): void {
  User.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      email: DataTypes.TEXT,
      emailKey: DataTypes.TEXT,
      name: DataTypes.TEXT,
      passwordHash: DataTypes.TEXT,
      locale: DataTypes.TEXT,
      timezone: DataTypes.TEXT,
      avatarUrl: DataTypes.TEXT,
      isPlatformAdmin: DataTypes.BOOLEAN,
      onboardingSteps: DataTypes.JSONB,
      onboardingCompleted: DataTypes.BOOLEAN,
      onboardingUpdatedAt: DataTypes.DATE,
      createdAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'users' },
  );
}
