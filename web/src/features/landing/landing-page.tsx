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
import { WayIn } from './way-in.tsx';

// Loaded separately, so that the content below the first screen does not delay it.
const LowerFloors = lazy(async () => ({ default: (await import('./lower-floors.tsx')).LowerFloors }));

const roomBelow = <div className="min-h-[400vh]" />;

/** Whether the browser was idle after the first render. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    // Safari has no idle callbacks.
    if (!window.requestIdleCallback) {
      const timer = window.setTimeout(() => setIdle(true), 200);
      return () => window.clearTimeout(timer);
    }
    const waiting = window.requestIdleCallback(() => setIdle(true), { timeout: 1_000 });
    return () => window.cancelIdleCallback(waiting);
  }, []);
  return isIdle;
}

type Props = { tools: ToolPaths; pricingPath: string };

/** The home page: shows what Vitrine does, and leads to the tools. */
export function LandingPage({ tools, pricingPath }: Props) {
  const { t } = useTranslation();
  const session = useSession();
  const reduced = useReducedMotion();
  const [asked, setAsked] = useState<boolean>();
  const moving = asked ?? !reduced;
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
            <WayIn batchPath={tools.batch} />
            <TalkButton />
          </div>
        </div>
        <p className="mt-4 text-base text-muted lg:mt-2">
          {isUser ? t('landing.pay_note') : t('landing.bonus_note', { bonus: dollars(signupBonusCents) })}
        </p>
        <div className="mt-9 lg:mt-10">
          <ShopWindow moving={moving} onMove={setAsked} />
        </div>
      </section>

      {/* Reserves space for the sections that load later, so that the content below does not jump. */}
      <Suspense fallback={roomBelow}>
        {isIdle ? <LowerFloors tools={tools} pricingPath={pricingPath} moving={moving} onMove={setAsked} /> : roomBelow}
      </Suspense>
    </>
  );
}
