/** When two e-mail addresses reach the same person: one welcome bonus for each, ever (Q18). */

/** Providers that read dots in a name as nothing, and the one domain that stands for all of their names. */
const dotless: Record<string, string> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/**
 * An address in one of all its spellings: lower case, without what follows a plus, and without dots where they mean nothing. For
 * comparing only: mail goes to the address as it was given.
 */
export function normalizedEmail(email: string): string {
  const text = email.normalize('NFKC').trim().toLowerCase();
  const at = text.lastIndexOf('@');
  const [name, domain] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  const plus = name.indexOf('+', 1);
  const person = plus < 0 ? name : name.slice(0, plus);
  const home = dotless[domain];
  return home ? `${person.replaceAll('.', '')}@${home}` : `${person}@${domain}`;
}

/** SPEC 7: the full name, else the part of the e-mail before the @, else 'there'. */
export const nameOrGreeting = (name: string, email: string): string => name || email.split('@')[0] || 'there';
