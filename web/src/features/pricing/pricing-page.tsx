import { Check, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { imageModels, type VideoModel, videoModels } from '#shared/catalogue.ts';
import { signupBonusCents } from '#shared/credits/ledger.ts';
import { customAmount, discount, discountFigures, packages } from '#shared/credits/packages.ts';
import { videoCost } from '#shared/credits/pricing.ts';
import type { Cents } from '#shared/money.ts';
import { videoDefaults } from '#shared/video/defaults.ts';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import { firstSelection, openTopUp, storeSelection } from '#web/features/credits/top-up.ts';
import { dollars, wholeDollars } from '#web/lib/money.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { PageWidth } from '#web/ui/page-width.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PriceTag } from '#web/ui/price-tag.tsx';

/** All prices (docs/spec.md 2.4). They are from the same catalogue as the charges of the server. */
export function PricingPage() {
  const { t } = useTranslation();
  const session = useSession();
  const signIn = useSignIn();
  const models = videoModels.filter(({ isEnabled }) => isEnabled);
  const addCredits = () => {
    if (session.status === 'user') return openTopUp();
    storeSelection({ selection: firstSelection, orderWaits: false }, { reopen: true });
    signIn();
  };
  return (
    <>
      <PageTitle page={t('pricing.title')} />
      <PageWidth width="read" className="pt-10 lg:pt-16">
        <h1 className="text-6xl">{t('pricing.headline')}</h1>
        <p className="mt-5 max-w-2xl text-xl text-pretty text-muted">{t('pricing.subtitle')}</p>
        <p className="mt-3 text-base text-muted">{t('pricing.bonus', { bonus: dollars(signupBonusCents) })}</p>

        <Section id="videos" title={t('pricing.video_title')} text={t('pricing.video_text', { seconds: videoDefaults.durationSeconds })}>
          <Table caption={t('pricing.video_caption')} heads={[t('pricing.model'), t('pricing.audio_off'), t('pricing.audio_on')]}>
            {models.map((model) => (
              <VideoRow key={model.id} model={model} />
            ))}
          </Table>
        </Section>

        <Section id="images" title={t('pricing.image_title')} text={t('pricing.image_text')}>
          <Table caption={t('pricing.image_caption')} heads={[t('pricing.model'), t('pricing.price')]}>
            {imageModels.map(({ id, displayName, price, aspectRatios }) => (
              <tr key={id} className="border-t border-line">
                <th scope="row" className="py-4 pe-4 text-start align-top font-semibold">
                  {displayName}
                  <span className="block text-base font-normal text-muted">{aspectRatios.join(', ')}</span>
                </th>
                <td className="py-4 text-end align-top">
                  <span className="text-xl font-semibold whitespace-nowrap">{dollars(price)}</span>
                  <span className="block text-sm text-muted sm:text-base sm:whitespace-nowrap">{t('pricing.per_image')}</span>
                </td>
              </tr>
            ))}
          </Table>
        </Section>

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
          <Button kind="primary" className="mt-5" onClick={addCredits}>
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

function Section({ id, title, text, children }: { id: string; title: string; text?: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={id}
      className="mt-14 grid gap-x-16 gap-y-5 border-t border-line-strong pt-8 lg:mt-20 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]"
    >
      <div>
        <h2 id={id} className="text-4xl">
          {title}
        </h2>
        {text && <p className="mt-3 text-muted">{text}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

function Table({ caption, heads, children }: { caption: string; heads: string[]; children: ReactNode }) {
  return (
    <table className="money w-full hyphens-auto max-sm:wrap-break-word max-sm:table-fixed">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-base text-muted">
        <tr>
          {heads.map((head, index) => (
            <th key={head} scope="col" className={`pb-3 font-normal ${index === 0 ? 'text-start' : 'ps-3 text-end'}`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function VideoRow({ model: { id, displayName, specs, pricing, isRecommended } }: { model: VideoModel }) {
  const { t } = useTranslation();
  const perVideo = (audioEnabled: boolean): Cents =>
    videoCost({ model: id, durationSeconds: specs.durationSeconds, audioEnabled, videoCount: 1 }).singleVideoCost;
  const cell = (rate: Cents, audioEnabled: boolean) => (
    <td className="py-4 ps-3 text-end align-top">
      <span className="text-xl font-semibold whitespace-nowrap">{dollars(rate)}</span>
      <span className="block text-sm text-muted sm:text-base sm:whitespace-nowrap">{t('pricing.per_second')}</span>
      <span className="block text-sm text-brass sm:text-base sm:whitespace-nowrap">
        {t('pricing.per_video', { price: dollars(perVideo(audioEnabled)) })}
      </span>
    </td>
  );
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-4 text-start align-top font-semibold">
        {displayName}{' '}
        {isRecommended && (
          <span className="ms-1 rounded-sm bg-accent-soft px-1.5 py-0.5 text-sm text-accent-text max-sm:ms-0 max-sm:block max-sm:w-fit">
            {t('pricing.recommended')}
          </span>
        )}
        <span className="mt-0.5 block text-base font-normal text-muted">
          {t('pricing.specs', {
            seconds: specs.durationSeconds,
            resolution: specs.supportedResolutions.at(-1),
            shapes: specs.anyRatio ? t('pricing.any_shape') : t('pricing.only_shapes'),
          })}
        </span>
      </th>
      {cell(pricing.audioOff, false)}
      {cell(pricing.audioOn, true)}
    </tr>
  );
}
