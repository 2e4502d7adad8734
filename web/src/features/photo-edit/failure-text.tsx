import { useTranslation } from 'react-i18next';
import { uploadLimits } from '#web/features/upload/rejected-dialog.tsx';
import type { PageErrorCode } from '#web/lib/api.ts';
import { hasOwnWords, statusOf } from './failure.ts';

/** SPEC's line about a failure (checklist R9), and below it what it means and what to do. `answered` where a call was refused with it. */
export function FailureText({ code, answered = false }: { code: PageErrorCode; answered?: boolean }) {
  const { t } = useTranslation();
  const status = answered ? statusOf(code) : undefined;
  return (
    <p className="min-w-0 flex-1">
      <span className="block font-semibold">{status ? t('photo_edit.error_status', status) : t('photo_edit.failed')}</span>
      {hasOwnWords(code) ? t(`photo_edit.error.${code}`) : t(`errors.${code}`, uploadLimits)}
    </p>
  );
}
