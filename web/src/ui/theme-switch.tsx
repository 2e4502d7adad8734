import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseTheme, readTheme, subscribeToTheme, type Theme, themes } from '#web/lib/theme.ts';
import { Segmented } from './segmented.tsx';

export const themeIcons = { system: Monitor, light: Sun, dark: Moon } as const;

/** The chosen theme. The build prerenders the page with the theme of the system. */
export const useTheme = (): Theme => useSyncExternalStore(subscribeToTheme, readTheme, () => 'system');

/** Chooses the theme of the page. On a prerendered page, the switch works before the app has started (lib/theme.ts). */
export function ThemeSwitch({ className = '' }: { className?: string }) {
  const { t } = useTranslation();
  const options = themes.map((value) => {
    const Icon = themeIcons[value];
    return { value, label: t(`theme.${value}`), icon: <Icon aria-hidden /> };
  });
  return (
    <div data-theme-switch className={className}>
      <Segmented label={t('theme.title')} value={useTheme()} options={options} onChange={chooseTheme} />
    </div>
  );
}
