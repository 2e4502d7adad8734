import { CircleAlert, WandSparkles, WifiOff, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type PhotoEditSettings, photoEditPrices } from '#shared/photo-edit/settings.ts';
import type { PageErrorCode } from '#web/lib/api.ts';
import { dollars } from '#web/lib/money.ts';
import { ActionBar, Reason } from '#web/ui/action-bar.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import type { Fault } from './choices.ts';
import { FailureText } from './failure-text.tsx';

type Props = {
  apiMode: PhotoEditSettings['apiMode'];
  busy: boolean;
  /** Nothing can be judged: what was prepared here is still being read. */
  waiting: boolean;
  /** What keeps it from being ordered. */
  fault: Fault | undefined;
  lacksCredits: boolean;
  signedIn: boolean;
  /** The last answers did not come; it is being tried again. */
  struggling: boolean;
  onOrder: () => void;
  failure: PageErrorCode | undefined;
  onDismiss: () => void;
};

/** The button that orders, with its price beside it (Q12). */
export function EditBar(props: Props) {
  const { apiMode, busy, waiting, fault, lacksCredits, signedIn, struggling, onOrder, failure, onDismiss } = props;
  const { t } = useTranslation();
  const isReady = !busy && !waiting && fault === undefined;
  const reason = busy ? undefined : fault;
  const tooltip = busy
    ? t('photo_edit.locked')
    : isReady && lacksCredits
      ? t('credits.insufficient_tooltip')
      : isReady && !signedIn
        ? t('photo_edit.sign_in_first')
        : undefined;
  return (
    <ActionBar label={t('photo_edit.bar')}>
      {struggling && (
        <p role="status" className="mb-3 flex items-center gap-2 text-sm text-brass">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {t('photo_edit.struggling')}
        </p>
      )}
      {failure && (
        <div role="alert" className="mb-3 flex items-start gap-3 rounded-md border border-danger/40 bg-danger-soft py-2 ps-4 pe-2 text-sm">
          <CircleAlert aria-hidden className="mt-1 size-4 shrink-0 text-danger" />
          <FailureText code={failure} answered />
          <IconButton label={t('common.dismiss')} onClick={onDismiss}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        {reason && (
          <Reason id="edit-reason" waiting={waiting}>
            {t(`photo_edit.fault.${reason}`)}
          </Reason>
        )}
        <p id="edit-price" className="money me-auto text-sm font-semibold sm:me-0">
          {t('photo_edit.price', { price: dollars(photoEditPrices[apiMode]) })}
        </p>
        <Tooltip text={tooltip}>
          <Button
            kind="primary"
            aria-disabled={!isReady}
            aria-describedby={reason ? 'edit-reason edit-price' : 'edit-price'}
            onClick={() => isReady && onOrder()}
            className="min-w-40 max-sm:min-w-auto max-sm:flex-1"
          >
            {busy ? <Spinner className="size-4 text-muted" /> : <WandSparkles aria-hidden className="size-4" />}
            {busy ? t('photo_edit.busy') : t(`photo_edit.mode.${apiMode}`)}
          </Button>
        </Tooltip>
      </div>
    </ActionBar>
  );
}
