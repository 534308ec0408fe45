import { ActionIcon, Button, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconMarquee2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#domain/config.ts';
import { boundBoxes, cancel, redo, remove, turnTo, undo } from '#domain/templates/editor/model.ts';
import type { TemplateKind } from '#domain/templates/variables.ts';
import type { OpenTemplate } from '#pdf/fileJob.ts';
import type { PdfView } from '#pdf/viewer.ts';
import { Section } from '#ui/components/Page.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import { BoxLayer } from './BoxLayer.tsx';
import { BoxList } from './BoxList.tsx';
import { BoxPanel } from './BoxPanel.tsx';
import { Pager } from './Pager.tsx';
import { PdfPage } from './PdfPage.tsx';
import { Preview } from './Preview.tsx';
import classes from './Templates.module.css';
import type { Boxes } from './useBoxEditor.ts';

/** Of the template editor (specification 2 §9). */
const ZOOMS = [0.5, 0.75, 1, 1.5, 2] as const;

interface TemplateEditorProps {
  kind: TemplateKind;
  language: Language;
  view: PdfView;
  template: OpenTemplate | null;
  boxes: Boxes;
}

const A4_WIDTH = 595;
const MARGINS = 34;

/** The largest offered at which a page is seen in its whole width: a phone begins with half its size. */
const fittingZoom = (): number =>
  Math.max(ZOOMS[0], ...ZOOMS.filter((zoom) => zoom <= 1 && A4_WIDTH * zoom + MARGINS <= window.innerWidth));

/** The pages with their boxes, what can be done with them, and the preview. */
export function TemplateEditor({ kind, language, view, template, boxes }: TemplateEditorProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { state, apply } = boxes;
  const [zoom, setZoom] = useState(fittingZoom);
  const [draws, setDraws] = useState(false);
  const [mode, setMode] = useState<'edit' | 'preview'>('edit');
  const isEditing = mode === 'edit';
  useShortcuts(boxes, isEditing);

  const icon = { size: 18, 'aria-hidden': true } as const;
  return (
    <>
      <div className={classes.bar}>
        <SegmentedControl
          value={mode}
          onChange={(next) => setMode(next === 'preview' ? 'preview' : 'edit')}
          data={[
            { value: 'edit', label: t('templates.edit') },
            { value: 'preview', label: t('templates.preview') },
          ]}
        />
        {isEditing && (
          <>
            <Pager
              page={state.page}
              count={state.pageCount}
              onTurn={(page) => apply((now) => turnTo(now, page))}
            />
            <Group gap={4} wrap="nowrap">
              <ActionIcon
                variant="default"
                size="lg"
                aria-label={t('templates.undo')}
                disabled={state.past.length === 0}
                onClick={() => apply(undo)}
              >
                <IconArrowBackUp {...icon} />
              </ActionIcon>
              <ActionIcon
                variant="default"
                size="lg"
                aria-label={t('templates.redo')}
                disabled={state.future.length === 0}
                onClick={() => apply(redo)}
              >
                <IconArrowForwardUp {...icon} />
              </ActionIcon>
            </Group>
            <Button
              variant={draws ? 'filled' : 'default'}
              aria-pressed={draws}
              leftSection={<IconMarquee2 {...icon} />}
              onClick={() => setDraws(!draws)}
            >
              {t('templates.draw')}
            </Button>
          </>
        )}
        <NativeSelect
          aria-label={t('templates.zoom')}
          value={String(zoom)}
          data={ZOOMS.map((one) => ({ value: String(one), label: format.percent(one) }))}
          onChange={({ currentTarget: { value } }) => setZoom(Number(value))}
        />
      </div>
      {mode === 'preview' && template !== null ? (
        <Preview kind={kind} language={language} template={template} boxes={boundBoxes(state)} zoom={zoom} />
      ) : (
        <div className={classes.work}>
          <div>
            <div className={classes.scroll}>
              <PdfPage
                view={view}
                page={state.page}
                zoom={zoom}
                label={t('templates.area', { page: state.page + 1 })}
              >
                <BoxLayer kind={kind} boxes={boxes} draws={draws} onDrawn={() => setDraws(false)} />
              </PdfPage>
            </div>
            <Text size="sm" c="dimmed" mt="xs">
              {t('templates.drawHint')} {t('templates.keys')}
            </Text>
          </div>
          <aside className={classes.side}>
            <Section title={t('templates.box')}>
              <BoxPanel kind={kind} boxes={boxes} />
            </Section>
            <Section title={t('templates.list')}>
              <BoxList kind={kind} boxes={boxes} />
            </Section>
          </aside>
        </div>
      )}
    </>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null;

/** Wherever the focus is on the screen, but not within a field. */
function useShortcuts({ apply }: Boxes, active: boolean): void {
  useEffect(() => {
    if (!active) return undefined;
    function onKey(event: KeyboardEvent): void {
      if (event.defaultPrevented || isTyping(event.target)) return;
      const ctrl = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      const step =
        event.key === 'Escape'
          ? cancel
          : event.key === 'Delete' || event.key === 'Backspace'
            ? remove
            : ctrl && (key === 'y' || (key === 'z' && event.shiftKey))
              ? redo
              : ctrl && key === 'z'
                ? undo
                : null;
      if (step === null) return;
      event.preventDefault();
      apply(step);
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
    // `apply` reads what is newest whenever it was made.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [active]);
}
