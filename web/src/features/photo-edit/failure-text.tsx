import { useTranslation } from 'react-i18next';
import { uploadLimits } from '#web/features/upload/rejected-dialog.tsx';
import type { PageErrorCode } from '#web/lib/api.ts';
import { hasOwnText, statusOf } from './failure.ts';

/** The required line about a failure, and below it the reason. `answered`: the API has responded with this error. */
export function FailureText({ code, answered = false }: { code: PageErrorCode; answered?: boolean }) {
  const { t } = useTranslation();
  const status = answered ? statusOf(code) : undefined;
  return (
    <p>
      <span className="block font-semibold">{status ? t('photo_edit.error_status', status) : t('photo_edit.failed')}</span>
      {hasOwnText(code) ? t(`photo_edit.error.${code}`) : t(`errors.${code}`, uploadLimits)}
    </p>
  );
}
