import { ArrowRight, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { imageModels, videoModels } from '#shared/catalogue.ts';
import { discount, discountFigures, packages } from '#shared/credits/packages.ts';
import { dollars, wholeDollars } from '#web/lib/money.ts';
import { Link } from '#web/lib/router.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { PriceTag } from '#web/ui/price-tag.tsx';
import { frequentQuestions } from './faq.ts';
import { priceWithoutAudio } from './price-without-audio.ts';

export function Value() {
  const { t } = useTranslation();
  const points = [
    { title: t('landing.value.shape'), text: t('landing.value.shape_text') },
    { title: t('landing.value.batch'), text: t('landing.value.batch_text', { count: itemsPerBatchMax }) },
    { title: t('landing.value.write'), text: t('landing.value.write_text') },
  ];
  return (
    <section aria-labelledby="value" className="mx-auto max-w-read px-4 pt-20 sm:px-6 lg:pt-28">
      <div className="grid gap-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-16">
        <h2 id="value" className="text-4xl">
          {t('landing.value_title')}
        </h2>
        <dl className="divide-y divide-line border-y border-line">
          {points.map(({ title, text }) => (
            <div key={title} className="grid gap-x-6 gap-y-1 py-5 sm:grid-cols-[13rem_minmax(0,1fr)]">
              <dt className="text-xl font-semibold">{title}</dt>
              <dd className="text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

export function PriceTeaser({ pricingPath }: { pricingPath: string }) {
  const { t } = useTranslation();
  const models = videoModels.filter(({ isEnabled }) => isEnabled);
  const [image] = imageModels;
  const topUp = packages.find(({ popular }) => popular);
  const rows = [
    ...models.map(({ id, displayName, specs }) => ({
      name: t('landing.price_video'),
      note: t('landing.price_video_note', { model: displayName }),
      price: dollars(priceWithoutAudio(id, specs.durationSeconds)),
    })),
    ...(image ? [{ name: t('landing.price_image'), note: t('landing.price_image_note'), price: dollars(image.price) }] : []),
    ...(topUp
      ? [
          {
            name: t('landing.price_top_up', { amount: wholeDollars(topUp.amount) }),
            note: t('landing.price_top_up_note', {
              original: wholeDollars(topUp.originalPrice),
              ...discountFigures,
              from: wholeDollars(discount.fromDollars * 100),
            }),
            price: dollars(topUp.price),
          },
        ]
      : []),
  ];
  return (
    <section aria-labelledby="prices" className="mx-auto max-w-read px-4 py-20 sm:px-6 lg:py-28">
      <div className="grid gap-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-16">
        <div>
          <h2 id="prices" className="text-4xl">
            {t('landing.prices_title')}
          </h2>
          <p className="mt-4 max-w-md text-muted">{t('landing.prices_text')}</p>
          <Link to={pricingPath} className={`mt-6 ${buttonClass('secondary')}`}>
            {t('landing.prices_all')}
            <ArrowRight aria-hidden className="size-4 rtl:rotate-180" />
          </Link>
        </div>
        <dl className="divide-y divide-line border-y border-line">
          {rows.map(({ name, note, price }) => (
            <div key={note} className="flex items-center justify-between gap-4 py-4">
              <dt>
                <span className="block text-xl font-semibold">{name}</span>
                <span className="block text-base text-muted">{note}</span>
              </dt>
              <dd className="shrink-0">
                <PriceTag className="text-xl">{price}</PriceTag>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

export function Trust() {
  const { t } = useTranslation();
  const points = [
    { title: t('landing.trust.paid'), text: t('landing.trust.paid_text') },
    { title: t('landing.trust.closed'), text: t('landing.trust.closed_text') },
    { title: t('landing.trust.private'), text: t('landing.trust.private_text') },
  ];
  return (
    <section aria-labelledby="trust" className="bg-shop text-on-accent">
      <div className="mx-auto max-w-read px-4 py-20 sm:px-6 lg:py-24">
        <h2 id="trust" className="max-w-3xl text-4xl">
          {t('landing.trust_title')}
        </h2>
        <ul className="mt-12 grid gap-10 md:grid-cols-3 md:gap-8">
          {points.map(({ title, text }) => (
            <li key={title} className="border-t border-brass-bright/60 pt-5">
              <h3 className="font-display text-2xl text-brass-bright">{title}</h3>
              <p className="mt-2 text-on-accent/90">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export function Questions() {
  const { t } = useTranslation();
  const questions = frequentQuestions(t);
  return (
    <section aria-labelledby="faq" className="mx-auto max-w-read px-4 py-20 sm:px-6 lg:py-28">
      <div className="grid gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-16">
        <h2 id="faq" className="text-4xl">
          {t('landing.faq_title')}
        </h2>
        <div className="divide-y divide-line border-y border-line">
          {questions.map(([question, answer]) => (
            <details key={question} className="group">
              <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 text-xl font-semibold [&::-webkit-details-marker]:hidden">
                {question}
                <Plus aria-hidden className="size-5 shrink-0 text-accent-text transition-transform group-open:rotate-45" />
              </summary>
              <p className="max-w-2xl pb-6 text-muted">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
