import { Check, CircleSlash, Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '#web/ui/spinner.tsx';
import { selectPhoto } from '../store/photos.ts';
import { renewLinks } from '../store/runs.ts';
import { type PhotoStatus, selectedOf, stateKeys, statusOf } from '../store/selectors.ts';
import { useEdit } from './use-edit.ts';

const badge = 'absolute end-1 bottom-1 grid size-5.5 place-items-center rounded-full [&>svg]:size-3.5';
/** The stage is dark in both themes, so these colours do not change. */
const badges: Partial<Record<PhotoStatus, ReactNode>> = {
  sending: (
    <span className={`${badge} bg-media text-brass-bright`}>
      <Spinner className="size-4" />
    </span>
  ),
  queued: (
    <span className={`${badge} bg-media text-on-media`}>
      <Clock aria-hidden />
    </span>
  ),
  working: (
    <span className={`${badge} bg-media text-brass-bright`}>
      <Spinner className="size-4" />
    </span>
  ),
  ready: (
    <span className={`${badge} bg-[#8fcca9] text-[#10251a]`}>
      <Check aria-hidden strokeWidth={3} />
    </span>
  ),
  failed: (
    <span className={`${badge} bg-[#f2a27c] text-[#3a1408]`}>
      <TriangleAlert aria-hidden strokeWidth={2.5} />
    </span>
  ),
  cancelled: (
    <span className={`${badge} bg-media text-on-media`}>
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
  if (!photo) return null;
  const state =
    status === 'new'
      ? uploading !== undefined && uploading < 100
        ? `${uploading} %`
        : hasFailedUpload
          ? t('photo_edit.not_uploaded')
          : ''
      : t(stateKeys[status]);
  const name = photo.title.replace(/\.[^.]+$/, '');
  return (
    <label
      ref={isSelected ? scrollIntoStrip : null}
      className="group relative grid shrink-0 cursor-pointer items-center gap-x-2.5 gap-y-1 text-sm/tight text-on-bench-muted has-checked:text-on-media max-tablet:w-18 max-tablet:justify-items-center max-tablet:text-center tablet:grid-cols-[3.75rem_minmax(0,1fr)]"
    >
      <input
        type="radio"
        name="edited-photo"
        checked={isSelected}
        onChange={() => selectPhoto(id)}
        className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
      />
      <span className="pointer-events-none relative block size-15 overflow-hidden rounded-sm bg-on-media/8 opacity-85 outline-offset-2 outline-brass-bright transition-opacity group-hover:opacity-100 group-has-checked:opacity-100 group-has-checked:outline-2 group-has-focus-visible:outline-3 max-tablet:size-17">
        <img
          src={result?.thumbnailUrl ?? (photo.file ? photo.src : (item?.photoUrl ?? photo.src))}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => item && renewLinks(item.batchId)}
          className={`size-full object-cover ${status === 'failed' || status === 'cancelled' ? 'brightness-60 grayscale' : ''}`}
        />
        {badges[status]}
      </span>
      <span className="pointer-events-none min-w-0 max-tablet:w-full">
        <span className="line-clamp-2 wrap-anywhere group-has-checked:font-semibold max-tablet:line-clamp-1">{name}</span>
        {state && <span className={`block truncate ${tones[status] ?? ''}`}>{state}</span>}
      </span>
    </label>
  );
}

/** Scrolls only the strip, not the page. */
function scrollIntoStrip(tile: HTMLElement | null): void {
  const strip = tile?.closest('fieldset')?.parentElement;
  if (!tile || !strip) return;
  const [inner, outer] = [tile.getBoundingClientRect(), strip.getBoundingClientRect()];
  const gap = 12;
  if (inner.top < outer.top) strip.scrollTop -= outer.top - inner.top + gap;
  else if (inner.bottom > outer.bottom) strip.scrollTop += inner.bottom - outer.bottom + gap;
  if (inner.left < outer.left) strip.scrollLeft -= outer.left - inner.left + gap;
  else if (inner.right > outer.right) strip.scrollLeft += inner.right - outer.right + gap;
}
