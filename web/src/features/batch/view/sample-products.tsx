import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signupBonusCents } from '#shared/credits/ledger.ts';
import { animationStyles } from '#shared/video/styles.ts';
import { balancesOf, useProfile } from '#web/features/auth/get-profile.ts';
import { dollars } from '#web/lib/money.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { PriceTag } from '#web/ui/price-tag.tsx';
import { showToast } from '#web/ui/toast-store.ts';
import { isLocked } from '../store/core.ts';
import { addSampleProducts } from '../store/sample-products.ts';
import { useBench, useBenchState } from './bench-context.tsx';

const samples = animationStyles.slice(0, 4);

/**
 * Pictures of results of the tool, and sample products for sellers who have no photos yet. A click adds the samples, but orders nothing.
 */
export function SampleProducts() {
  const { t } = useTranslation();
  const { kind, tool, needsPrompt, Examples } = useBench();
  const locked = useBenchState(isLocked);
  const [loading, setLoading] = useState(false);

  const addSamples = async () => {
    setLoading(true);
    try {
      await addSampleProducts(tool.core, samples, { hasPrompts: needsPrompt });
    } catch (error) {
      console.warn('the samples could not be loaded', error);
      showToast({ message: t('bench.samples_failed') });
    } finally {
      setLoading(false);
    }
  };

  return (
    <div className="flex flex-col justify-center gap-4 bg-wall p-5">
      {Examples ? (
        <Examples />
      ) : (
        <ul className="grid grid-cols-4 gap-2.5">
          {samples.map((style) => (
            <li key={style.id} className="overflow-hidden rounded-md shadow-card">
              <img
                src={style.thumbnail}
                alt={t(style.nameKey)}
                width={270}
                height={480}
                loading="lazy"
                className="aspect-9/16 w-full object-cover"
              />
            </li>
          ))}
        </ul>
      )}
      <Button disabled={locked || loading} aria-busy={loading} onClick={() => void addSamples()}>
        {t('bench.try_samples', { count: samples.length })}
      </Button>
      <p className="text-center text-sm text-balance text-muted">{t(`${kind}.samples_hint`)}</p>
      <BonusNote />
    </div>
  );
}

/**
 * The number of results that the welcome bonus pays. Hidden if the balance has another amount, because the number would look like a price.
 */
function BonusNote() {
  const { t } = useTranslation();
  const isSeller = useSession().status === 'user';
  const profile = useProfile();
  const hasBonus = !isSeller || (profile !== undefined && balancesOf(profile).credits === signupBonusCents);
  return (
    // The note keeps its space while the balance loads, so that nothing moves later.
    <p className={`flex items-center justify-center gap-3 text-sm ${hasBonus ? '' : 'invisible'}`}>
      <PriceTag>{dollars(signupBonusCents)}</PriceTag>
      <span className="text-balance">{t('bench.five_dollars')}</span>
    </p>
  );
}
