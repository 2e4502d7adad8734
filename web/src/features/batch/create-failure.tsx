import { CircleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import { activeBatchesMax } from '#shared/credits/ledger.ts';
import { uploadLimits } from '#web/features/upload/rejected-dialog.tsx';
import { IconButton } from '#web/ui/button.tsx';
import type { CreateFailure } from './use-create.ts';

/** Why an order could not be made. */
export function CreateFailureNote({ failure, onDismiss }: { failure: CreateFailure; onDismiss: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="mb-3 flex items-start gap-3 rounded-md border border-danger/40 bg-danger-soft py-2 ps-4 pe-2 text-sm">
      <CircleAlert aria-hidden className="mt-2 size-4 shrink-0 text-danger" />
      <p className="flex-1 py-1.5">
        {failure.title && <span className="block font-semibold break-all">{failure.title}</span>}
        {t(`errors.${failure.code}`, { ...failure.details, ...uploadLimits, characters: promptCharactersMax, batches: activeBatchesMax })}
      </p>
      <IconButton label={t('common.dismiss')} onClick={onDismiss}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
