import { Clapperboard, ImagePlus } from 'lucide-react';
import { useEffect } from 'react';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { hideToast, type ShowToast, showToast } from '#web/ui/toast-store.ts';
import { Group, Story } from './group.tsx';
import { t } from './texts.ts';

export default { title: 'Messages' };

const doNothing = () => undefined;

export const Alerts = () => (
  <Story title="Alerts">
    <div className="grid max-w-2xl gap-3">
      <Alert tone="info">{t('video.locked_remove')}</Alert>
      <Alert tone="success" title={t('photo_edit.photo_removed')} onDismiss={doNothing}>
        {t('download.server_ready')}
      </Alert>
      <Alert tone="warning" title={t('credits.insufficient_title')} actions={<Button size="small">{t('credits.add')}</Button>}>
        {t('credits.insufficient_tooltip')}
      </Alert>
      <Alert tone="danger" title={t('upload.rejected_title', { count: 2 })} onDismiss={doNothing}>
        {t('upload.heic_hint')}
      </Alert>
    </div>
  </Story>
);

export const Empty = () => (
  <Story title="Empty state">
    <Panel as="div" padding="none" className="max-w-2xl">
      <EmptyState
        icon={<Clapperboard />}
        title={t('video.cards_title')}
        text={t('video.history.empty')}
        action={
          <Button kind="primary">
            <ImagePlus aria-hidden className="size-4" />
            {t('video.history.make')}
          </Button>
        }
      />
    </Panel>
  </Story>
);

export const LoadingAfter300Ms = () => (
  <Story title="Loading">
    <Group title="a list" className="max-w-2xl">
      <Panel as="div" padding="none">
        <Loading label={t('video.history.loading_run')} />
      </Panel>
    </Group>
  </Story>
);

type ToastOptions = Parameters<ShowToast>[0];

/** Shows a toast for a long time. The toast closes when the story closes. */
function ToastStory({ toast }: { toast: ToastOptions }) {
  useEffect(() => {
    showToast({ durationMs: 600_000, ...toast });
    return hideToast;
  }, [toast]);
  return (
    <Story title="Toast">
      <Button onClick={() => showToast(toast)}>{t('common.try_again')}</Button>
    </Story>
  );
}

const undo: ToastOptions = {
  message: t('batch.applied_to', { count: 24 }),
  action: { label: t('common.undo'), run: doNothing },
};
const welcome: ToastOptions = { type: 'welcome', title: t('app.name'), message: t('batch.sign_in_to_create') };
const failure: ToastOptions = { type: 'destructive', title: t('top_up.failed'), message: t('download.failed') };

export const Toast = () => <ToastStory toast={undo} />;
export const ToastOfWelcome = () => <ToastStory toast={welcome} />;
export const ToastOfFailure = () => <ToastStory toast={failure} />;
