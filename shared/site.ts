/**
 * Who runs this site, and how they can be reached: the one place to fill in before a deployment (Q80). What is empty is not shown.
 * The addresses here are reserved placeholders, which reach nobody.
 */
export type Site = {
  /** The banner above the header that names the discount (Q84). */
  showsPromoBanner: boolean;
  /** An https page that takes appointments and may be shown in a frame, for Talk to Us. The local cloud has a stand-in for none. */
  schedulingUrl: string;
  /** E-mail addresses. */
  contacts: { general: string; support: string; founder: string };
  /** City and country. */
  location: string;
  social: readonly { name: string; url: string }[];
};

export const site: Site = {
  showsPromoBanner: true,
  schedulingUrl: '',
  contacts: { general: 'hello@vitrine.example', support: 'support@vitrine.example', founder: 'founder@vitrine.example' },
  location: '',
  social: [],
};
