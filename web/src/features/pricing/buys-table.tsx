import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { signupBonusCents } from '#shared/credits/ledger.ts';
import { type PackageId, packages } from '#shared/credits/packages.ts';
import { countFor, type PricedResult, pricedResults } from '#web/features/credits/what-credits-buy.ts';
import { pageLanguage } from '#web/lib/i18n/page-language.ts';
import { dollars, wholeDollars } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { PriceTable, RowName, Section } from './price-table.tsx';

/** The free credits of a new account and the fixed packages with their prices. */
const amounts = [{ amount: signupBonusCents, price: undefined }, ...packages.map(({ amount, price }) => ({ amount, price }))] as const;

/**
 * Shows how many results each amount pays for, if the seller spends it on one kind of result. The last row has buttons that add a package.
 */
export function BuysTable({ onAdd }: { onAdd: (packageId: PackageId) => void }) {
  const { t } = useTranslation();
  const heads = amounts.map(({ amount, price }) => (
    <span key={amount}>
      <span className="font-display text-2xl font-semibold text-brass">{wholeDollars(amount)}</span>
      <span className="mt-1 block text-sm">
        {price === undefined ? t('pricing.buys_free') : t('pricing.buys_pay', { price: dollars(price) })}
      </span>
    </span>
  ));
  const foot = (
    <tr className="border-t border-line">
      <td colSpan={heads.length + 1} className="pt-4">
        <div className="flex flex-wrap justify-end gap-3">
          {packages.map(({ id, amount, popular }) => (
            <Button key={id} kind={popular ? 'primary' : 'secondary'} onClick={() => onAdd(id)} className="max-sm:flex-1">
              {t('bench.add_amount', { amount: wholeDollars(amount) })}
            </Button>
          ))}
        </div>
      </td>
    </tr>
  );
  return (
    <Section id="buys" title={t('pricing.buys_title')} text={t('pricing.buys_text')}>
      <PriceTable caption={t('pricing.buys_caption')} heads={[t('pricing.buys_kind'), ...heads]} foot={foot}>
        {pricedResults.map((result) => {
          const [name, note] = textsOf(result, t);
          return (
            <tr key={name} className="border-t border-line">
              <RowName name={name} note={note} />
              {amounts.map(({ amount }) => (
                <td
                  key={amount}
                  className="py-3 ps-3 text-end align-top font-display text-2xl font-semibold whitespace-nowrap max-sm:ps-2 max-sm:text-lg"
                >
                  {new Intl.NumberFormat(pageLanguage()).format(countFor(amount, result))}
                </td>
              ))}
            </tr>
          );
        })}
      </PriceTable>
    </Section>
  );
}

/** Returns the name of a kind of result, and the price for the line below the name. */
function textsOf(result: PricedResult, t: TFunction): [name: string, note: string] {
  const price = dollars(result.price);
  if (result.kind === 'video') return [`${t('nav.video')}, ${result.model.displayName}`, `${price} · ${t('pricing.audio_off')}`];
  if (result.kind === 'image') return [t('landing.price_image'), price];
  if (result.kind === 'pipeline') return [t('nav.before_after'), t('pricing.run_max', { price })];
  return [t(`photo_edit.mode.${result.kind}`), price];
}
