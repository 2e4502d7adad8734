import { ChevronLeft, ChevronRight, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { PromptBox } from '#web/ui/prompt-box.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { Select } from '#web/ui/select.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { Story } from './group.tsx';
import { chips, models } from './options.tsx';
import { t } from './texts.ts';

export default { title: 'Layers' };

const doNothing = () => undefined;

const settings = (
  <div className="grid gap-4">
    <Select
      label={models.label}
      value="veo3"
      options={models.options}
      onChange={doNothing}
      hint={t('image.price_line', { price: '$2.00' })}
    />
    <PromptBox
      label={t('batch.prompt')}
      value={t('video.style.skincare-gentle-touch.description')}
      onChange={doNothing}
      placeholder=""
      charactersMax={500}
      tooLong={String}
    />
    <div className="grid grid-cols-2 gap-3">
      {chips.map(({ label, options }) => (
        <Select key={label} label={label} value={options[0]?.value ?? ''} options={options} onChange={doNothing} />
      ))}
    </div>
  </div>
);

function SheetStory({ wide }: { wide: 'dialog' | 'panel' }) {
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Story title="Sheet">
      <Button onClick={() => setOpen(true)}>{t('batch.bulk_title')}</Button>
      <Sheet
        open={open}
        onClose={close}
        wide={wide}
        title={wide === 'panel' ? 'backpack-black.jpg' : t('batch.bulk_title')}
        {...(wide === 'panel' && {
          lead: (
            <IconButton label={t('video.styles_up')}>
              <ChevronLeft aria-hidden className="size-5" />
            </IconButton>
          ),
          trail: (
            <>
              <IconButton label={t('video.styles_down')}>
                <ChevronRight aria-hidden className="size-5" />
              </IconButton>
              <Menu
                label={t('download.more')}
                items={[{ label: t('single.remove'), icon: <Trash2 aria-hidden />, danger: true, onSelect: doNothing }]}
              />
            </>
          ),
        })}
        actions={
          <>
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button kind="primary" onClick={close}>
              {t('batch.apply_to_all')}
            </Button>
          </>
        }
      >
        {settings}
      </Sheet>
    </Story>
  );
}

export const SheetOrDialog = () => <SheetStory wide="dialog" />;
export const SheetOrPanel = () => <SheetStory wide="panel" />;

export const DialogWithAChoice = () => {
  const [open, setOpen] = useState(true);
  const [scope, setScope] = useState('failed');
  const close = () => setOpen(false);
  return (
    <Story title="Dialog">
      <Button onClick={() => setOpen(true)}>{t('video.recreate_title')}</Button>
      <Dialog
        open={open}
        onClose={close}
        title={t('video.recreate_title')}
        actions={
          <>
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button kind="primary" onClick={close}>
              {t('video.recreate_confirm', { count: 2 })}
            </Button>
          </>
        }
      >
        <p className="mb-4 text-muted">{t('video.recreate_question')}</p>
        <RadioCards
          label={t('video.recreate_title')}
          hideLabel
          value={scope}
          onChange={setScope}
          options={[
            { value: 'failed', label: t('batch.recreate_scope.failed'), side: '$4.00' },
            { value: 'changed', label: t('batch.recreate_scope.changed'), side: '$6.00' },
            { value: 'all', label: t('batch.recreate_scope.all'), side: '$48.00' },
          ]}
        />
      </Dialog>
    </Story>
  );
};
