import { Ban, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServerNow } from '#web/lib/clock.ts';
import type { ShownVideo } from '../run.ts';
import { ProgressRing } from './progress-ring.tsx';
import { shareOf } from './run-progress.ts';
import { useSendingText } from './use-sending-text.ts';
import { useSingle } from './use-single.ts';
import type { Version } from './use-version.ts';

/** Shows the state of a version on top of its photo. Screen readers skip this text, because the same text is beside the picture. */
export function VersionOverlay({ version }: { version: Version }) {
  const { item, state, isCancelling } = version;
  const { t } = useTranslation();
  const sendingText = useSendingText(version);
  if (state === 'failed' || state === 'cancelled') {
    const Icon = state === 'failed' ? TriangleAlert : Ban;
    return (
      <DarkOverlay tone="bg-media/30">
        <span
          className={`grid size-14 place-items-center rounded-full ${state === 'failed' ? 'bg-danger-soft text-danger' : 'bg-sand text-muted'}`}
        >
          <Icon className="size-6" />
        </span>
        <span className="text-lg font-semibold">{t(`state.${state}`)}</span>
      </DarkOverlay>
    );
  }
  const name = isCancelling ? 'cancelling' : state === 'ready' ? 'generating' : state;
  return <WorkOverlay item={item} text={name === 'sending' ? sendingText : t(`state.${name}`)} hasStep={name === 'generating'} />;
}

type WorkProps = { item: ShownVideo | undefined; text: string; hasStep: boolean };

/** A ring with the progress, and the current step. This is a separate component, because it renders every second. */
function WorkOverlay({ item, text, hasStep }: WorkProps) {
  const durations = useSingle((state) => state.durations);
  const now = useServerNow();
  return (
    <DarkOverlay>
      <ProgressRing share={shareOf(item, durations, now)} />
      <span className="mt-1 text-lg font-semibold">{text}</span>
      {/* The line keeps its height while it is empty, so that the ring does not move. */}
      <span className="money min-h-5 text-sm">{item && hasStep && <Step item={item} />}</span>
    </DarkOverlay>
  );
}

/** A text such as 'Making the video'. The bar shows the elapsed time. */
function Step({ item: { attempt, framing } }: { item: ShownVideo }) {
  const { t } = useTranslation();
  const isRepeated = attempt !== undefined && attempt.number > 1;
  return isRepeated ? t('batch.result.retrying', attempt) : t(framing ? 'single.making_video' : 'single.preparing_photo');
}

const DarkOverlay = ({ tone = 'bg-media/65', children }: { tone?: string; children: ReactNode }) => (
  <div
    aria-hidden
    className={`absolute inset-0 grid animate-rise place-content-center justify-items-center gap-2 p-4 text-center text-on-media ${tone}`}
  >
    {children}
  </div>
);
