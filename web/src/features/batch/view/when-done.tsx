import { Bell, BellRing, Mail, MonitorUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { chooseMail, chooseNotification, whenDoneStore } from '#web/lib/when-done.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { showToast, toastDurationMs } from '#web/ui/toast-store.ts';

/** Lets the seller choose how to be informed that all results are ready: a notification of this browser, a mail, or both. */
export function WhenDone({ isRunning }: { isRunning: boolean }) {
  const { t } = useTranslation();
  const { notifies, mails } = useStore(whenDoneStore);
  const Icon = notifies || mails ? BellRing : Bell;
  const notify = async () => {
    if (!(await chooseNotification(!notifies))) showToast({ message: t('bench.when_done.blocked'), durationMs: toastDurationMs });
  };
  return (
    <Menu
      label={t('bench.when_done.title')}
      hasTitle
      trigger={
        <IconButton label={t('bench.when_done.title')}>
          <Icon aria-hidden className={`size-5 ${notifies || mails ? 'text-accent-text' : ''}`} />
        </IconButton>
      }
      items={[
        { label: t('bench.when_done.notify'), icon: <MonitorUp aria-hidden />, checked: notifies, onSelect: () => void notify() },
        {
          label: t('bench.when_done.mail'),
          icon: <Mail aria-hidden />,
          checked: mails,
          ...(isRunning && { remark: t('bench.when_done.next_order') }),
          onSelect: () => chooseMail(!mails),
        },
      ]}
    />
  );
}
