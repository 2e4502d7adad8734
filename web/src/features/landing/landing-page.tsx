import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { signupBonusCents } from '#shared/credits/ledger.ts';
import { videoDefaults } from '#shared/video/defaults.ts';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import { dollars } from '#web/lib/money.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { useReducedMotion } from '#web/ui/media.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Marquee } from './marquee.tsx';
import { PriceTeaser, Questions, silentPrice, Trust, Value } from './sections.tsx';
import { ShopWindow } from './shop-window.tsx';
import { Steps } from './steps.tsx';
import { TalkButton } from './talk.tsx';
import { ToolGrid, type ToolPaths } from './tool-grid.tsx';

type Props = { tools: ToolPaths; pricingPath: string };

/** The home page: what Vitrine does, shown; and the way in. */
export function LandingPage({ tools, pricingPath }: Props) {
  const { t } = useTranslation();
  const session = useSession();
  const reduced = useReducedMotion();
  const [asked, setAsked] = useState<boolean>();
  const moving = asked ?? !reduced;
  const isUser = session.status === 'user';

  return (
    <>
      <PageTitle page={t('landing.title')} />
      <section className="mx-auto max-w-page px-4 pt-10 pb-16 sm:px-6 sm:pt-14 lg:pb-20">
        <h1 className="text-3xl">{t('landing.headline')}</h1>
        <div className="mt-6 grid items-end gap-x-14 gap-y-6 lg:mt-7 lg:grid-cols-[minmax(0,1fr)_auto]">
          <p className="max-w-2xl text-lg text-pretty text-muted">{t('landing.lead')}</p>
          <div className="flex flex-wrap gap-3">
            <WayIn batchPath={tools.batch} />
            <TalkButton />
          </div>
        </div>
        <p className="mt-4 text-sm text-muted lg:mt-2">
          {isUser ? t('landing.pay_note') : t('landing.bonus_note', { bonus: dollars(signupBonusCents) })}
        </p>
        <div className="mt-9 lg:mt-10">
          <ShopWindow moving={moving} onMove={setAsked} />
        </div>
      </section>

      <Marquee moving={moving} onMove={setAsked} />
      <Value />
      <Steps price={silentPrice(videoDefaults.model, videoDefaults.durationSeconds)} />
      <ToolGrid to={tools} moving={moving} />
      <PriceTeaser pricingPath={pricingPath} />
      <Trust />
      <Questions />

      <section aria-labelledby="closing" className="mx-auto max-w-page px-4 pb-6 text-center sm:px-6">
        <h2 id="closing" className="text-3xl">
          {t('landing.closing_title')}
        </h2>
        <p className="mt-5 text-lg text-muted">
          {isUser ? t('landing.closing_text_user') : t('landing.closing_text', { bonus: dollars(signupBonusCents) })}
        </p>
        <div className="mt-7 flex flex-wrap justify-center gap-3">
          <WayIn batchPath={tools.batch} />
          <TalkButton />
        </div>
      </section>
    </>
  );
}

/** Start Free for a visitor (checklist G1); to the tools for who is in already. */
function WayIn({ batchPath }: { batchPath: string }) {
  const { t } = useTranslation();
  const session = useSession();
  const signIn = useSignIn();
  return session.status === 'user' ? (
    <Link to={batchPath} className={buttonClass('primary', 'large')}>
      {t('landing.open_tool')}
    </Link>
  ) : (
    <Button kind="primary" size="large" onClick={signIn}>
      {t('auth.start_free')}
    </Button>
  );
}
