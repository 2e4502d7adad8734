import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cents } from '#shared/money.ts';
import { iterationsMax } from '#shared/pipeline/run.ts';
import { dollars } from '#web/lib/money.ts';
import { ActionBar, Reason } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import type { Busy } from './use-start.ts';

type Props = {
  imageCents: Cents;
  /** Free credits; undefined for a visitor. */
  available: Cents | undefined;
  /** What is still missing, in words. */
  reason: string | undefined;
  busy: Busy | undefined;
  waiting: boolean;
  signedIn: boolean;
  onStart: () => void;
  children: ReactNode;
};

/** The bar with the start, and the most that it can cost. */
export function StartBar({ imageCents, available, reason, busy, waiting, signedIn, onStart, children }: Props) {
  const { t } = useTranslation();
  const most = iterationsMax * imageCents;
  const isReady = !busy && !waiting && reason === undefined;
  const images = available === undefined ? iterationsMax : Math.floor(available / imageCents);
  const status = busy && busy !== 'analyzing' ? t(`pipeline.busy.${busy}`) : undefined;
  return (
    <ActionBar label={t('pipeline.bar')}>
      {children}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5">
        <div className="min-w-0 text-sm">
          <p id="run-price" className="money font-semibold">
            {t('pipeline.price', { most: dollars(most) })}
          </p>
          <p className="money text-xs text-muted">
            {images < iterationsMax && images > 0
              ? t('pipeline.price_short', { count: images })
              : t('pipeline.price_hint', { each: dollars(imageCents) })}
          </p>
        </div>
        <div className="ms-auto flex min-w-0 flex-wrap items-center justify-end gap-x-4 gap-y-2 max-sm:w-full">
          {reason && (
            <Reason id="run-reason" waiting={waiting}>
              {reason}
            </Reason>
          )}
          <p role="status" className="text-sm text-muted empty:hidden">
            {status}
          </p>
          <Tooltip text={isReady && !signedIn ? t('pipeline.sign_in_to_start') : undefined}>
            <Button
              kind="primary"
              aria-disabled={!isReady}
              aria-describedby={isReady ? 'run-price' : 'run-reason'}
              onClick={() => isReady && onStart()}
              className="max-sm:w-full"
            >
              {status ? <Spinner className="size-4" /> : <Play aria-hidden className="size-4" />}
              {t('pipeline.start')}
            </Button>
          </Tooltip>
        </div>
      </div>
    </ActionBar>
  );
}
