/** Defines the type of keys for `t` and `Trans` from the English texts. `tsc` rejects a literal or computed key without a text. */
import type english from '../../../../locales/en/common.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: { common: typeof english };
  }
}
