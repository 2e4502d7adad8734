import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  apiModes,
  beautifyModes,
  exportFormats,
  outputPixelsMax,
  outputSideMax,
  outputSideMin,
  type PhotoEditSetting,
  photoEditPrices,
  upscaleModes,
} from '#shared/photo-edit/settings.ts';
import { dollars } from '#web/lib/money.ts';
import { Select } from '#web/ui/select.tsx';
import { BackgroundFields, type BackgroundProps } from './background-fields.tsx';
import { type Choices, frames, type Read } from './choices.ts';
import { ChoiceField, IdleNote, SeedField, SwitchField, TextField } from './fields.tsx';

/** Every setting of the two calls (checklist R2 to R7): those that the chosen call knows are in sight. */
export function SettingsPanel(props: BackgroundProps) {
  const { t } = useTranslation();
  const { choices, read, onChange } = props;
  return (
    <>
      <ModeField choices={choices} onChange={onChange} />
      <Group title={t('photo_edit.group.background')}>
        <BackgroundFields {...props} />
      </Group>
      {choices.apiMode === 'image-editing' && <EditingGroups {...{ choices, read, onChange }} />}
      <Group title={t('photo_edit.group.file')}>
        <ChoiceField
          label={t('photo_edit.setting.exportFormat')}
          value={choices.exportFormat}
          choices={exportFormats.map((value) => ({ value, label: t(`photo_edit.format.${value}`) }))}
          onChange={(exportFormat) => onChange({ exportFormat })}
        />
      </Group>
      <Notes />
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-5 border-t border-line pt-4">
      <h2 id={id} className="mb-3 font-sans text-sm font-semibold tracking-normal">
        {title}
      </h2>
      {children}
    </section>
  );
}

type FieldsProps = Pick<BackgroundProps, 'choices' | 'onChange'>;

function ModeField({ choices, onChange }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <ChoiceField
      wide
      label={t('photo_edit.mode_label')}
      value={choices.apiMode}
      choices={apiModes.map((value) => ({
        value,
        label: (
          <span className="flex flex-col">
            {t(`photo_edit.mode.${value}`)}
            <span className="money text-xs font-normal">{t('photo_edit.each', { price: dollars(photoEditPrices[value]) })}</span>
          </span>
        ),
      }))}
      onChange={(apiMode) => onChange({ apiMode })}
    />
  );
}

function EditingGroups({ choices, read, onChange }: FieldsProps & { read: Read }) {
  const { t } = useTranslation();
  const idle = (setting: Extract<PhotoEditSetting, 'addShadows' | 'aiExpand' | 'outputSize' | 'upscaleMode'>) =>
    read.idle.includes(setting) ? t(`photo_edit.idle.${setting}`) : undefined;
  const onOff = (setting: 'addShadows' | 'removeText' | 'aiLighting' | 'aiExpand', note?: string) => (
    <SwitchField
      label={t(`photo_edit.setting.${setting}`)}
      hint={t(`photo_edit.hint.${setting}`)}
      idle={note}
      checked={choices[setting]}
      onChange={(checked) => onChange({ [setting]: checked })}
    />
  );
  return (
    <>
      <Group title={t('photo_edit.group.touch')}>
        <div className="grid grid-cols-1 gap-3">
          {onOff('addShadows', idle('addShadows'))}
          {onOff('aiLighting')}
          {onOff('removeText')}
          <Select
            label={t('photo_edit.setting.beautifyMode')}
            value={choices.beautifyMode}
            options={beautifyModes.map((value) => ({ value, label: t(`photo_edit.beautify.${value}`) }))}
            onChange={(value) => onChange({ beautifyMode: value as Choices['beautifyMode'] })}
          />
          {choices.beautifyMode !== 'none' && (
            <SeedField value={choices.beautifySeed} onChange={(beautifySeed) => onChange({ beautifySeed })} />
          )}
        </div>
      </Group>
      <Group title={t('photo_edit.group.size')}>
        <div className="grid grid-cols-1 gap-3">
          <div>
            <Select
              label={t('photo_edit.setting.outputSize')}
              value={choices.frame}
              options={frames.map((value) => ({ value, label: t(`photo_edit.frame.${value}`) }))}
              onChange={(value) => onChange({ frame: value as Choices['frame'] })}
            />
            <IdleNote text={idle('outputSize')} />
          </div>
          {choices.frame === 'custom' && <SizeFields {...{ choices, onChange }} invalid={read.faults.includes('size')} />}
          {onOff('aiExpand', idle('aiExpand'))}
          {choices.aiExpand && <SeedField value={choices.expandSeed} onChange={(expandSeed) => onChange({ expandSeed })} />}
          <div>
            <Select
              label={t('photo_edit.setting.upscaleMode')}
              value={choices.upscaleMode}
              options={upscaleModes.map((value) => ({ value, label: t(`photo_edit.upscale.${value}`) }))}
              onChange={(value) => onChange({ upscaleMode: value as Choices['upscaleMode'] })}
            />
            <IdleNote text={idle('upscaleMode')} />
          </div>
        </div>
      </Group>
    </>
  );
}

function SizeFields({ choices, onChange, invalid }: FieldsProps & { invalid: boolean }) {
  const { t } = useTranslation();
  return (
    <div>
      <div className="flex gap-3">
        <TextField
          label={t('photo_edit.width')}
          value={choices.width}
          onChange={(width) => onChange({ width })}
          isNumber
          invalid={invalid}
          className="max-w-32"
        />
        <TextField
          label={t('photo_edit.height')}
          value={choices.height}
          onChange={(height) => onChange({ height })}
          isNumber
          invalid={invalid}
          className="max-w-32"
        />
      </div>
      <p className="mt-1 text-xs text-muted">
        {t('photo_edit.size_hint', { min: outputSideMin, max: outputSideMax, megapixels: outputPixelsMax / 1_000_000 })}
      </p>
    </div>
  );
}

/** How many images a month the provider gives away (SPEC 9). */
const freePerMonth = 10;

/** SPEC 9, test page notes (checklist R8). */
function Notes() {
  const { t } = useTranslation();
  const { 'remove-background': removal, 'image-editing': editing } = photoEditPrices;
  return (
    <section aria-label={t('photo_edit.notes.title')} className="mt-5 border-t border-line pt-4 text-xs text-muted">
      <ul className="grid list-disc gap-1 ps-4">
        <li>{t('photo_edit.notes.removal', { price: dollars(removal) })}</li>
        <li>{t('photo_edit.notes.editing', { times: editing / removal, price: dollars(editing) })}</li>
        <li>{t('photo_edit.notes.free', { count: freePerMonth })}</li>
        <li>{t('photo_edit.notes.pixels', { megapixels: outputPixelsMax / 1_000_000 })}</li>
      </ul>
    </section>
  );
}
