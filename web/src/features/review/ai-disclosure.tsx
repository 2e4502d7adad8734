import { Copy, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileKind } from '#shared/provenance/file-kinds.ts';
import { paths } from '#web/app/paths.ts';
import { type Shop, shopNames } from '#web/features/marketplaces/placements.ts';
import { Link } from '#web/lib/router.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { useToast } from '#web/ui/toast.tsx';

/** Where a shop wants to know that a file was made with AI. */
type Place = 'label' | 'description' | 'details' | 'secondary';

const placeOf = (shop: Shop, kind: FileKind): Place => {
  // These shops have a switch for this purpose.
  if (shop === 'tiktok' || shop === 'tiktok-shop') return 'label';
  if (shop === 'etsy') return 'details';
  // A main image of Amazon must be a real photo.
  return shop === 'amazon' && kind === 'image' ? 'secondary' : 'description';
};

const shops = Object.keys(shopNames) as Shop[];

/** Says that a result was made with AI, and offers the sentence that the seller can give to a marketplace. */
export function AiDisclosure({ kind }: { kind: FileKind }) {
  const { t } = useTranslation();
  const toast = useToast();
  const [shop, setShop] = useState<Shop>('tiktok-shop');
  const sentence = t(`disclosure.sentence.${kind}`);
  const copy = () =>
    navigator.clipboard.writeText(sentence).then(
      () => toast({ message: t('disclosure.copied') }),
      () => toast({ message: t('disclosure.copy_failed', { sentence }), durationMs: 8_000 }),
    );
  return (
    <details className="group rounded-md border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-3 text-sm">
        <span className="inline-flex items-center gap-1.5 rounded-full bg-brass-soft px-2 py-0.5 font-semibold">
          <Sparkles aria-hidden className="size-3.5" />
          {kind === 'edit' ? t('disclosure.chip_edit') : t('disclosure.chip')}
        </span>
        <span className="text-muted underline underline-offset-2">{t('disclosure.title')}</span>
      </summary>
      <div className="space-y-3 border-t border-line px-3 py-3 text-sm">
        <Select
          label={t('marketplaces.shops')}
          value={shop}
          onChange={(value) => setShop(value as Shop)}
          options={shops.map((value) => ({ value, label: shopNames[value] }))}
        />
        <p className="text-muted">{t(`disclosure.place.${placeOf(shop, kind)}`, { shop: shopNames[shop] })}</p>
        <p className="rounded-md bg-sand px-3 py-2">{sentence}</p>
        <Button size="small" onClick={() => void copy()}>
          <Copy aria-hidden className="size-4" />
          {t('disclosure.copy')}
        </Button>
        <p className="text-muted">
          {t('disclosure.credentials')}{' '}
          <Link to={paths.verify} className="underline underline-offset-2 hover:text-ink">
            {t('verify.title')}
          </Link>
        </p>
      </div>
    </details>
  );
}
