import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numbered, numberOf, renumber, takenNumbers } from '#domain/plan/editor/order.ts';
import type { Editor } from '../useEditorState.ts';
import classes from './Hall.module.css';
import { NumberingFields, readNumbering, type NumberingTexts } from './NumberingFields.tsx';

/** Numbers for what is selected, else for the whole plan, one after another. */
export function NumberDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useTranslation();
  const { plan, selection } = editor.state;
  const [texts, setTexts] = useState<NumberingTexts>({ start: '1', prefix: '', direction: 'rows' });
  const ids = numbered(plan, selection.length > 0 ? selection : Object.keys(plan.state.tables));
  const numbering = readNumbering(texts);
  const taken = numbering === null ? [] : takenNumbers(plan, numbering, ids.length, ids);
  const ready = numbering !== null && taken.length === 0 && ids.length > 0;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('planEditor.numbering.title', { count: ids.length })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!ready) return;
          editor.apply((now) => renumber(now, ids, numbering));
          onClose();
        }}
      >
        {selection.length === 0 && <p className={classes.hint}>{t('planEditor.numbering.whole')}</p>}
        <NumberingFields
          texts={texts}
          taken={taken}
          onChange={(change) => setTexts({ ...texts, ...change })}
        />
        <p className={classes.hint} role="status">
          {ready &&
            t('planEditor.numbering.result', {
              first: numberOf(numbering, 0),
              last: numberOf(numbering, ids.length - 1),
            })}
        </p>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={!ready}>
            {t('planEditor.numbering.apply')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
