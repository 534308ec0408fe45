import { ActionIcon, NativeSelect, Text, UnstyledButton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { add, remove, showBox } from '#domain/templates/editor/model.ts';
import type { TemplateKind } from '#domain/templates/variables.ts';
import { newBoxId } from './boxId.ts';
import classes from './Templates.module.css';
import type { Boxes } from './useBoxEditor.ts';
import { useVariables } from './useVariables.ts';

/** All boxes of all pages: the way without a pointer, and for readers of the screen. */
export function BoxList({ kind, boxes }: { kind: TemplateKind; boxes: Boxes }) {
  const { t } = useTranslation();
  const { nameOf, options } = useVariables(kind);
  const { state, apply } = boxes;
  return (
    <>
      <NativeSelect
        label={t('templates.addBox')}
        value=""
        data={[{ value: '', label: t('templates.addWhat') }, ...options.slice(1)]}
        onChange={({ currentTarget: { value } }) =>
          value !== '' && apply((now) => add(now, newBoxId(), value))
        }
      />
      {state.boxes.length === 0 && <Text c="dimmed">{t('templates.listNone')}</Text>}
      <ul className={classes.list}>
        {state.boxes.map((box) => (
          <li key={box.id} data-selected={box.id === state.selected || undefined}>
            <UnstyledButton
              className={classes.listed}
              aria-pressed={box.id === state.selected}
              onClick={() => apply((now) => showBox(now, box.id))}
            >
              {nameOf(box.variableKey)}
              {state.pageCount > 1 && <small>{t('templates.onPage', { page: box.pageIndex + 1 })}</small>}
            </UnstyledButton>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`${t('templates.removeBox')}: ${nameOf(box.variableKey)}`}
              onClick={() => apply((now) => remove(showBox(now, box.id)))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </>
  );
}
