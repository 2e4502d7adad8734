import { useTranslation } from 'react-i18next';
import { uploadLimits } from '#web/features/upload/rejected-dialog.tsx';
import type { PageErrorCode } from '#web/lib/api.ts';
import { hasOwnText, statusOf } from './failure.ts';

/** Shows the required text about a failure, and the reason below it. `isResponse` means that the API has responded with this error. */
export function FailureText({ code, isResponse = false }: { code: PageErrorCode; isResponse?: boolean }) {
  const { t } = useTranslation();
  const status = isResponse ? statusOf(code) : undefined;
  return (
    <p>
      <span className="block font-semibold">{status ? t('photo_edit.error_status', status) : t('photo_edit.failed')}</span>
      {hasOwnText(code) ? t(`photo_edit.error.${code}`) : t(`errors.${code}`, uploadLimits)}
    </p>
  );
}
