import { ActionIcon, Alert, NativeSelect, Text, UnstyledButton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { add, isLost, remove, showBox, type EditedBox } from '#domain/templates/editor/model.ts';
import type { TemplateKind } from '#domain/templates/variables.ts';
import { newId } from '#data/newId.ts';
import classes from './Templates.module.css';
import type { Boxes } from './useBoxEditor.ts';
import { useVariables } from './useVariables.ts';

/** All boxes of all pages: the way without a pointer, and for readers of the screen. */
export function BoxList({ kind, boxes }: { kind: TemplateKind; boxes: Boxes }) {
  const { t } = useTranslation();
  const { options } = useVariables(kind);
  const { state, apply } = boxes;
  const lost = state.boxes.filter((box) => isLost(state, box)).length;
  return (
    <>
      <NativeSelect
        label={t('templates.addBox')}
        value=""
        data={[{ value: '', label: t('templates.addWhat') }, ...options.slice(1)]}
        onChange={({ currentTarget: { value } }) => value !== '' && apply((now) => add(now, newId(), value))}
      />
      {state.boxes.length === 0 && <Text c="dimmed">{t('templates.listNone')}</Text>}
      {lost > 0 && (
        <Alert color="amber" p="xs" mt="xs" role="status">
          {t('templates.lost', { count: lost })}
        </Alert>
      )}
      <ul className={classes.list}>
        {state.boxes.map((box) => (
          <Listed
            key={box.id}
            kind={kind}
            box={box}
            isSelected={box.id === state.selected}
            hasPages={state.pageCount > 1 || isLost(state, box)}
            apply={apply}
          />
        ))}
      </ul>
    </>
  );
}

interface ListedProps {
  kind: TemplateKind;
  box: EditedBox;
  isSelected: boolean;
  hasPages: boolean;
  apply: Boxes['apply'];
}

/** Drawn anew only when it says something else: where a box is on its page, the list does not tell. */
const Listed = memo(
  function Listed({ kind, box, isSelected, hasPages, apply }: ListedProps) {
    const { t } = useTranslation();
    const { nameOf } = useVariables(kind);
    const { id, variableKey, pageIndex } = box;
    return (
      <li data-selected={isSelected || undefined}>
        <UnstyledButton
          className={classes.listed}
          aria-pressed={isSelected}
          onClick={() => apply((now) => showBox(now, id))}
        >
          {nameOf(variableKey)}
          {hasPages && <small>{t('templates.onPage', { page: pageIndex + 1 })}</small>}
        </UnstyledButton>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('common.labelled', { label: t('templates.removeBox'), value: nameOf(variableKey) })}
          onClick={() => apply((now) => remove(showBox(now, id)))}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </li>
    );
  },
  (a, b) =>
    a.box.variableKey === b.box.variableKey &&
    a.box.pageIndex === b.box.pageIndex &&
    a.isSelected === b.isSelected &&
    a.hasPages === b.hasPages &&
    a.kind === b.kind,
);
