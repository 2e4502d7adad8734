import { Download, Play, RefreshCw, WandSparkles, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { photoEditPrices } from '#shared/photo-edit/prices.ts';
import { ReadinessChips } from '#web/features/readiness/readiness-chips.tsx';
import { ResultMenu } from '#web/features/review/result-menu.tsx';
import { dollars, dollarsFromApi } from '#web/lib/money.ts';
import { Button, ButtonPrice, buttonClass } from '#web/ui/button.tsx';
import { CompareSlider } from '#web/ui/compare-slider.tsx';
import { FileName } from '#web/ui/file-name.tsx';
import type { MenuItem } from '#web/ui/menu.tsx';
import { passFocusToAncestor } from '#web/ui/pass-focus.ts';
import { fileNameOf } from '../file-name.ts';
import { editStore, type ShownEdit } from '../store/core.ts';
import { editPhotos, repeatEdit } from '../store/photo-edit-tool.ts';
import { removePhoto } from '../store/photos.ts';
import { renewLinks } from '../store/runs.ts';
import { canRepeat, hasSettings, isAllEdited, isLocked } from '../store/selectors.ts';
import { captionNameClass, StageCaption, StageFrame, stageButtonClass } from './stage-frame.tsx';
import { useEdit, useParsedChoices } from './use-edit.ts';

type Props = { id: string; result: ShownEdit };

/** The result and its photo, with a movable line between them. */
export function StageResult({ id, result }: Props) {
  const { t } = useTranslation();
  const [deletedUrl, setDeletedUrl] = useState<string>();
  const { batchId, width = 1, height = 1, imageUrl = '', photoUrl } = result;
  const renew = () => void renewLinks(batchId);
  return (
    <>
      <StageFrame width={width} height={height}>
        {photoUrl && photoUrl !== deletedUrl ? (
          <CompareSlider
            before={{ src: photoUrl, alt: t('photo_edit.before_alt'), onError: () => !renewLinks(batchId) && setDeletedUrl(photoUrl) }}
            after={{ src: imageUrl, alt: t('photo_edit.after_alt'), onError: renew }}
            size={{ width, height }}
            opaque={result.format === 'jpeg'}
          />
        ) : (
          <img
            src={imageUrl}
            alt={t('photo_edit.after_alt')}
            style={{ aspectRatio: `${width} / ${height}` }}
            onError={renew}
            className="checkered w-full"
          />
        )}
      </StageFrame>
      <Facts id={id} result={result} />
      <ReadinessChips
        probe={result.probe}
        result={result.downloadUrl}
        title={result.title}
        isOnStage
        className="w-full max-w-xl justify-center justify-self-center"
      />
      <IgnoredSettings result={result} />
    </>
  );
}

function Facts({ id, result }: Props) {
  const { t } = useTranslation();
  const isCurrent = useIsCurrent(result);
  const { width = 0, height = 0, format = 'png', charged, seed, title } = result;
  return (
    <StageCaption
      facts={
        <>
          <FileName name={title} className={captionNameClass} />
          <span className="money">
            {t('photo_edit.facts', { width, height, format: t(`photo_edit.format.${format}`), price: dollarsFromApi(charged) })}
          </span>
          {/* There is space for only one more fact. Changed settings are more important than the seed. */}
          {!isCurrent ? (
            <span className="text-brass-bright">{t('photo_edit.other_settings')}</span>
          ) : (
            seed !== undefined && <span className="money max-tablet:sr-only">{t('photo_edit.made_with_seed', { seed })}</span>
          )}
        </>
      }
    >
      <Actions id={id} result={result} />
    </StageCaption>
  );
}

/** Returns whether a result was made with the chosen settings. */
function useIsCurrent(result: ShownEdit): boolean {
  const { settings } = useParsedChoices();
  return useEdit((state) => hasSettings(state, result, settings));
}

/**
 * The actions for one result. If the settings have changed, the order button edits the photo with the new settings. Then only the menu
 * repeats the edit with its own settings, so that the two orders are not mixed up.
 */
function Actions({ id, result }: Props) {
  const { t } = useTranslation();
  const { settings, faults } = useParsedChoices();
  const locked = useEdit(isLocked);
  const isOnly = useEdit(({ draft }) => draft.photos.length === 1);
  const isInBar = useEdit(isAllEdited);
  const isCurrent = useIsCurrent(result);
  const isRepeatable = useEdit((state) => !isLocked(state) && canRepeat(state, result));
  const { title, downloadUrl } = result;
  const mayEdit = !locked && faults.length === 0;
  const others: MenuItem[] = [
    { label: t('bench.key.review'), icon: <Play aria-hidden />, onSelect: () => editStore.setState({ reviewedId: id }) },
  ];
  if (!isCurrent && isRepeatable)
    others.push({
      label: t('bench.redo'),
      icon: <RefreshCw aria-hidden />,
      price: dollars(photoEditPrices[result.settings.apiMode]),
      onSelect: () => repeatEdit(result),
    });
  others.push({ label: t('single.remove_photo'), icon: <X aria-hidden />, danger: true, onSelect: () => removePhoto(id) });
  return (
    <>
      {/* The bar saves and orders the only photo. */}
      {downloadUrl && !(isOnly && isInBar) && (
        <a href={downloadUrl} download className={`${buttonClass('quiet', 'small')} ${stageButtonClass}`}>
          <Download aria-hidden className="size-4" />
          {t('photo_edit.download')}
        </a>
      )}
      {(isCurrent || !isOnly) && (
        <Button
          ref={passFocusToAncestor}
          kind="quiet"
          size="small"
          className={stageButtonClass}
          aria-disabled={!mayEdit}
          onClick={() => mayEdit && editPhotos([id])}
        >
          {isCurrent ? <RefreshCw aria-hidden className="size-4" /> : <WandSparkles aria-hidden className="size-4" />}
          {isCurrent ? t('bench.redo') : t('photo_edit.try_this')}
          <ButtonPrice>{dollars(photoEditPrices[settings.apiMode])}</ButtonPrice>
        </Button>
      )}
      <ResultMenu
        result={{ ...result, key: result.itemId, name: title, src: result.imageUrl ?? '', fileName: fileNameOf(result) }}
        className={stageButtonClass}
        others={others}
      />
    </>
  );
}

/** Lists the settings that had no effect on this picture. */
function IgnoredSettings({ result: { ignoredSettings = [] } }: { result: ShownEdit }) {
  const { t } = useTranslation();
  if (ignoredSettings.length === 0) return null;
  return (
    <div className="mb-1 w-full max-w-xl justify-self-center rounded-md max-tablet:order-2 bg-brass-soft px-4 py-2 text-sm text-brass">
      <p>{t('photo_edit.ignored')}</p>
      <ul className="list-disc ps-5">
        {ignoredSettings.map((setting) => (
          <li key={setting}>{t(`photo_edit.setting.${setting}`)}</li>
        ))}
      </ul>
    </div>
  );
}
