import { Alert, Button, Skeleton, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasSameKey, TEMPLATE_TYPES, type Template } from '#domain/commands/templates.ts';
import { FILE_MAX_BYTES } from '#domain/documents/file.ts';
import { boundBoxes, openEditor } from '#domain/templates/editor/model.ts';
import type { TemplateKind } from '#domain/templates/variables.ts';
import { newId } from '#data/newId.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { LeaveQuestion } from '#hooks/platform/LeaveQuestion.tsx';
import { TEMPLATE_MAX_PAGES } from '#pdf/template/limits.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { GoneMeanwhile } from '#ui/components/GoneMeanwhile.tsx';
import { Page } from '#ui/components/Page.tsx';
import { DraftNotice } from '#ui/forms/Form.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { TemplateEditor } from './TemplateEditor.tsx';
import { TemplateFields } from './TemplateFields.tsx';
import { useOwnTemplate } from './useOwnTemplate.ts';
import { usePdfView } from './usePdfView.ts';
import { useOpenTemplate } from './usePreview.ts';
import { useTemplateDraft } from './useTemplateDraft.ts';
import { useTemplatePdf } from './useTemplatePdf.ts';
import { useTemplateSaving } from './useTemplateSaving.ts';

const TITLES = {
  invitation: ['screens.invitation', 'screens.invitationNew'],
  invoice: ['screens.invoice', 'screens.invoiceNew'],
} as const;

/** One template: what it is for, its PDF and its boxes; `base` null for a new one. */
export function TemplateForm({ kind, base }: { kind: TemplateKind; base: Template | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id: eventId } = useEvent();
  const event = useLive((store) => store.event());
  const templates = useLive((store) => store.documents(TEMPLATE_TYPES[kind]));
  const draft = useTemplateDraft(kind, base);
  const { values, boxes } = draft;
  const { pdf, isNew, isMissing, choose } = useTemplatePdf(base);
  const { state: opened, template } = useOpenTemplate(pdf);
  const { view, hasFailed, isDamaged } = usePdfView(opened !== null && 'pages' in opened ? pdf : null);
  const own = useOwnTemplate(kind);
  const saving = useTemplateSaving(kind, base, draft.forget);
  const [problem, setProblem] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);

  const unfit = opened !== null && 'fault' in opened ? opened.fault : null;
  /** Half a download has pages for one who prints it, and none for one who draws on it. */
  const refusal = unfit ?? (isDamaged && isNew ? 'unreadable' : null);
  const fault = refusal === null ? null : t(`templates.fault.${refusal}`);
  /** Nobody knows yet whether it can serve. */
  const isReading = isNew && fault === null && view === null && !hasFailed;

  const pageCount = view?.pageCount ?? boxes.state.pageCount;
  if (boxes.state.pageCount !== pageCount)
    boxes.apply((now) => ({ ...now, pageCount, page: Math.min(now.page, pageCount - 1) }));

  const isLeaving = saving.busy || saving.isOver;
  const isGone = !isLeaving && base !== null && !templates.has(base._id);
  // While it is being saved the one of this page is there already.
  const exists =
    !isLeaving &&
    [...templates.values()].some((other) => other._id !== base?._id && hasSameKey(kind, other, values));
  /** What an earlier visit had chosen, until a PDF is chosen again. */
  const missed = draft.restored && !isNew ? values.chosen : null;

  function take(chosen: Blob, name: string): void {
    setProblem(null);
    choose(chosen);
    draft.set({ chosen: name });
  }

  function discard(): void {
    draft.discard();
    choose(null);
  }

  async function begin(): Promise<void> {
    const made = await own.make(values.language);
    if (made === null) return;
    take(made.pdf, '');
    // What was drawn on it in an earlier visit stays.
    if (missed === '') return;
    boxes.apply(() =>
      openEditor(
        made.boxes.map((box) => ({ ...box, id: newId() })),
        1,
      ),
    );
  }

  async function save(): Promise<void> {
    // The editor exports nothing (VALID-53).
    if (pdf === null) {
      setProblem(t('invoice_template_creation.error_missing_template'));
      return;
    }
    setProblem(null);
    if (refusal !== null) return;
    const { language, paymentType } = values;
    const refs = boundBoxes(boxes.read());
    await saving.save({ language, paymentType, refs, pdf: isNew || isGone ? pdf : null }, isGone);
  }

  const trouble = problem ?? fault ?? (hasFailed ? t('templates.notShown') : null);
  return (
    <Page
      wide
      title={t(TITLES[kind][base === null ? 1 : 0])}
      back={{ to: hrefs.event(eventId), label: event === null ? '' : format.title(event) }}
      actions={
        <>
          <Button loading={saving.busy || isReading} onClick={() => void save()}>
            {t('templates.save')}
          </Button>
          {base !== null && !isGone && (
            <Button
              variant="default"
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={() => setAsks(true)}
            >
              {t('templates.remove')}
            </Button>
          )}
        </>
      }
    >
      {isGone && <GoneMeanwhile>{t('templates.goneMeanwhile')}</GoneMeanwhile>}
      <DraftNotice draft={{ restored: draft.restored, unkept: draft.unkept, discard }} />
      <TemplateFields
        values={values}
        stored={base === null ? null : (base.paymentType ?? 'none')}
        hasPdf={pdf !== null}
        busy={own.busy}
        onChange={draft.set}
        onFile={(file) => take(file, file.name)}
        onOwn={() => void begin()}
      />
      {kind === 'invitation' && (
        <Text c="dimmed" mb="md">
          {t('templates.invitationFor')}
        </Text>
      )}
      <div aria-live="polite">
        {exists && <Alert mb="md">{t('invoice_template_creation.template_exists')}</Alert>}
        {isMissing && <Alert mb="md">{t('templates.needServer')}</Alert>}
        {missed !== null && (
          <Alert mb="md">
            {missed === '' ? t('templates.ownAgain') : t('templates.chooseAgain', { name: missed })}
          </Alert>
        )}
        {trouble !== null && (
          <Alert color="red" role="alert" mb="md">
            {trouble}
          </Alert>
        )}
      </div>
      {pdf === null ? (
        <Text c="dimmed">
          {t('templates.hint', { size: format.bytes(FILE_MAX_BYTES), pages: TEMPLATE_MAX_PAGES })}
        </Text>
      ) : view !== null ? (
        <TemplateEditor
          kind={kind}
          language={values.language}
          view={view}
          template={template}
          boxes={boxes}
        />
      ) : (
        fault === null && !hasFailed && <Skeleton h={480} />
      )}
      <LeaveQuestion
        isDirty={() => draft.isDirty && !saving.isSaved()}
        text={t('templates.leaveText')}
        onLeave={draft.forget}
      />
      <ConfirmDialog
        opened={asks}
        title={t('templates.remove')}
        confirmLabel={t('templates.remove')}
        danger
        busy={saving.busy}
        onCancel={() => setAsks(false)}
        onConfirm={() => void saving.remove().finally(() => setAsks(false))}
      >
        {t('templates.removeConfirm')}
      </ConfirmDialog>
    </Page>
  );
}
