/** Decides whether two e-mail addresses belong to one person, because each person gets one welcome bonus (docs/spec.md 3.4). */

/** Providers that ignore dots in the name, each with the main domain of the provider. */
const mainDomains: Record<string, string> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/**
 * Returns the same text for all spellings of an address: lower case, without the part after a plus, and without dots if the provider
 * ignores them. The result is only for comparison; mail is sent to the original address.
 */
export function normalizedEmail(email: string): string {
  const text = email.normalize('NFKC').trim().toLowerCase();
  const atIndex = text.lastIndexOf('@');
  const [name, domain] = atIndex < 0 ? [text, ''] : [text.slice(0, atIndex), text.slice(atIndex + 1)];
  const plusIndex = name.indexOf('+', 1);
  const person = plusIndex < 0 ? name : name.slice(0, plusIndex);
  const mainDomain = mainDomains[domain];
  return mainDomain ? `${person.replaceAll('.', '')}@${mainDomain}` : `${person}@${domain}`;
}

/** Returns the full name, or the part of the e-mail before the @, or 'there' (docs/spec.md 3.5). */
export const nameOrGreeting = (name: string, email: string): string => name || email.split('@')[0] || 'there';
