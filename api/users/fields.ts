import { z } from 'zod';
import { emailLengthMax, passwordLengthMax, passwordLengthMin, personNameLengthMax } from '../../domain/limits';
import { nonBlankForm, nonBlankLine, storableForm, text } from '../http/fields';

const isBlank = 'must not be blank';

/** An address that mail can be sent to. */
export const Email = z
  .string()
  .min(1, { abort: true })
  .max(emailLengthMax, `must have at most ${emailLengthMax} characters`)
  .regex(z.regexes.email, 'must be an email address')
  .meta({ format: 'email', example: 'ada@example.com' });

/** The name of a person or of an organization. */
export const Name = nonBlankLine(personNameLengthMax);

/** A password that is given for the first time. */
export const NewPassword = text(passwordLengthMax)
  .refine((password) => password.trim() !== '', isBlank)
  .refine(
    (password) => Array.from(password).length >= passwordLengthMin,
    `must have at least ${passwordLengthMin} characters`,
  )
  .meta({ minLength: passwordLengthMin, pattern: nonBlankForm });

/** A password that is compared with another one. */
export const Password = text(passwordLengthMax).meta({ pattern: storableForm });

/** An IANA name, links included, and no offset (contract.md §13). */
export const Timezone = z
  .string()
  .min(1, { abort: true })
  .refine(isTimezone, 'must be the IANA name of a time zone, such as Europe/Berlin')
  .meta({ pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$', example: 'Europe/Berlin' });

/** BCP 47. */
export const Locale = z
  .string()
  .min(1, { abort: true })
  .refine(isLocale, 'must be a language tag of BCP 47, such as de-AT')
  .meta({ pattern: '^(?:[A-Za-z]{2,3}|[A-Za-z]{5,8})(?:-[A-Za-z0-9]{1,8})*$', example: 'de-AT' });

function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
