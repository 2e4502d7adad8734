import { ArrowRight, ImagePlay, Images } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { videoModels } from '#shared/catalogue.ts';
import { signupBonusCents } from '#shared/credits/ledger.ts';
import { videoCost } from '#shared/credits/pricing.ts';
import { dollars } from '#web/lib/money.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { LoopingClip } from '#web/ui/media.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';

const clip = (name: string) => ({ src: `/samples/${name}.mp4`, poster: `/samples/${name}-poster.avif` });

function useSamples() {
  const { t } = useTranslation();
  return [
    { ...clip('bag-sway-motion'), label: t('landing.sample.bag') },
    { ...clip('shoe-step-motion'), label: t('landing.sample.shoe') },
    { ...clip('skincare-gentle-touch'), label: t('landing.sample.skincare') },
    { ...clip('hat-cute-pose'), label: t('landing.sample.hat') },
  ];
}

/** The tools that have a page, each a way in (Q68). */
function Tools({ singlePath, batchPath }: { singlePath: string; batchPath: string }) {
  const { t } = useTranslation();
  const tools = [
    { to: singlePath, icon: ImagePlay, title: t('landing.tool_single'), text: t('landing.tool_single_text') },
    { to: batchPath, icon: Images, title: t('landing.tool_batch'), text: t('landing.tool_batch_text', { count: itemsPerBatchMax }) },
  ];
  return (
    <section aria-labelledby="tools" className="mx-auto max-w-page px-4 pb-16 sm:px-6">
      <h2 id="tools" className="text-2xl font-semibold">
        {t('landing.tools_title')}
      </h2>
      <ul className="mt-6 grid gap-5 md:grid-cols-2">
        {tools.map(({ to, icon: Icon, title, text }) => (
          <li key={to}>
            <Link
              to={to}
              className="group flex h-full items-start gap-4 rounded-lg border border-line bg-surface p-6 shadow-card transition-colors hover:border-accent-text"
            >
              <Icon aria-hidden className="size-7 shrink-0 text-accent-text" />
              <span className="min-w-0 flex-1">
                <span className="block text-lg font-semibold">{title}</span>
                <span className="mt-1 block text-sm text-muted">{text}</span>
              </span>
              <ArrowRight aria-hidden className="mt-1 size-5 shrink-0 text-muted transition-colors group-hover:text-accent-text" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The home page: what Vitrine does, shown; and the way in. */
export function LandingPage({ singlePath, batchPath }: { singlePath: string; batchPath: string }) {
  const { t } = useTranslation();
  const session = useSession();
  const samples = useSamples();
  const models = videoModels.filter((model) => model.isEnabled);
  const steps = [
    { title: t('landing.step_photos'), text: t('landing.step_photos_text') },
    { title: t('landing.step_prompts'), text: t('landing.step_prompts_text') },
    { title: t('landing.step_videos'), text: t('landing.step_videos_text') },
  ];
  const priceOf = (model: string, seconds: number, audioEnabled: boolean) =>
    dollars(videoCost({ model, durationSeconds: seconds, audioEnabled, videoCount: 1 }).singleVideoCost);

  return (
    <>
      <PageTitle page={t('landing.title')} />
      <section className="mx-auto grid max-w-page items-center gap-10 px-4 pt-10 pb-16 sm:px-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-14 lg:pt-16 lg:pb-24">
        <div>
          <h1 className="text-3xl font-semibold">{t('landing.headline')}</h1>
          <p className="mt-5 max-w-md text-lg text-muted">{t('landing.lead')}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Link to={batchPath} className={buttonClass('primary', 'large')}>
              {t('landing.open_tool')}
            </Link>
          </div>
          <p className="mt-5 text-sm text-muted">
            {session.status === 'user' ? t('landing.pay_note') : t('landing.bonus_note', { bonus: dollars(signupBonusCents) })}
          </p>
        </div>
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:gap-4">
          {samples.map(({ src, poster, label }, index) => (
            <li key={src} className={index % 2 === 1 ? 'sm:translate-y-8' : ''}>
              <LoopingClip
                src={src}
                poster={poster}
                label={label}
                className="aspect-9/16 w-full rounded-lg bg-sand object-cover shadow-card"
              />
            </li>
          ))}
        </ul>
      </section>

      <Tools singlePath={singlePath} batchPath={batchPath} />

      <section aria-labelledby="how" className="border-y border-line bg-surface">
        <div className="mx-auto max-w-page px-4 py-16 sm:px-6">
          <h2 id="how" className="text-2xl font-semibold">
            {t('landing.how_title')}
          </h2>
          <ol className="mt-8 grid gap-8 md:grid-cols-3">
            {steps.map(({ title, text }, index) => (
              <li key={title} className="border-t-2 border-accent-text pt-4">
                <span className="money font-display text-xl text-accent-text">{index + 1}</span>
                <h3 className="mt-1 text-lg font-semibold">{title}</h3>
                <p className="mt-1 text-muted">{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>

      <section aria-labelledby="prices" className="mx-auto max-w-page px-4 pt-16 sm:px-6">
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
          <div>
            <h2 id="prices" className="text-2xl font-semibold">
              {t('landing.prices_title')}
            </h2>
            <p className="mt-3 text-muted">{t('landing.prices_text')}</p>
          </div>
          <div className="overflow-x-auto rounded-lg border border-line bg-surface">
            <table className="money w-full text-start text-sm">
              <thead className="text-muted">
                <tr className="border-b border-line">
                  <th scope="col" className="px-4 py-3 text-start font-normal">
                    {t('landing.price_model')}
                  </th>
                  <th scope="col" className="px-4 py-3 text-end font-normal">
                    {t('landing.price_silent')}
                  </th>
                  <th scope="col" className="px-4 py-3 text-end font-normal">
                    {t('landing.price_audio')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {models.map(({ id, displayName, specs }) => (
                  <tr key={id} className="border-b border-line last:border-0">
                    <th scope="row" className="px-4 py-4 text-start font-semibold">
                      {displayName}
                      <span className="block text-xs font-normal text-muted">
                        {t('landing.price_specs', { seconds: specs.durationSeconds, resolution: specs.resolution })}
                      </span>
                    </th>
                    <td className="px-4 py-4 text-end text-lg">{priceOf(id, specs.durationSeconds, false)}</td>
                    <td className="px-4 py-4 text-end text-lg">{priceOf(id, specs.durationSeconds, true)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      </section>
    </>
  );
}
