import { Bell, BellRing, Mail, MonitorUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { chooseMail, chooseNotification, whenDoneStore } from '#web/lib/when-done.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Menu, type MenuItem } from '#web/ui/menu.tsx';
import { showToast, toastDurationMs } from '#web/ui/toast-store.ts';

type Props = {
  isRunning: boolean;
  /** Whether the button shows its text. */
  hasText?: boolean;
};

/** Lets the seller choose how to be informed when all results are ready: with a notification of this browser, with a mail, or with both. */
export function WhenDone({ isRunning, hasText = false }: Props) {
  const { t } = useTranslation();
  const isOn = useStore(whenDoneStore, ({ byNotification, byMail }) => byNotification || byMail);
  const items = useWhenDoneItems(isRunning);
  const Icon = isOn ? BellRing : Bell;
  const icon = <Icon aria-hidden className={`${hasText ? 'size-4' : 'size-5'} ${isOn ? 'text-accent-text' : ''}`} />;
  const title = t('bench.when_done.title');
  return (
    <Menu
      label={title}
      hasTitle
      trigger={
        hasText ? (
          <Button kind="quiet">
            {icon}
            {title}
          </Button>
        ) : (
          <IconButton label={title}>{icon}</IconButton>
        )
      }
      items={items}
    />
  );
}

/** The same choices as in `WhenDone`, as entries of a menu. */
export function useWhenDoneItems(isRunning: boolean): MenuItem[] {
  const { t } = useTranslation();
  const { byNotification, byMail } = useStore(whenDoneStore);
  const notify = async () => {
    if (!(await chooseNotification(!byNotification))) showToast({ message: t('bench.when_done.blocked'), durationMs: toastDurationMs });
  };
  return [
    { label: t('bench.when_done.notify'), icon: <MonitorUp aria-hidden />, checked: byNotification, onSelect: () => void notify() },
    {
      label: t('bench.when_done.mail'),
      icon: <Mail aria-hidden />,
      checked: byMail,
      ...(isRunning && { remark: t('bench.when_done.next_order') }),
      onSelect: () => chooseMail(!byMail),
    },
  ];
}
