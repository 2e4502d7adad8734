/**
 * Settings about the operator of the site (docs/spec.md 1.4). Set these values before a deployment. The page does not show empty values.
 * The e-mail addresses are reserved placeholders without a receiver.
 */
export type Site = {
  /** Whether the page shows the banner with the discount above the header (docs/spec.md 2.2). */
  showsPromoBanner: boolean;
  /**
   * The URL of an HTTPS page for appointments. The dialog "Talk to Us" shows this page in a frame, so the page must allow this. If the URL
   * is empty, the local cloud uses its own page instead.
   */
  schedulingUrl: string;
  /** E-mail addresses. */
  contacts: { general: string; support: string; founder: string };
  /** City and country. */
  location: string;
  social: readonly { name: string; url: string }[];
  /** Name and postal address of the operator, shown on the legal pages. */
  operator: string;
  /** Set this to true after a lawyer has reviewed the texts in web/src/features/legal. Until then, these pages show a note. */
  areLegalTextsReviewed: boolean;
};

export const site: Site = {
  showsPromoBanner: true,
  schedulingUrl: '',
  contacts: { general: 'hello@vitrine.example', support: 'support@vitrine.example', founder: 'founder@vitrine.example' },
  location: '',
  social: [],
  operator: '',
  areLegalTextsReviewed: false,
};
