import { useTranslation } from 'react-i18next';
import { signupBonusCents } from '#shared/credits/ledger.ts';
import { videoDefaults } from '#shared/video/defaults.ts';
import { LegalLinks } from '#web/features/legal/legal-links.tsx';
import { dollars } from '#web/lib/money.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { ContactButton } from './contact-button.tsx';
import { EntryButton } from './entry-button.tsx';
import { Marquee } from './marquee.tsx';
import { priceWithoutAudio } from './price-without-audio.ts';
import { PriceTeaser, Questions, Trust, Value } from './sections.tsx';
import { Steps } from './steps.tsx';
import { ToolGrid, type ToolPaths } from './tool-grid.tsx';

type Props = { tools: ToolPaths; pricingPath: string; isAnimated: boolean; onAnimatedChange: (isAnimated: boolean) => void };

/**
 * All sections that are visible only after scrolling: marketplaces, benefits, steps, tools, prices, trust, questions and the start button.
 */
export function LaterSections({ tools, pricingPath, isAnimated, onAnimatedChange }: Props) {
  const { t } = useTranslation();
  const isUser = useSession().status === 'user';
  return (
    <>
      <Marquee isAnimated={isAnimated} onAnimatedChange={onAnimatedChange} />
      <Value />
      <Steps price={priceWithoutAudio(videoDefaults.model, videoDefaults.durationSeconds)} />
      <ToolGrid to={tools} isAnimated={isAnimated} />
      <PriceTeaser pricingPath={pricingPath} />
      <Trust />
      <Questions />

      <section aria-labelledby="closing" className="mx-auto max-w-read px-4 pb-6 text-center sm:px-6">
        <h2 id="closing" className="text-6xl">
          {t('landing.closing_title')}
        </h2>
        <p className="mt-5 text-xl text-muted">
          {isUser ? t('landing.closing_text_user') : t('landing.closing_text', { bonus: dollars(signupBonusCents) })}
        </p>
        <div className="mt-7 flex flex-wrap justify-center gap-3">
          <EntryButton batchPath={tools.batch} />
          <ContactButton />
        </div>
        {!isUser && (
          <div className="mt-6 text-base text-muted">
            <p>{t('auth.sign_in_agree')}</p>
            <LegalLinks className="flex flex-wrap justify-center gap-x-6 gap-y-1" />
          </div>
        )}
      </section>
    </>
  );
}
