import type { LegalDocument } from './document.ts';

export const privacy: LegalDocument = {
  title: 'Privacy',
  updatedOn: '2026-11-23',
  summary: 'This page lists the data that the site stores, why it stores them, who receives them, and when they are deleted.',
  sections: [
    {
      heading: 'Visitors',
      paragraphs: [
        'You can read every page without an account. The site uses no tracking, no advertising and no statistics service, and it loads nothing from other sites before you ask for it. If you open the appointment form, its provider receives your IP address.',
        'Our hosting provider processes your IP address to deliver the pages and to block attacks. We log the IP address of calls that change data, of refused calls and of new accounts, to find misuse. The firewall logs the IP address of blocked requests. A log of all requests contains the IP address and the requested file, but no query and no cookie.',
      ],
    },
    {
      heading: 'Cookies and browser storage',
      paragraphs: [
        'One cookie contains the language of the page. The storage of your browser contains your language and theme, your sign-in, drafts of your work, and small settings such as the view of your cards. All of this is needed for the functions that you use, so the site does not ask for consent. The pages for sign-in and payment are on other sites and use their own cookies.',
        'Signing out removes your sign-in and your drafts from the browser. You can delete everything in the settings of your browser.',
      ],
    },
    {
      heading: 'Account data',
      paragraphs: [
        'When you sign in with Google, we receive your name, your e-mail address and an id. We use them to identify you, to send you the mails that you expect, and to prevent misuse of free credits.',
        'We store your balance, every change of it, your orders, your prompts, your photos, your products and your results, because these are the service.',
      ],
    },
    {
      heading: 'Who receives data',
      paragraphs: [
        'Amazon Web Services stores all data and runs the site. Google signs you in.',
        'Your photos and prompts are sent to the services that make your results: fal.ai or Google for videos, Google or OpenAI for images and texts, Stability AI to extend photos, and Photoroom to edit photos. They receive no name and no e-mail address. They process the data under their own terms, also outside your country.',
        'Stripe processes payments. We never see the number of your card. If you turn on automatic top-up, Stripe saves your card, and we store its brand, its last four digits and its expiry date until you remove it.',
        'We give data to nobody else, unless a law requires it.',
      ],
    },
    {
      heading: 'How long data stay',
      paragraphs: [
        'Uploads, frames and files for marketplaces: 30 days. Photos of orders, results and uncropped originals of videos: until you delete your account. Images between the steps of a before/after run: 90 days. Data exports and archives: 1 day. After these times, a file can still exist for up to 3 days.',
        'Records of payments and of the balance stay permanently, because the law requires accounts. After you delete your account, they contain no name and no e-mail address.',
        'A keyed hash of your e-mail address stays after a deletion, so that free credits are given only once. Logs, also with IP addresses, are deleted after 30 days. The logs of the firewall, the log of all requests and the access log of the API are deleted after 90 days.',
        'Each result contains a note that it was made with AI. The note contains no data about you. We keep a hash of each result, with its date and kind, permanently, so that a published file can be verified. The hash has no connection to your account.',
        'Each day we make backups of the database, but not of photos and results. We delete backups after 35 days, so a backup can contain the data of a deleted account for this time. We use backups only to repair damage, and if we restore one, deleted accounts are deleted again. For this purpose, the id of a deleted account stays permanently, without a name and an e-mail address. A photo or a result that was replaced or deleted by mistake can be restored for 30 days. When you delete your account, all versions of your files are deleted at once.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'On the account page you can download all your data, sign out on all devices, and delete your account. To correct other data, or to object to their use, write to us. You can also complain to the data protection authority of your country.',
      ],
    },
  ],
};
