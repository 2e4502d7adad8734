import { useTranslation } from 'react-i18next';
import { videoModel } from '#shared/catalogue.ts';
import type { Card } from '../cards.ts';
import { CropAgain } from '../crop-again.tsx';
import { useVersion } from './use-version.ts';
import { MoreActions, VersionActions } from './version-actions.tsx';
import { VersionStatus } from './version-status.tsx';

type Props = { id: string; number: number; isNewest: boolean };

/** The state, the settings and the actions of the shown version. */
export function VersionInfo({ id, number, isNewest }: Props) {
  const { t } = useTranslation();
  const version = useVersion(id);
  const name = t('single.tile', { number });
  const { item, card, state } = version;
  return (
    <section
      aria-label={name}
      className="flex min-w-0 flex-col gap-3.5 p-4 @max-[40rem]:order-last @max-[40rem]:col-span-2 @min-[40rem]:px-5 @min-[40rem]:pt-5"
    >
      <div>
        <h2 className="flex items-center gap-2.5 text-3xl font-semibold">
          {name}
          {isNewest && (
            <span className="rounded-full bg-brass-soft px-2.5 py-0.5 font-sans text-sm tracking-normal text-brass">
              {t('single.newest')}
            </span>
          )}
        </h2>
        <VersionStatus version={version} />
      </div>
      <VersionActions version={version} name={name} />
      {state === 'ready' && item?.cropFallback && <CropAgain item={item} />}
      <Facts card={card} />
      <MoreActions version={version} name={name} />
    </section>
  );
}

function Facts({ card }: { card: Card }) {
  const { t } = useTranslation();
  const settings = t('single.settings_line', {
    model: videoModel(card.model)?.displayName ?? card.model,
    ratio: card.aspectRatio,
    seconds: card.durationSeconds,
    resolution: card.resolution,
    audio: t(card.generateAudio ? 'single.with_audio' : 'single.without_audio'),
  });
  return (
    <dl className="space-y-2.5 text-sm">
      <div>
        <dt className="text-muted">{t('batch.prompt')}</dt>
        <dd className="line-clamp-5 text-pretty wrap-anywhere">{card.prompt}</dd>
      </div>
      <div>
        <dt className="text-muted">{t('single.settings')}</dt>
        <dd className="money">{settings}</dd>
      </div>
    </dl>
  );
}
