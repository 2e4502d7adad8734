import { useTranslation } from 'react-i18next';
import { paths } from '#web/app/paths.ts';
import { useIsPrerendered } from '#web/lib/is-prerendered.ts';
import { Link } from '#web/lib/router.tsx';
import { MotionButton } from './hero-demo.tsx';

/** Names of the shops for which sellers make videos (docs/spec.md 1.4, 2.3). The moving row has no logos, because logos are trademarks. */
const platforms = ['TikTok Shop', 'Shopee', 'Amazon', 'Lazada', 'Temu'];
/** Number of copies of all names in one round of the animation. One round must be wider than the widest window. */
const copiesPerRound = 3;
const names = Array.from({ length: copiesPerRound }, (_, time) =>
  platforms.map((name) => ({ key: `${name} ${time}`, name, isRepeated: time > 0 })),
).flat();

type Props = { isAnimated: boolean; onAnimatedChange: (isAnimated: boolean) => void };

/** Until the app has started, this CSS class stops the prerendered animation for visitors who prefer reduced motion. */
const prerenderedMotion = 'motion-reduce:[animation-play-state:paused]';

export function Marquee({ isAnimated, onAnimatedChange }: Props) {
  const { t } = useTranslation();
  const isPrerendered = useIsPrerendered();
  const round = (
    <ul className="flex shrink-0 items-center">
      {names.map(({ key, name, isRepeated }) => (
        <li key={key} aria-hidden={isRepeated} className="flex items-center font-display text-2xl whitespace-nowrap text-muted">
          <span aria-hidden className="mx-8 size-1.5 rotate-45 bg-brass-bright sm:mx-12" />
          {name}
        </li>
      ))}
    </ul>
  );
  return (
    <section aria-label={t('landing.platforms')} className="border-y border-line py-7">
      <div className="mx-auto flex max-w-read items-center justify-center gap-2 px-4 pb-4 sm:px-6">
        <h2 className="text-center font-sans text-base font-normal tracking-normal text-muted">{t('landing.platforms')}</h2>
        <MotionButton isAnimated={isAnimated} onAnimatedChange={onAnimatedChange} className="text-muted hover:bg-sand hover:text-ink" />
      </div>
      <div className="overflow-hidden">
        <div
          className={`passing flex w-max ${isAnimated ? `hover:[animation-play-state:paused] ${isPrerendered ? prerenderedMotion : ''}` : '[animation-play-state:paused]'}`}
        >
          {round}
          <div aria-hidden>{round}</div>
        </div>
      </div>
      <p className="px-4 pt-4 text-center">
        <Link to={paths.marketplaces} className="inline-block text-base text-accent-text underline underline-offset-4 touch:py-2.5">
          {t('marketplaces.headline')}
        </Link>
      </p>
    </section>
  );
}
