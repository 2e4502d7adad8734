import { Blend, ChevronRight, Clapperboard, History, Images, type LucideIcon, Package, Plus, Scissors, Tag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useProfile } from '#web/features/auth/get-profile.ts';
import { RunningList } from '#web/features/batch/running/running-list.tsx';
import { onlyPathOf, progressOfWork } from '#web/features/batch/running/running-work.ts';
import { useRunningWork } from '#web/features/batch/running/use-running-work.ts';
import { BalanceSummary } from '#web/features/credits/balance-summary.tsx';
import { openTopUp } from '#web/features/credits/top-up.ts';
import { Link, useLocation } from '#web/lib/router.tsx';
import { useIsSeller } from '#web/lib/session/use-is-seller.ts';
import { WithQueries } from '#web/lib/with-queries.tsx';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { ariaCurrentOf, type PageLink, usePricingLink, useToolLinks, useVisitorLinks } from './links.ts';
import { paths } from './paths.ts';

const icons: Record<string, LucideIcon> = {
  [paths.products]: Package,
  [paths.batchVideo]: Clapperboard,
  [paths.batchImage]: Images,
  [paths.pipeline]: Blend,
  [paths.photoEdit]: Scissors,
  [paths.history]: History,
};

/** The menu of a narrow window. The sheet contains all links. For a seller, it also contains the balance and the running work. */
export function PhoneMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const isSeller = useIsSeller();
  return (
    <Sheet open={open} onClose={onClose} title={t('nav.mobile')}>
      {isSeller ? (
        <WithQueries>
          <SellerMenu onClose={onClose} />
        </WithQueries>
      ) : (
        <VisitorMenu />
      )}
      <div className="mt-3 border-t border-line pt-2">
        <LanguageMenu inline />
      </div>
    </Sheet>
  );
}

function VisitorMenu() {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('nav.mobile')}>
      {useVisitorLinks().map((link) => (
        <MenuLink key={link.to} link={link} />
      ))}
    </nav>
  );
}

function SellerMenu({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const hints: Record<string, string> = {
    [paths.products]: t('nav.products_hint'),
    [paths.batchVideo]: t('nav.video_hint'),
    [paths.batchImage]: t('nav.batch_image'),
    [paths.pipeline]: t('nav.before_after_hint'),
    [paths.photoEdit]: t('nav.photo_edit_hint'),
    [paths.history]: t('nav.history_hint'),
  };
  const furtherLinks = [
    usePricingLink(),
    { to: paths.transactions, label: t('account.transactions') },
    { to: paths.account, label: t('account.title') },
  ];
  return (
    <>
      <MenuBalance onClose={onClose} />
      <MenuRunning onClose={onClose} />
      <nav aria-label={t('nav.mobile')}>
        {useToolLinks().map((link) => (
          <MenuLink key={link.to} link={link} hint={hints[link.to]} />
        ))}
        <div className="mt-3 flex flex-wrap gap-x-1 border-t border-line pt-2">
          {furtherLinks.map((link) => (
            <Link
              key={link.to}
              to={link.to}
              className="inline-flex min-h-12 items-center rounded-md px-3 text-base text-muted hover:bg-sand"
            >
              {link.label}
            </Link>
          ))}
        </div>
      </nav>
    </>
  );
}

function MenuLink({ link, hint }: { link: PageLink; hint?: string | undefined }) {
  const { pathname } = useLocation();
  const Icon = icons[link.to] ?? Tag;
  return (
    <Link
      to={link.to}
      aria-current={ariaCurrentOf(link, pathname)}
      className="flex min-h-14 items-center gap-4 rounded-md px-3 py-1.5 hover:bg-sand aria-[current]:bg-sand"
    >
      <Icon aria-hidden className="size-5 shrink-0 text-accent-text" />
      <span className="min-w-0">
        <span className="block leading-snug font-semibold">{link.label}</span>
        {hint && <span className="block text-sm leading-snug text-muted">{hint}</span>}
      </span>
    </Link>
  );
}

function MenuBalance({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const addCredits = () => {
    onClose();
    openTopUp();
  };
  // Nothing is shown until the profile is loaded, so that the sheet does not show a wrong balance.
  if (!useProfile()) return null;
  return (
    <BalanceSummary className="mb-3">
      <Button kind="primary" className="mt-3 w-full" onClick={addCredits}>
        <Plus aria-hidden className="size-4" />
        {t('credits.add')}
      </Button>
    </BalanceSummary>
  );
}

function MenuRunning({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const work = useRunningWork();
  const progress = progressOfWork(work);
  const onlyPath = onlyPathOf(work);
  if (progress.done === progress.total) return null;
  if (onlyPath === undefined)
    return (
      <section aria-label={t('nav.running_title')} className="mb-3 rounded-md bg-accent-soft p-1">
        <RunningList work={work} onOpen={onClose} />
      </section>
    );
  return (
    <Link
      to={onlyPath}
      onClick={onClose}
      className="mb-3 flex min-h-14 items-center gap-4 rounded-md bg-accent-soft px-3 py-1.5 font-semibold text-accent-text"
    >
      <Spinner className="size-5" />
      <span className="money flex-1">{t('nav.running_of', progress)}</span>
      <ChevronRight aria-hidden className="size-5" />
    </Link>
  );
}
