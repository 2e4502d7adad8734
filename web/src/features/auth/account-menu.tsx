import { Check, History, LogOut, Plus, ReceiptText, Tag, UserRound } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/app/paths.ts';
import { BalanceSummary } from '#web/features/credits/balance-summary.tsx';
import { openTopUp } from '#web/features/credits/top-up.ts';
import { Link } from '#web/lib/router.tsx';
import { useUser } from '#web/lib/session/session-provider.tsx';
import { chooseTheme, themes } from '#web/lib/theme.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { OpenLayer } from '#web/ui/open-layers.tsx';
import { themeIcons, useTheme } from '#web/ui/theme-switch.tsx';
import { useProfile } from './get-profile.ts';
import { useSignOut } from './use-sign-out.ts';

const itemClass =
  'flex min-h-10 touch:min-h-11 cursor-pointer items-center gap-2.5 rounded-sm px-3 text-base outline-none data-highlighted:bg-sand';

/** A round button with the first letter of the name. The menu has the name, the e-mail, the balance, links and the sign-out. */
export function AccountMenu() {
  const { t } = useTranslation();
  const user = useUser();
  const profile = useProfile();
  const signOut = useSignOut();
  if (!user) return null;
  const name = profile?.name || user.name;
  const email = profile?.email || user.email;
  const links = [
    { to: paths.history, label: t('account.history'), Icon: History },
    { to: paths.transactions, label: t('account.transactions'), Icon: ReceiptText },
    { to: paths.pricing, label: t('nav.pricing'), Icon: Tag },
    { to: paths.account, label: t('account.title'), Icon: UserRound },
  ];

  return (
    // The menu is not modal. A modal menu adds a style element to lock scrolling, and the content security policy blocks style elements.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={t('account.menu', { name })}
        className="group -m-0.5 grid size-11 shrink-0 place-items-center rounded-full font-semibold text-on-accent"
      >
        <span aria-hidden className="grid size-10 place-items-center rounded-full bg-accent transition-colors group-hover:bg-accent-strong">
          {([...name][0] ?? '').toLocaleUpperCase()}
        </span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          className="z-40 max-h-(--radix-dropdown-menu-content-available-height) w-72 max-w-[calc(100vw-1.5rem)] overflow-y-auto animate-rise rounded-md border border-line bg-surface p-1.5 shadow-float"
        >
          <OpenLayer />
          <DropdownMenu.Label className="px-3 py-2">
            <span className="block truncate font-semibold">{name}</span>
            <span className="block truncate text-sm text-muted">{email}</span>
          </DropdownMenu.Label>
          <BalanceSummary className="mx-1 mt-1 mb-2">
            <DropdownMenu.Item
              onSelect={() => openTopUp()}
              className={`mt-3 w-full cursor-pointer outline-none data-highlighted:bg-accent-strong ${buttonClass('primary', 'small')}`}
            >
              <Plus aria-hidden className="size-4" />
              {t('credits.add')}
            </DropdownMenu.Item>
          </BalanceSummary>
          {links.map(({ to, label, Icon }) => (
            <DropdownMenu.Item key={to} asChild className={itemClass}>
              <Link to={to}>
                <Icon aria-hidden className="size-4" />
                {label}
              </Link>
            </DropdownMenu.Item>
          ))}
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          <ThemeItems />
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          <DropdownMenu.Item onSelect={signOut} className={itemClass}>
            <LogOut aria-hidden className="size-4" />
            {t('account.sign_out')}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The themes. The menu stays open after a choice, so that the seller sees the page in the new theme. */
function ThemeItems() {
  const { t } = useTranslation();
  const theme = useTheme();
  return (
    <DropdownMenu.RadioGroup value={theme} aria-label={t('theme.title')}>
      <DropdownMenu.Label className="px-3 pt-1 text-sm text-muted">{t('theme.title')}</DropdownMenu.Label>
      {themes.map((value) => {
        const Icon = themeIcons[value];
        return (
          <DropdownMenu.RadioItem
            key={value}
            value={value}
            onSelect={(event) => {
              event.preventDefault();
              chooseTheme(value);
            }}
            className={itemClass}
          >
            <Icon aria-hidden className="size-4" />
            {t(`theme.${value}`)}
            {value === theme && <Check aria-hidden className="ms-auto size-4 text-accent-text" />}
          </DropdownMenu.RadioItem>
        );
      })}
    </DropdownMenu.RadioGroup>
  );
}
