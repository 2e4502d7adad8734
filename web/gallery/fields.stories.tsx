import { LayoutGrid, Rows3, Scissors, Sparkles, WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Field } from '#web/ui/field.tsx';
import { FilterTabs } from '#web/ui/filter-tabs.tsx';
import { Input } from '#web/ui/input.tsx';
import { PromptBox } from '#web/ui/prompt-box.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { Group, Story } from './group.tsx';
import { chips, models } from './options.tsx';
import { t } from './texts.ts';

export default { title: 'Fields' };

const doNothing = () => undefined;
const columns = 'grid max-w-3xl gap-5 tablet:grid-cols-2';

export const Inputs = () => (
  <Story title="Inputs">
    <div className={columns}>
      <Field label={t('account.name')} hint={t('account.from_google')}>
        {(control) => <Input {...control} defaultValue="Mai Tran" />}
      </Field>
      <Field label={t('account.email')} error={t('upload.single_not_image')}>
        {(control) => <Input {...control} type="email" defaultValue="mai@" />}
      </Field>
      <Field label={t('top_up.amount')} hint={t('top_up.limits', { min: 1, max: 1000 })}>
        {(control) => <Input {...control} inputMode="numeric" placeholder="100" className="money" />}
      </Field>
      <Field label={t('account.since')}>{(control) => <Input {...control} disabled defaultValue="2026" />}</Field>
      <Select label={models.label} value="veo3" options={models.options} onChange={doNothing} />
      <Select label={t('video.resolution')} value="1080p" options={[{ value: '1080p', label: '1080p' }]} onChange={doNothing} disabled />
    </div>
  </Story>
);

const prompt = t('video.style.bag-sway-motion.description');
const boxes = { label: t('batch.prompt'), placeholder: t('photo_edit.prompt_placeholder'), onChange: doNothing };
const tooLong = (used: number) => t('batch.prompt_too_long', { used, characters: 60 });

export const PromptBoxes = () => {
  const [value, setValue] = useState(prompt);
  return (
    <Story title="Prompt box">
      <div className={columns}>
        <PromptBox {...boxes} value="" charactersMax={500} tooLong={tooLong} />
        <PromptBox {...boxes} value={prompt} charactersMax={66} tooLong={tooLong} />
        <PromptBox {...boxes} value={value} onChange={setValue} charactersMax={60} tooLong={tooLong} />
        <PromptBox {...boxes} value={prompt} disabled charactersMax={500} tooLong={tooLong} />
        <PromptBox
          {...boxes}
          value={prompt}
          charactersMax={500}
          tooLong={tooLong}
          action={
            <Button kind="accent" size="small">
              <Sparkles aria-hidden className="size-4" />
              {t('ai_write.button')}
            </Button>
          }
        />
      </div>
    </Story>
  );
};

export const CheckBoxesAndSwitches = () => {
  const [checked, setChecked] = useState(true);
  return (
    <Story title="Check boxes and switches">
      <Group title="check boxes" className="grid max-w-md">
        <Checkbox label={t('photo_edit.setting.removeText')} checked={checked} onChange={setChecked} />
        <Checkbox label={t('photo_edit.setting.addShadows')} hint={t('photo_edit.hint.addShadows')} checked={false} onChange={doNothing} />
        <Checkbox label={t('photo_edit.setting.upscaleMode')} checked={false} indeterminate onChange={doNothing} />
        <Checkbox label={t('photo_edit.setting.aiExpand')} checked={false} disabled onChange={doNothing} />
        <Checkbox label={t('photo_edit.setting.aiLighting')} checked disabled onChange={doNothing} />
      </Group>
      <Group title="without a text">
        <Checkbox aria-label="bag-ruby-studio.jpg" checked onChange={doNothing} />
        <Checkbox aria-label="backpack-black.jpg" checked={false} onChange={doNothing} />
      </Group>
      <Group title="switches" className="grid max-w-md">
        <Switch label={t('photo_edit.setting.addShadows')} checked={checked} onChange={setChecked} />
        <Switch label={t('photo_edit.setting.aiLighting')} hint={t('photo_edit.hint.aiLighting')} checked={false} onChange={doNothing} />
        <Switch label={t('photo_edit.setting.aiExpand')} checked={false} disabled onChange={doNothing} />
      </Group>
    </Story>
  );
};

export const RadioCardLists = () => {
  const [packageId, setPackageId] = useState('50');
  const [mode, setMode] = useState('image-editing');
  return (
    <Story title="Radio cards">
      <Group title="with amounts" className="max-w-lg">
        <RadioCards
          label={t('top_up.lead')}
          value={packageId}
          onChange={setPackageId}
          options={[
            { value: '10', label: t('top_up.credits', { amount: '$10.00' }), side: '$10.00' },
            {
              value: '50',
              label: t('top_up.credits', { amount: '$50.00' }),
              hint: t('top_up.popular', { percent: 10 }),
              side: '$45.00',
              sideHint: '$93.00',
            },
            {
              value: 'custom',
              label: t('top_up.custom'),
              hint: t('top_up.custom_note', { percent: 10, amount: '$50' }),
              content: <Input aria-label={t('top_up.amount')} defaultValue="100" className="max-w-32" />,
            },
            { value: 'none', label: t('top_up.credits', { amount: '$100.00' }), side: '$90.00', disabled: true },
          ]}
        />
      </Group>
      <Group title="with icons" className="max-w-lg">
        <RadioCards
          label={t('photo_edit.mode_label')}
          hideLabel
          value={mode}
          onChange={setMode}
          className="xs:grid-cols-2"
          options={[
            {
              value: 'remove-background',
              label: t('photo_edit.mode.remove-background'),
              hint: t('photo_edit.each', { price: '$0.02' }),
              icon: <Scissors aria-hidden />,
            },
            {
              value: 'image-editing',
              label: t('photo_edit.mode.image-editing'),
              hint: t('photo_edit.each', { price: '$0.10' }),
              icon: <WandSparkles aria-hidden />,
            },
          ]}
        />
      </Group>
    </Story>
  );
};

export const Chips = () => {
  const [chosenValues, setChosenValues] = useState<Record<string, string>>({});
  const chipProps = chips.map(({ label, icon, options }) => ({
    label,
    icon,
    options,
    value: chosenValues[label] ?? options[0]?.value ?? '',
    onChange: (value: string) => setChosenValues({ ...chosenValues, [label]: value }),
  }));
  return (
    <Story title="Chips">
      <Group title="on a card" className="flex flex-wrap gap-1">
        {chipProps.map((chip) => (
          <Chip key={chip.label} {...chip} />
        ))}
      </Group>
      <Group title="in a toolbar" className="flex flex-wrap gap-2">
        <Chip {...models} value="veo3" onChange={doNothing} hasChevron />
        {chipProps.map((chip) => (
          <Chip key={chip.label} {...chip} hasChevron />
        ))}
      </Group>
      <Group title="inactive" className="flex flex-wrap gap-1">
        {chipProps.map((chip) => (
          <Chip key={chip.label} {...chip} disabled />
        ))}
      </Group>
    </Story>
  );
};

export const ViewsAndFilters = () => {
  const [view, setView] = useState('cards');
  const [filter, setFilter] = useState('all');
  return (
    <Story title="Views and filters">
      <Group title="segments">
        <Segmented
          label={t('video.switch')}
          value={view}
          onChange={setView}
          options={[
            { value: 'cards', label: t('video.switch_single'), icon: <LayoutGrid aria-hidden /> },
            { value: 'rows', label: t('video.switch_batch'), icon: <Rows3 aria-hidden /> },
          ]}
        />
        <Segmented
          label={t('history.tabs')}
          value="video"
          onChange={doNothing}
          options={[
            { value: 'video', label: t('history.tab.video') },
            { value: 'image', label: t('history.tab.image') },
            { value: 'edit', label: t('photo_edit.preview') },
          ]}
        />
      </Group>
      <Group title="filters" className="max-w-full">
        <FilterTabs
          label={t('batch.bulk_title')}
          value={filter}
          onChange={setFilter}
          options={[
            { value: 'all', label: t('transactions.all'), count: 24 },
            { value: 'ready', label: t('landing.window.ready'), count: 10, tone: 'done' },
            { value: 'running', label: t('state.generating'), count: 5, tone: 'running' },
            { value: 'queued', label: t('state.queued'), count: 7, tone: 'waiting' },
            { value: 'failed', label: t('state.failed'), count: 2, tone: 'failed' },
          ]}
        />
      </Group>
    </Story>
  );
};
