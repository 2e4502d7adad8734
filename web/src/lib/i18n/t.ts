/** Translates outside React, in the current language of the page. */
import i18next, { type TFunction } from 'i18next';

/** Returns the same texts as `t` of `useTranslation`. */
export const t: TFunction = i18next.t.bind(i18next) as unknown as TFunction;
