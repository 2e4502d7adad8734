/** Decides whether two e-mail addresses belong to one person, because each person gets one welcome bonus (docs/spec.md 3.4). */

/** The spellings of one mailbox at a provider. */
type Provider = {
  /** All domains of a mailbox. The first domain replaces the others in a normalized address. */
  domains: readonly [string, ...string[]];
  /** Characters that the provider ignores in the name. */
  ignored?: RegExp;
  /** Character before a part that the owner can choose freely. At every provider, a plus has this meaning. */
  tagMark?: string;
  /** An address `<anything>@<name>.<domain>` belongs to `<name>@<domain>`. */
  hasSubdomains?: true;
};

/**
 * Providers with more spellings of an address than a part after a plus (https://support.google.com/mail/answer/7436150,
 * https://proton.me/support/change-username, https://www.fastmail.help/hc/en-us/articles/360060591053). A name at Yahoo contains no hyphen,
 * so a hyphen marks a temporary address.
 */
const providers: readonly Provider[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  { domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'], ignored: /[._-]/g },
  { domains: ['fastmail.com'], hasSubdomains: true },
  { domains: ['fastmail.fm'], hasSubdomains: true },
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
];

/** Yahoo has a separate domain for each of many countries. The same name at two of these domains is two different mailboxes. */
const yahoo: Omit<Provider, 'domains'> = { tagMark: '-' };
const yahooDomain = /^(yahoo(\.[a-z]{2,3}){1,2}|ymail\.com|rocketmail\.com)$/;

function providerOf(domain: string): Provider {
  const found = providers.find(({ domains, hasSubdomains }) =>
    domains.some((one) => one === domain || (hasSubdomains && domain.endsWith(`.${one}`))),
  );
  return found ?? { domains: [domain], ...(yahooDomain.test(domain) && yahoo) };
}

/**
 * Returns the same text for all spellings of an address: in lower case, without the part after a plus, and with the rules of its provider.
 * Use the result only for comparison. Mail is sent to the original address.
 */
export function normalizedEmail(email: string): string {
  const text = email.normalize('NFKC').trim().toLowerCase();
  const atIndex = text.lastIndexOf('@');
  const [name, domain] = atIndex < 0 ? [text, ''] : [text.slice(0, atIndex), text.slice(atIndex + 1)];
  const { domains, ignored, tagMark } = providerOf(domain);
  const [mainDomain] = domains;
  const mailbox = domain.endsWith(`.${mainDomain}`) ? domain.slice(0, -mainDomain.length - 1) : name;
  const person = withoutTag(withoutTag(mailbox, '+'), tagMark);
  return `${ignored ? person.replaceAll(ignored, '') : person}@${mainDomain}`;
}

function withoutTag(name: string, mark: string | undefined): string {
  const index = mark === undefined ? -1 : name.indexOf(mark, 1);
  return index < 0 ? name : name.slice(0, index);
}

/** Returns the full name, or the part of the e-mail before the @, or 'there' (docs/spec.md 3.5). */
export const nameOrGreeting = (name: string, email: string): string => name || email.split('@')[0] || 'there';
