import { Clapperboard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isWide } from '#web/ui/ratio.ts';
import { numberOf, shownIdOf, versionIdsOf } from './selectors.ts';
import { Stage, stageColumns } from './stage.tsx';
import { useSingleEntries, useSingleView } from './use-single.ts';
import { useVersion } from './use-version.ts';
import { VersionInfo } from './version-info.tsx';
import { VersionPicture } from './version-picture.tsx';
import { VersionStrip } from './version-strip.tsx';

/** Shows all versions of the video in a strip, and the chosen or newest version large on the stage (docs/spec.md 6.3). */
export function Versions() {
  const { t } = useTranslation();
  const target = useSingleView((view) => view.target);
  const chosenId = useSingleView((view) => view.shownId);
  const ids = useSingleEntries((state) => versionIdsOf(state, target));
  const shownId = shownIdOf(ids, chosenId);
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

type ShownProps = { ids: readonly string[]; id: string; number: number };

function ShownVersion({ ids, id: shownId, number }: ShownProps) {
  const isWideFrame = isWide(useVersion(shownId).card.aspectRatio);
  return (
    // This element receives the focus when a button of a removed version disappears.
    <div tabIndex={-1} className={`${stageColumns} outline-none @max-[40rem]:grid-cols-[minmax(0,1fr)_auto]`}>
      <Stage isWide={isWideFrame}>
        <VersionPicture key={shownId} id={shownId} number={number} />
      </Stage>
      <VersionInfo id={shownId} number={number} isNewest={ids.length > 1 && number === ids.length} />
      <VersionStrip ids={ids} shownId={shownId} isWide={isWideFrame} />
    </div>
  );
}
