import { useTranslation } from 'react-i18next';
import { photoEditPrices } from '#shared/photo-edit/prices.ts';
import { beautifyModes, exportFormats, outputPixelsMax, outputSideMax, outputSideMin, upscaleModes } from '#shared/photo-edit/settings.ts';
import { dollars } from '#web/lib/money.ts';
import { Segmented } from '#web/ui/segmented.tsx';
import { Select } from '#web/ui/select.tsx';
import { backgroundOf, type Choices, frames, isGenerated } from '../choices.ts';
import { choose } from '../store/photo-edit-tool.ts';
import { useEdit, useParsedChoices } from '../view/use-edit.ts';
import { IdleNote, NumberField, SeedField } from './fields.tsx';
import { Fold } from './fold.tsx';

const megapixels = outputPixelsMax / 1_000_000;

/** A collapsible group: the size of the result. */
export function FrameFold() {
  const { t } = useTranslation();
  const { frame, width, height } = useEdit(({ draft }) => draft.choices);
  const { faults, idle } = useParsedChoices();
  const invalid = faults.includes('size');
  return (
    <Fold
      title={t('photo_edit.group.size')}
      summary={frame === 'custom' ? `${width} × ${height}` : t(`photo_edit.frame.${frame}`)}
      hasFault={invalid}
    >
      <div>
        <Select
          label={t('photo_edit.setting.outputSize')}
          value={frame}
          options={frames.map((value) => ({ value, label: t(`photo_edit.frame.${value}`) }))}
          onChange={(value) => choose({ frame: value as Choices['frame'] })}
        />
        <IdleNote text={idle.includes('outputSize') ? t('photo_edit.idle.outputSize') : undefined} />
      </div>
      {frame === 'custom' && (
        <div>
          <div className="grid grid-cols-2 gap-3">
            <NumberField label={t('photo_edit.width')} value={width} onChange={(text) => choose({ width: text })} invalid={invalid} />
            <NumberField label={t('photo_edit.height')} value={height} onChange={(text) => choose({ height: text })} invalid={invalid} />
          </div>
          <p className="mt-1 text-sm text-muted">{t('photo_edit.size_hint', { min: outputSideMin, max: outputSideMax, megapixels })}</p>
        </div>
      )}
    </Fold>
  );
}

/** A collapsible group: the file format and the upscaling of the result. */
export function FileFold() {
  const { t } = useTranslation();
  const { exportFormat, upscaleMode, apiMode } = useEdit(({ draft }) => draft.choices);
  const { idle } = useParsedChoices();
  const isEditing = apiMode === 'image-editing';
  const upscaleText = isEditing && upscaleMode !== 'none' ? ` · ${t(`photo_edit.upscale.${upscaleMode}`)}` : '';
  return (
    <Fold title={t('photo_edit.group.file')} summary={`${t(`photo_edit.format.${exportFormat}`)}${upscaleText}`} isWide={!isEditing}>
      <Segmented
        label={t('photo_edit.setting.exportFormat')}
        value={exportFormat}
        options={exportFormats.map((value) => ({ value, label: t(`photo_edit.format.${value}`) }))}
        onChange={(value) => choose({ exportFormat: value })}
      />
      {isEditing && (
        <div>
          <Select
            label={t('photo_edit.setting.upscaleMode')}
            value={upscaleMode}
            options={upscaleModes.map((value) => ({ value, label: t(`photo_edit.upscale.${value}`) }))}
            onChange={(value) => choose({ upscaleMode: value as Choices['upscaleMode'] })}
          />
          <IdleNote text={idle.includes('upscaleMode') ? t('photo_edit.idle.upscaleMode') : undefined} />
        </div>
      )}
    </Fold>
  );
}

/** A collapsible group: the beautify mode, and the seeds of all generated parts. */
export function SeedsFold() {
  const { t } = useTranslation();
  const choices = useEdit(({ draft }) => draft.choices);
  const { faults } = useParsedChoices();
  const { beautifyMode, aiExpand, backgroundSeed, beautifySeed, expandSeed } = choices;
  const beautifyText = beautifyMode === 'none' ? t('photo_edit.beautify_off') : t(`photo_edit.beautify.${beautifyMode}`);
  return (
    <Fold
      title={t('photo_edit.group.seeds')}
      summary={`${t('photo_edit.seed_used', { seed: backgroundSeed })} · ${beautifyText}`}
      hasFault={faults.includes('seed')}
    >
      <Select
        label={t('photo_edit.setting.beautifyMode')}
        value={beautifyMode}
        options={beautifyModes.map((value) => ({ value, label: t(`photo_edit.beautify.${value}`) }))}
        onChange={(value) => choose({ beautifyMode: value as Choices['beautifyMode'] })}
      />
      {beautifyMode !== 'none' && (
        <SeedField setting="beautifySeed" value={beautifySeed} onChange={(text) => choose({ beautifySeed: text })} />
      )}
      {isGenerated(backgroundOf(choices)) && (
        <SeedField setting="backgroundSeed" value={backgroundSeed} onChange={(text) => choose({ backgroundSeed: text })} />
      )}
      {aiExpand && <SeedField setting="expandSeed" value={expandSeed} onChange={(text) => choose({ expandSeed: text })} />}
    </Fold>
  );
}

/** Number of free images per month from the vendor (docs/spec.md 9.1). */
const freePerMonth = 10;

/** The notes about prices and limits that the specification requires (docs/spec.md 9.1). */
export function NotesFold() {
  const { t } = useTranslation();
  const isEditing = useEdit(({ draft }) => draft.choices.apiMode === 'image-editing');
  const { 'remove-background': removal, 'image-editing': editing } = photoEditPrices;
  return (
    <Fold title={t('photo_edit.notes.title')} isWide={!isEditing}>
      <ul className="grid list-disc gap-1 ps-4 text-sm text-muted">
        <li>{t('photo_edit.notes.removal', { price: dollars(removal) })}</li>
        <li>{t('photo_edit.notes.editing', { times: editing / removal, price: dollars(editing) })}</li>
        <li>{t('photo_edit.notes.free', { count: freePerMonth })}</li>
        <li>{t('photo_edit.notes.pixels', { megapixels })}</li>
      </ul>
    </Fold>
  );
}
