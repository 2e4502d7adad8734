import i18next from 'i18next';
import type { DoneMailRequest } from '#shared/batch/api.ts';
import { matchLanguage } from '#shared/page-language.ts';
import { whenDoneStore } from '#web/lib/when-done.ts';

/** Requests a mail after the end of the batch, in the language of the page, if the seller has chosen a mail. */
export const doneMail = (): DoneMailRequest =>
  whenDoneStore.getState().byMail ? { emailWhenDone: true, language: matchLanguage([i18next.language]) } : {};
