/** The form in which two emails are compared: they differ in more than upper and lower case (contract.md §1). */
export function emailKey(email: string): string {
  return email.toLowerCase();
}
