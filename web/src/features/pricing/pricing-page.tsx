import { Check, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { signupBonusCents } from '#shared/credits/ledger.ts';
import { customAmount, discount, discountFigures, type PackageId, packages } from '#shared/credits/packages.ts';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import { firstSelection, openTopUp, storeSelection } from '#web/features/credits/top-up.ts';
import { dollars, wholeDollars } from '#web/lib/money.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { PageWidth } from '#web/ui/page-width.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PriceTag } from '#web/ui/price-tag.tsx';
import { BuysTable } from './buys-table.tsx';
import { BeforeAfterPrices, ImagePrices, PhotoEditPrices, VideoPrices } from './price-sections.tsx';
import { Section } from './price-table.tsx';

/** All prices (docs/spec.md 2.4). The page and the charges of the server use the same catalogue. */
export function PricingPage() {
  const { t } = useTranslation();
  const session = useSession();
  const signIn = useSignIn();
  const addCredits = (packageId: PackageId) => {
    const selection = { ...firstSelection, packageId };
    if (session.status === 'user') return openTopUp({ selection });
    storeSelection({ selection, orderWaits: false }, { reopen: true });
    signIn();
  };
  return (
    <>
      <PageTitle page={t('pricing.title')} />
      <PageWidth className="pt-8 lg:pt-10">
        <h1 className="text-4xl">{t('pricing.headline')}</h1>
        <p className="mt-3 max-w-4xl text-xl text-balance text-muted">{t('pricing.subtitle')}</p>
        <p className="mt-2 text-base text-muted">{t('pricing.bonus', { bonus: dollars(signupBonusCents) })}</p>
        <BuysTable onAdd={addCredits} />
        <VideoPrices />
        <ImagePrices />
        <PhotoEditPrices />
        <BeforeAfterPrices />

        <Section
          id="top-up"
          title={t('pricing.top_up_title')}
          text={t('pricing.top_up_text', {
            from: wholeDollars(discount.fromDollars * 100),
            ...discountFigures,
            min: wholeDollars(customAmount.min * 100),
            max: wholeDollars(customAmount.max * 100),
          })}
        >
          <ul className="grid gap-4 sm:grid-cols-2">
            {packages.map(({ id, amount, price, originalPrice }) => (
              <Panel as="li" key={id} className="flex items-center justify-between gap-4">
                <span className="font-semibold">{t('pricing.gets', { amount: wholeDollars(amount) })}</span>
                <span className="money text-end">
                  {originalPrice > price && (
                    <s className="me-2 text-muted">
                      <span className="sr-only">{t('pricing.instead_of')} </span>
                      {dollars(originalPrice)}
                    </s>
                  )}
                  <PriceTag className="text-xl">{dollars(price)}</PriceTag>
                </span>
              </Panel>
            ))}
          </ul>
          <Button kind="primary" className="mt-5" onClick={() => addCredits(firstSelection.packageId)}>
            <Plus aria-hidden className="size-4" />
            {t('credits.add')}
          </Button>
        </Section>

        <Section id="included" title={t('pricing.included_title')}>
          <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
            {[t('pricing.included.reshape'), t('pricing.included.write'), t('pricing.included.retry'), t('pricing.included.history')].map(
              (text) => (
                <li key={text} className="flex gap-3">
                  <Check aria-hidden className="mt-1 size-5 shrink-0 text-success" />
                  {text}
                </li>
              ),
            )}
          </ul>
        </Section>
      </PageWidth>
    </>
  );
}
