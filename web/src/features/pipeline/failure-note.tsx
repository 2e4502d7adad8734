import { CircleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/ui/button.tsx';
import { type Failure, useFailureText } from './failure.ts';

/** Why a press came to nothing. */
export function FailureNote({ failure, onDismiss }: { failure: Failure; onDismiss: () => void }) {
  const { t } = useTranslation();
  const { ofFailure } = useFailureText();
  return (
    <div role="alert" className="my-3 flex items-start gap-3 rounded-md border border-danger/40 bg-danger-soft py-2 ps-4 pe-2 text-sm">
      <CircleAlert aria-hidden className="mt-2 size-4 shrink-0 text-danger" />
      <p className="min-w-0 flex-1 py-1.5">{ofFailure(failure)}</p>
      <IconButton label={t('common.dismiss')} onClick={onDismiss}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
