import { Suspense, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signupBonusCents } from '#shared/credits/ledger.ts';
import { paths } from '#web/app/paths.ts';
import { partAtFirstUse } from '#web/lib/lazy-part.tsx';
import { dollars } from '#web/lib/money.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { useReducedMotion } from '#web/ui/media.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { ContactButton } from './contact-button.tsx';
import { EntryButton } from './entry-button.tsx';
import { HeroDemo } from './hero-demo.tsx';
import type { ToolPaths } from './tool-grid.tsx';

const idleMsMax = 1_000;

/** Resolves when the browser is idle. Safari has no idle callbacks. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof window === 'undefined') resolve();
    else if (window.requestIdleCallback) window.requestIdleCallback(() => resolve(), { timeout: idleMsMax });
    else window.setTimeout(resolve, idleMsMax / 5);
  });

// These sections load separately, so that they do not delay the part that is visible without scrolling.
const LaterSections = partAtFirstUse(async () => (await import('./later-sections.tsx')).LaterSections, {
  path: paths.home,
  waitIfNotPrerendered: idle,
});

/** Reserves space for the sections that load later, so that the footer does not move when they appear. */
const spaceBelow = <div className="min-h-[400vh]" />;

type Props = { tools: ToolPaths; pricingPath: string };

/** The home page. It explains Vitrine, and links to the tools. */
export function LandingPage({ tools, pricingPath }: Props) {
  const { t } = useTranslation();
  const session = useSession();
  const reduced = useReducedMotion();
  const [chosenMotion, setChosenMotion] = useState<boolean>();
  const isAnimated = chosenMotion ?? !reduced;
  const isUser = session.status === 'user';
  // These two hooks keep the same element. Otherwise, React would remove the prerendered sections before their file has loaded.
  const laterIsAnimated = useDeferredValue(isAnimated);
  const laterSections = useMemo(
    () => (
      <Suspense fallback={spaceBelow}>
        <LaterSections tools={tools} pricingPath={pricingPath} isAnimated={laterIsAnimated} onAnimatedChange={setChosenMotion} />
      </Suspense>
    ),
    [tools, pricingPath, laterIsAnimated],
  );

  return (
    <>
      <PageTitle page={t('landing.title')} />
      <section className="mx-auto max-w-read px-4 pt-10 pb-16 sm:px-6 sm:pt-14 lg:pb-20">
        <h1 className="text-6xl">{t('landing.headline')}</h1>
        <div className="mt-6 grid items-end gap-x-14 gap-y-6 lg:mt-7 lg:grid-cols-[minmax(0,1fr)_auto]">
          <p className="max-w-2xl text-xl text-pretty text-muted">{t('landing.lead')}</p>
          <div className="flex flex-wrap gap-3">
            <EntryButton batchPath={tools.batch} />
            <ContactButton />
          </div>
        </div>
        <p className="mt-4 text-base text-muted lg:mt-2">
          {isUser ? t('landing.pay_note') : t('landing.bonus_note', { bonus: dollars(signupBonusCents) })}
        </p>
        <div className="mt-9 lg:mt-10">
          <HeroDemo isAnimated={isAnimated} onAnimatedChange={setChosenMotion} />
        </div>
      </section>
      {laterSections}
    </>
  );
}
