import { Ban, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureKey } from '#web/features/batch/cards/failure.ts';
import { WorkRing, WorkVeil } from '#web/ui/work-cover.tsx';
import type { ShownVideo } from '../run.ts';
import { useSendingText } from './use-sending-text.ts';
import type { Version } from './use-version.ts';

/** Shows the state of a version on top of its photo. Screen readers skip this text, because the same text is beside the picture. */
export function VersionOverlay({ version }: { version: Version }) {
  const { item, state, isCancelling } = version;
  const { t } = useTranslation();
  const sendingText = useSendingText(version);
  if (state === 'failed' || state === 'cancelled') {
    const Icon = state === 'failed' ? TriangleAlert : Ban;
    return (
      <Overlay veil={<span className="absolute inset-0 bg-media/30" />}>
        <span
          className={`grid size-14 place-items-center rounded-full ${state === 'failed' ? 'bg-danger-soft text-danger' : 'bg-sand text-muted'}`}
        >
          <Icon className="size-6" />
        </span>
        <span className="text-lg font-semibold">{t(`state.${state}`)}</span>
        {/* On a phone, the text beside the picture is below the visible area. */}
        {item && state === 'failed' && (
          <span className="rounded-lg bg-media/75 px-4 py-2 text-sm text-pretty lg:hidden">{t(failureKey('video', item.error))}</span>
        )}
      </Overlay>
    );
  }
  const name = isCancelling ? 'cancelling' : state === 'ready' ? 'generating' : state;
  return <WorkOverlay item={item} text={name === 'sending' ? sendingText : t(`state.${name}`)} hasStep={name === 'generating'} />;
}

type WorkProps = { item: ShownVideo | undefined; text: string; hasStep: boolean };

/** A ring, the state, and the current step. The bar shows the elapsed time. */
function WorkOverlay({ item, text, hasStep }: WorkProps) {
  return (
    <Overlay veil={<WorkVeil />}>
      <WorkRing />
      <span className="rounded-lg bg-media/75 px-4 py-2">
        <span className="block font-semibold">{text}</span>
        {item && hasStep && (
          <span className="block text-sm">
            <Step item={item} />
          </span>
        )}
      </span>
    </Overlay>
  );
}

/** A text such as 'Making the video'. */
function Step({ item: { attempt, framing } }: { item: ShownVideo }) {
  const { t } = useTranslation();
  const isRepeated = attempt !== undefined && attempt.number > 1;
  return isRepeated ? t('batch.result.retrying', attempt) : t(framing ? 'single.making_video' : 'single.preparing_photo');
}

const Overlay = ({ veil, children }: { veil: ReactNode; children: ReactNode }) => (
  <div
    aria-hidden
    className="absolute inset-0 grid animate-rise place-content-center justify-items-center gap-2 p-4 text-center text-on-media [&>:not(:first-child)]:relative"
  >
    {veil}
    {children}
  </div>
);
