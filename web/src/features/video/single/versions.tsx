import { Clapperboard } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { commandOf } from '#web/features/review/review-keys.ts';
import { togglePlay } from '#web/features/review/use-playback.ts';
import { isWide } from '#web/ui/ratio.ts';
import { PhotoOnStage } from './photo-on-stage.tsx';
import { RunNote } from './run-note.tsx';
import { isPhotoOnStage, numberOf, shownIdOf, versionIdsOf } from './selectors.ts';
import { showVersion } from './single-view.ts';
import { Stage, stageColumns } from './stage.tsx';
import { useSingle, useSingleEntries, useSingleView } from './use-single.ts';
import { useVersion } from './use-version.ts';
import { MoreActions } from './version-actions.tsx';
import { VersionInfo } from './version-info.tsx';
import { VersionPicture } from './version-picture.tsx';
import { VersionStrip } from './version-strip.tsx';

/** Shows all versions of the video in a row, and one version large: the chosen or the newest version (docs/spec.md 6.3). */
export function Versions() {
  const { t } = useTranslation();
  const target = useSingleView((view) => view.target);
  const chosenId = useSingleView((view) => view.shownId);
  const ids = useSingleEntries((state) => versionIdsOf(state, target));
  const shownId = shownIdOf(ids, chosenId);
  const isPhotoShown = useSingle(({ draft, sending }) => isPhotoOnStage(draft, { sending, chosenId }));
  if (isPhotoShown) return <PhotoOnStage ids={ids} />;
  if (shownId === undefined)
    return (
      <Stage className="flex-1">
        <div className="grid max-w-72 justify-items-center gap-3 text-center">
          <Clapperboard aria-hidden className="size-9 text-brass-bright" />
          <p>{t('single.no_results')}</p>
        </div>
      </Stage>
    );
  const number = numberOf(ids, shownId);
  return <ShownVersion ids={ids} id={shownId} number={number} />;
}

const moreClass = 'px-4 pt-1 pb-4 @max-[35rem]:order-1 @min-[35rem]:self-end @min-[35rem]:px-5 @min-[35rem]:pb-2';

type ShownProps = { ids: readonly string[]; id: string; number: number };

function ShownVersion({ ids, id: shownId, number }: ShownProps) {
  const { t } = useTranslation();
  const stage = useRef<HTMLDivElement>(null);
  const { aspectRatio } = useVersion(shownId).card;
  const isWideFrame = isWide(aspectRatio);
  const handleKey = (event: KeyboardEvent) => {
    const command = commandOf(event.nativeEvent, false);
    if (!command) return;
    event.preventDefault();
    if (command === 'play') return togglePlay(stage.current?.querySelector('video') ?? null);
    const nextId = ids[ids.indexOf(shownId) + (command === 'next' ? 1 : -1)];
    if (nextId === undefined) return;
    showVersion(nextId);
    // The button with the focus disappears together with the previous player, so the display area gets the focus.
    stage.current?.focus({ preventScroll: true });
  };
  return (
    // When a version is removed, its buttons disappear, so this element receives the focus.
    <div
      tabIndex={-1}
      className={`${stageColumns} outline-none ${isWideFrame ? '@min-[35rem]:grid-rows-[1fr_auto_auto]' : '@min-[35rem]:grid-rows-[auto_1fr_auto]'}`}
    >
      <Stage ref={stage} role="group" aria-label={t('single.tile', { number })} tabIndex={-1} onKeyDown={handleKey} ratio={aspectRatio}>
        <VersionPicture key={shownId} id={shownId} number={number} stage={stage} />
      </Stage>
      <RunNote className="px-4 pt-3 @max-[35rem]:order-1 @min-[35rem]:hidden" />
      <VersionInfo id={shownId} number={number} isNewest={ids.length > 1 && number === ids.length} isWide={isWideFrame} />
      {!isWideFrame && <MoreActions id={shownId} number={number} className={moreClass} />}
      <VersionStrip ids={ids} shownId={shownId} isWide={isWideFrame} />
      {isWideFrame && <MoreActions id={shownId} number={number} className={moreClass} />}
    </div>
  );
}
