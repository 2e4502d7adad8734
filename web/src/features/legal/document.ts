/** The structure of a legal text. The texts exist only in English, and the operator of the site edits them. */
export type LegalDocument = {
  title: string;
  /** The day of the last change, in ISO 8601. */
  updatedOn: string;
  summary: string;
  sections: readonly { heading: string; paragraphs: readonly string[] }[];
};

/** Shown on each legal page until the operator has set `areLegalTextsReviewed` in shared/site.ts. */
export const reviewNote =
  'Note for the operator: this text is a template that describes what the software does. It is not legal advice. Have it reviewed for your business and your country, edit it in web/src/features/legal, and then remove this note in shared/site.ts.';
