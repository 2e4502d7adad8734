/** Types the keys of `t` and `Trans` by the English texts, so that `tsc` rejects a key without a text, also a computed one. */
import type english from '../../../../locales/en/common.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: { common: typeof english };
  }
}
