import { NativeSelect, NumberInput, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  DEFAULT_TEXT_SIZE,
  MAX_TEXT_SIZE,
  MIN_TEXT_SIZE,
  TEXT_ALIGNMENTS,
  TEXT_WEIGHTS,
} from '#domain/documents/templateFields.ts';
import { edit, selectedBox, type EditedBox } from '#domain/templates/editor/model.ts';
import { CODE_VARIABLES, type TemplateKind } from '#domain/templates/variables.ts';
import { FormRow } from '#ui/forms/Form.tsx';
import classes from './Templates.module.css';
import type { Boxes } from './useBoxEditor.ts';
import { useVariables } from './useVariables.ts';

const SIDES = ['x', 'y', 'width', 'height'] as const;

/** What the selected box says, how, and where. */
export function BoxPanel({ kind, boxes }: { kind: TemplateKind; boxes: Boxes }) {
  const { t } = useTranslation();
  const { options } = useVariables(kind);
  const box = selectedBox(boxes.state);
  if (box === null) return <Text c="dimmed">{t('templates.noBox')}</Text>;
  const set = (change: Partial<EditedBox>): void => boxes.apply((now) => edit(now, change));
  return (
    <div className={classes.panel}>
      <NativeSelect
        label={t('templates.variable')}
        value={box.variableKey ?? ''}
        data={options}
        onChange={({ currentTarget: { value } }) => set({ variableKey: value || null })}
      />
      {!CODE_VARIABLES.has(box.variableKey ?? '') && <TextLook box={box} set={set} />}
      <FormRow least={96}>
        {SIDES.map((side) => (
          <NumberInput
            key={side}
            label={t(`templates.${side}`)}
            value={Math.round(box[side] * 10) / 10}
            min={0}
            max={100}
            step={0.5}
            onChange={(value) => typeof value === 'number' && set({ [side]: value })}
          />
        ))}
      </FormRow>
    </div>
  );
}

function TextLook({ box, set }: { box: EditedBox; set: (change: Partial<EditedBox>) => void }) {
  const { t } = useTranslation();
  return (
    <FormRow least={96}>
      <NumberInput
        label={t('templates.size')}
        value={box.size ?? DEFAULT_TEXT_SIZE}
        min={MIN_TEXT_SIZE}
        max={MAX_TEXT_SIZE}
        onChange={(value) => {
          if (typeof value === 'number' && value >= MIN_TEXT_SIZE && value <= MAX_TEXT_SIZE)
            set({ size: value });
        }}
      />
      <NativeSelect
        label={t('templates.weight')}
        value={box.weight ?? 'regular'}
        data={TEXT_WEIGHTS.map((value) => ({ value, label: t(`templates.${value}`) }))}
        onChange={({ currentTarget: { value } }) => set({ weight: value === 'bold' ? 'bold' : 'regular' })}
      />
      <NativeSelect
        label={t('templates.align')}
        value={box.align ?? 'left'}
        data={TEXT_ALIGNMENTS.map((value) => ({ value, label: t(`templates.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          set({ align: TEXT_ALIGNMENTS.find((one) => one === value) ?? 'left' })
        }
      />
      <label className={classes.colour}>
        {t('templates.color')}
        <input
          type="color"
          value={box.color ?? '#000000'}
          onChange={({ currentTarget: { value } }) => set({ color: value })}
        />
      </label>
    </FormRow>
  );
}
