import { Ban, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServerNow } from '#web/lib/clock.ts';
import { elapsedTime } from '#web/lib/time.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import type { ShownVideo } from '../run.ts';
import { stageToShow } from './stage-to-show.ts';
import type { Version } from './use-version.ts';

/** The state of a version over its photo. Screen readers skip this text, because the same text is beside the picture. */
export function VersionOverlay({ version: { item, state, isCancelling } }: { version: Version }) {
  const { t } = useTranslation();
  if (state === 'failed' || state === 'cancelled') {
    const Icon = state === 'failed' ? TriangleAlert : Ban;
    return (
      <DarkOverlay tone="bg-media/30">
        <span
          className={`grid size-14 place-items-center rounded-full ${state === 'failed' ? 'bg-danger-soft text-danger' : 'bg-sand text-muted'}`}
        >
          <Icon className="size-6" />
        </span>
        <span className="text-lg font-semibold">{t(`batch.result.${state}`)}</span>
      </DarkOverlay>
    );
  }
  const text = isCancelling ? 'cancelling' : state === 'ready' ? 'generating' : state;
  return (
    <DarkOverlay>
      <Spinner className="size-12 stroke-[1.5] text-brass-bright" />
      <span className="text-lg font-semibold">{t(`batch.result.${text}`)}</span>
      {item && !isCancelling && state === 'generating' && <StageLine item={item} />}
    </DarkOverlay>
  );
}

const DarkOverlay = ({ tone = 'bg-media/65', children }: { tone?: string; children: ReactNode }) => (
  <div
    aria-hidden
    className={`absolute inset-0 grid animate-rise place-content-center justify-items-center gap-2 p-4 text-center text-on-media ${tone}`}
  >
    {children}
  </div>
);

/** Shows a line such as 'Processing · 0:41'. This is a separate component, because it renders every second. */
function StageLine({ item }: { item: ShownVideo }) {
  const { t } = useTranslation();
  const passedMs = useServerNow() - Date.parse(item.startedAt ?? '');
  if (Number.isNaN(passedMs)) return null;
  const stage = stageToShow(item, passedMs);
  const stageText = item.attempt && item.attempt.number > 1 ? t('batch.result.retrying', item.attempt) : stage && t(`batch.stage.${stage}`);
  return (
    <span className="money text-sm">
      {stageText && `${stageText} · `}
      {elapsedTime(passedMs)}
    </span>
  );
}
