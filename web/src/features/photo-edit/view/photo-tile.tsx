import { Check, CircleSlash, Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FileName } from '#web/ui/file-name.tsx';
import { scrollInside } from '#web/ui/scroll-inside.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { selectPhoto } from '../store/photos.ts';
import { renewLinks } from '../store/runs.ts';
import { isOtherResult, type PhotoStatus, selectedOf, stateKeys, statusOf } from '../store/selectors.ts';
import { useEdit } from './use-edit.ts';

const badgeClass = 'absolute end-1 bottom-1 grid size-5.5 place-items-center rounded-full [&>svg]:size-3.5';
/** The background is dark in both themes, so these colours do not depend on the theme. */
const badges: Partial<Record<PhotoStatus, ReactNode>> = {
  sending: (
    <span className={`${badgeClass} bg-media text-brass-bright`}>
      <Spinner className="size-4" />
    </span>
  ),
  queued: (
    <span className={`${badgeClass} bg-media text-on-media`}>
      <Clock aria-hidden />
    </span>
  ),
  working: (
    <span className={`${badgeClass} bg-media text-brass-bright`}>
      <Spinner className="size-4" />
    </span>
  ),
  ready: (
    <span className={`${badgeClass} bg-[#8fcca9] text-[#10251a]`}>
      <Check aria-hidden strokeWidth={3} />
    </span>
  ),
  failed: (
    <span className={`${badgeClass} bg-[#f2a27c] text-[#3a1408]`}>
      <TriangleAlert aria-hidden strokeWidth={2.5} />
    </span>
  ),
  cancelled: (
    <span className={`${badgeClass} bg-media text-on-media`}>
      <CircleSlash aria-hidden />
    </span>
  ),
};

const tones: Partial<Record<PhotoStatus, string>> = {
  sending: 'text-brass-bright',
  working: 'text-brass-bright',
  ready: 'text-[#8fcca9]',
  failed: 'text-[#f2a27c]',
};

/** One photo of the strip. The tile renders again only when this photo changes. */
export function PhotoTile({ id }: { id: string }) {
  const { t } = useTranslation();
  const photo = useEdit(({ draft }) => draft.photos.find((one) => one.id === id)?.photo);
  const status = useEdit((state) => statusOf(state, id));
  const result = useEdit(({ results }) => results.get(id));
  const item = useEdit(({ items }) => items.get(id));
  const isSelected = useEdit((state) => selectedOf(state)?.id === id);
  const uploading = useEdit(({ uploads }) => {
    const upload = photo && uploads.get(photo.id);
    return upload?.status === 'sending' ? Math.round(upload.share * 20) * 5 : undefined;
  });
  const hasFailedUpload = useEdit(({ uploads }) => photo !== undefined && uploads.get(photo.id)?.status === 'failed');
  const isOther = useEdit((state) => isOtherResult(state, id));
  if (!photo) return null;
  const state =
    status === 'new'
      ? hasFailedUpload
        ? t('photo_edit.not_uploaded')
        : photo.width > 0
          ? `${photo.width} × ${photo.height}`
          : ''
      : t(isOther ? 'photo_edit.other_settings' : stateKeys[status]);
  return (
    <label
      ref={isSelected ? scrollIntoStrip : null}
      className="group relative grid shrink-0 cursor-pointer items-center gap-x-2.5 gap-y-1 text-sm/tight text-on-bench-muted has-checked:text-on-media max-tablet:w-20 max-tablet:justify-items-center max-tablet:text-center tablet:grid-cols-[3.75rem_minmax(0,1fr)]"
    >
      <input
        type="radio"
        name="edited-photo"
        checked={isSelected}
        onChange={() => selectPhoto(id)}
        className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
      />
      <span className="pointer-events-none relative block size-15 overflow-hidden rounded-sm bg-on-media/8 opacity-85 outline-offset-2 outline-brass-bright transition-opacity group-hover:opacity-100 group-has-checked:opacity-100 group-has-checked:outline-2 group-has-focus-visible:outline-3 max-tablet:size-20">
        <img
          src={result?.thumbnailUrl ?? (photo.file ? photo.src : (item?.photoUrl ?? photo.src))}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => item && renewLinks(item.batchId)}
          className={`size-full object-cover ${status === 'failed' || status === 'cancelled' ? 'brightness-60 grayscale' : ''}`}
        />
        {badges[status]}
        {uploading !== undefined && uploading < 100 && <UploadBar percent={uploading} />}
      </span>
      <span className="pointer-events-none min-w-0 max-tablet:w-full">
        <FileName name={photo.title} className="group-has-checked:font-semibold max-tablet:text-center max-tablet:text-xs" />
        {/* This line exists even if there is no state, so that the name does not move. */}
        <span
          className={`money block min-h-[1lh] truncate text-xs ${isOther ? '' : (tones[status] ?? '')}`}
          title={isOther ? state : undefined}
        >
          {state}
        </span>
      </span>
    </label>
  );
}

/** The share of the photo that is uploaded, at the bottom of its thumbnail. */
const UploadBar = ({ percent }: { percent: number }) => (
  <span aria-hidden className="absolute inset-x-1 bottom-1 h-1 overflow-hidden rounded-full bg-media/70">
    <span className="block h-full origin-left bg-brass-bright transition-transform" style={{ transform: `scaleX(${percent / 100})` }} />
  </span>
);

const scrollIntoStrip = (tile: HTMLElement | null): void => scrollInside(tile?.closest('fieldset')?.parentElement, tile);
