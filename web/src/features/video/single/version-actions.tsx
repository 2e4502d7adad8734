import { Download, RefreshCw, Trash2, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { fileNameOf, menuResult } from '#web/features/batch/cards/downloads.ts';
import { isRefused } from '#web/features/batch/cards/failure.ts';
import { isLocked } from '#web/features/batch/store/core.ts';
import { ResultMenu } from '#web/features/review/result-menu.tsx';
import { dollars } from '#web/lib/money.ts';
import { Button, ButtonPrice, buttonClass } from '#web/ui/button.tsx';
import { passFocusToAncestor } from '#web/ui/pass-focus.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { type ShownVideo, videoOrderRules } from '../run.ts';
import { cardOfSingle } from '../single.ts';
import { copySettings, removeResult } from '../single-actions.ts';
import { hasInputOf, isFormOf, useMainAction } from './main-action.ts';
import { repeatVersion, repeatWithForm } from './orders.ts';
import { useSingle } from './use-single.ts';
import { useVersion, type Version } from './use-version.ts';

type Props = { version: Version; name: string };

/** The main actions for a version that has ended: download and repeat. On phones, the download is in the bar. */
export function VersionActions({ version, name }: Props) {
  const { t } = useTranslation();
  const { item, state } = version;
  const mainAction = useMainAction();
  if (!item || state === 'sending') return null;
  // The Cancel button is in the bar.
  if (state === 'queued' || state === 'generating') return <p className="text-sm text-muted low:hidden">{t('video.cancel_free')}</p>;
  return (
    <div className="flex flex-wrap gap-2.5 @max-[35rem]:*:flex-1">
      {item.downloadUrl && (
        <DownloadLink item={item} url={item.downloadUrl} isMain={mainAction === 'download'} className="max-tablet:hidden" />
      )}
      {state === 'failed' && isRefused(item.error) ? (
        <RetryRefused item={item} name={name} />
      ) : (
        <RepeatButton version={version} name={name} isMain={mainAction === 'retry'} />
      )}
      {state === 'ready' && <ResultMenu result={menuResult('video', item)} />}
    </div>
  );
}

type DownloadProps = { item: ShownVideo; url: string; isMain: boolean; className?: string };

/** Downloads the video of a version. */
export function DownloadLink({ item, url, isMain, className = '' }: DownloadProps) {
  const { t } = useTranslation();
  return (
    <a
      href={url}
      download={fileNameOf('video', item)}
      aria-label={t('video.result.download', { title: item.title })}
      className={`${buttonClass(isMain ? 'primary' : 'secondary')} ${className}`}
    >
      <Download aria-hidden className="size-4" />
      {t('batch.result.download_short')}
    </a>
  );
}

/** Whether a version can be ordered again. This needs the photo of the version. */
const isRepeatable = ({ item, card, state }: Version): boolean =>
  item !== undefined && (state === 'failed' || item.photoUrl !== undefined || card.photo?.file !== undefined);

/**
 * Orders a version again. The button shows the price. A delivered version has this button only if the form is different, because otherwise
 * Run does the same (docs/spec.md 6.3).
 */
function RepeatButton({ version, name, isMain }: Props & { isMain: boolean }) {
  const { t } = useTranslation();
  const locked = useSingle(isLocked);
  const { item, card, state } = version;
  const isOfForm = useSingle(({ draft }) => item !== undefined && videoOrderRules.isEligible(cardOfSingle(draft)) && isFormOf(draft, item));
  if (!item || !isRepeatable(version) || (state === 'ready' && isOfForm)) return null;
  return (
    <Button kind={isMain ? 'primary' : 'secondary'} aria-disabled={locked} onClick={() => !locked && repeatVersion(item)}>
      <RefreshCw aria-hidden className="size-4" />
      {state === 'ready' ? (
        // The name says that this order does not use the changed form.
        t('single.redo_version', { name })
      ) : (
        <span>
          {t('single.retry')}
          <span className="sr-only"> {name}</span>
        </span>
      )}
      <ButtonPrice>{dollars(videoOrderRules.quote([card]))}</ButtonPrice>
    </Button>
  );
}

/**
 * Orders the form after a refusal. The same photo with the same prompt would be refused again, so the button needs a change of the form.
 */
function RetryRefused({ item, name }: { item: ShownVideo; name: string }) {
  const { t } = useTranslation();
  const locked = useSingle(isLocked);
  const card = useSingle(({ draft }) => cardOfSingle(draft));
  const isChanged = useSingle(({ draft }) => videoOrderRules.isEligible(card) && !hasInputOf(draft, item));
  const isActive = isChanged && !locked;
  return (
    <Tooltip text={isChanged ? undefined : t('single.change_first')}>
      <Button
        aria-disabled={!isActive}
        aria-description={isChanged ? undefined : t('single.change_first')}
        onClick={() => isActive && repeatWithForm(item)}
      >
        <RefreshCw aria-hidden className="size-4" />
        <span>
          {t('single.retry')}
          <span className="sr-only"> {name}</span>
        </span>
        <ButtonPrice>{dollars(videoOrderRules.quote([card]))}</ButtonPrice>
      </Button>
    </Tooltip>
  );
}

type MoreProps = { id: string; number: number; className: string };

/** Less important actions for a version that has ended. */
export function MoreActions({ id, number, className }: MoreProps) {
  const { t } = useTranslation();
  const locked = useSingle(isLocked);
  const { item, state } = useVersion(id);
  const isOfForm = useSingle(({ draft }) => item !== undefined && isFormOf(draft, item));
  if (!item || state === 'sending' || state === 'queued' || state === 'generating') return null;
  return (
    <div className={className}>
      <div className="-mx-3 flex flex-wrap gap-x-1">
        {!isOfForm && (
          <Button ref={passFocusToAncestor} size="small" kind="quiet" aria-disabled={locked} onClick={() => !locked && copySettings(item)}>
            <Undo2 aria-hidden className="size-4" />
            {t('single.use_settings')}
          </Button>
        )}
        <Button
          ref={passFocusToAncestor}
          size="small"
          kind="quiet"
          aria-label={t('single.remove_result', { tile: t('single.tile', { number }) })}
          onClick={() => removeResult(item)}
        >
          <Trash2 aria-hidden className="size-4" />
          {t('single.remove')}
        </Button>
      </div>
    </div>
  );
}
