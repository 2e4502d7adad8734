import { useTranslation } from 'react-i18next';
import { videoModel } from '#shared/catalogue.ts';
import { ReadinessChips } from '#web/features/readiness/readiness-chips.tsx';
import type { Card } from '../cards.ts';
import { CropAgain } from '../crop-again.tsx';
import { useVersion } from './use-version.ts';
import { VersionActions } from './version-actions.tsx';
import { VersionStatus } from './version-status.tsx';

type Props = { id: string; number: number; isNewest: boolean; isWide: boolean };

/** The state, the settings and the actions of the shown version. */
export function VersionInfo({ id, number, isNewest, isWide }: Props) {
  const { t } = useTranslation();
  const version = useVersion(id);
  const name = t('single.tile', { number });
  const { item, card, state } = version;
  return (
    <section
      aria-label={name}
      className={`flex min-w-0 flex-col gap-3.5 p-4 pb-0 @max-[35rem]:order-1 @min-[35rem]:px-5 @min-[35rem]:pt-5 low:gap-2.5 low:pt-4 ${isWide ? '@min-[35rem]:row-span-2 @min-[35rem]:pb-5 low:pb-4' : ''}`}
    >
      <div>
        <h2 className="flex items-center gap-2.5 text-3xl font-semibold low:text-2xl">
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
      {state === 'ready' && item && <ReadinessChips probe={item.probe} result={item.downloadUrl} title={item.title} />}
      <Facts card={card} isWide={isWide} />
    </section>
  );
}

/** Classes of the list of facts. If the column has little height, each label is beside its text instead of above it. */
const wideFacts = { list: 'grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1', group: 'contents', prompt: 'line-clamp-1' };
const highFacts = {
  list: 'grid gap-y-2.5 low:grid-cols-[auto_minmax(0,1fr)] low:gap-x-3 low:gap-y-1',
  group: 'low:contents',
  prompt: 'line-clamp-5 lg:[@media(height<60rem)]:line-clamp-3',
};

function Facts({ card, isWide }: { card: Card; isWide: boolean }) {
  const { t } = useTranslation();
  const settings = t('single.settings_line', {
    model: videoModel(card.model)?.displayName ?? card.model,
    ratio: card.aspectRatio,
    seconds: card.durationSeconds,
    resolution: card.resolution,
    audio: t(card.generateAudio ? 'single.with_audio' : 'single.without_audio'),
  });
  const { list, group, prompt } = isWide ? wideFacts : highFacts;
  return (
    <dl className={`text-sm ${list}`}>
      <div className={group}>
        <dt className="text-muted">{t('batch.prompt')}</dt>
        <dd className={`text-pretty wrap-anywhere ${prompt}`} title={card.prompt}>
          {card.prompt}
        </dd>
      </div>
      <div className={group}>
        <dt className="text-muted">{t('single.settings')}</dt>
        <dd className="money">
          {/* A line break is possible only between two settings. */}
          {settings.split(' · ').map((setting, index) => (
            <span key={setting}>
              {index > 0 && ' · '}
              <span className="whitespace-nowrap">{setting}</span>
            </span>
          ))}
        </dd>
      </div>
    </dl>
  );
}
