import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signupBonusCents } from '#shared/credits/ledger.ts';
import { dollars } from '#web/lib/money.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { useReducedMotion } from '#web/ui/media.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { ShopWindow } from './shop-window.tsx';
import { TalkButton } from './talk.tsx';
import type { ToolPaths } from './tool-grid.tsx';
import { EntryButton } from './way-in.tsx';

// Loaded separately, so that the content below the first screen does not delay it.
const LowerFloors = lazy(async () => ({ default: (await import('./lower-floors.tsx')).LowerFloors }));

const spaceBelow = <div className="min-h-[400vh]" />;

/** Whether the browser was idle after the first render. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    // Safari has no idle callbacks.
    if (!window.requestIdleCallback) {
      const timer = window.setTimeout(() => setIdle(true), 200);
      return () => window.clearTimeout(timer);
    }
    const request = window.requestIdleCallback(() => setIdle(true), { timeout: 1_000 });
    return () => window.cancelIdleCallback(request);
  }, []);
  return isIdle;
}

type Props = { tools: ToolPaths; pricingPath: string };

/** The home page. It explains Vitrine, and links to the tools. */
export function LandingPage({ tools, pricingPath }: Props) {
  const { t } = useTranslation();
  const session = useSession();
  const reduced = useReducedMotion();
  const [chosenMotion, setChosenMotion] = useState<boolean>();
  const moving = chosenMotion ?? !reduced;
  const isIdle = useIdle();
  const isUser = session.status === 'user';

  return (
    <>
      <PageTitle page={t('landing.title')} />
      <section className="mx-auto max-w-read px-4 pt-10 pb-16 sm:px-6 sm:pt-14 lg:pb-20">
        <h1 className="text-6xl">{t('landing.headline')}</h1>
        <div className="mt-6 grid items-end gap-x-14 gap-y-6 lg:mt-7 lg:grid-cols-[minmax(0,1fr)_auto]">
          <p className="max-w-2xl text-xl text-pretty text-muted">{t('landing.lead')}</p>
          <div className="flex flex-wrap gap-3">
            <EntryButton batchPath={tools.batch} />
            <TalkButton />
          </div>
        </div>
        <p className="mt-4 text-base text-muted lg:mt-2">
          {isUser ? t('landing.pay_note') : t('landing.bonus_note', { bonus: dollars(signupBonusCents) })}
        </p>
        <div className="mt-9 lg:mt-10">
          <ShopWindow moving={moving} onMove={setChosenMotion} />
        </div>
      </section>

      {/* Reserves space for the sections that load later, so that the content below does not jump. */}
      <Suspense fallback={spaceBelow}>
        {isIdle ? <LowerFloors tools={tools} pricingPath={pricingPath} moving={moving} onMove={setChosenMotion} /> : spaceBelow}
      </Suspense>
    </>
  );
}
