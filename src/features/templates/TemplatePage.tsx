import { Alert, Button, NativeSelect, Skeleton, Text } from '@mantine/core';
import { IconFileTypePdf, IconTrash, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { hasSameKey, TEMPLATE_TYPES, type Template } from '#domain/commands/templates.ts';
import { LANGUAGES, PAYMENT_TYPES, type Language, type PaymentType } from '#domain/config.ts';
import { FILE_MAX_BYTES, PDF_TYPE } from '#domain/documents/file.ts';
import { boundBoxes, openEditor, type EditedBox } from '#domain/templates/editor/model.ts';
import type { TemplateKind } from '#domain/templates/variables.ts';
import { newId } from '#data/newId.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { TEMPLATE_MAX_PAGES } from '#pdf/template/limits.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { notify } from '#ui/components/notify.tsx';
import { Page } from '#ui/components/Page.tsx';
import { hrefs, idFromParam } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { TemplateEditor } from './TemplateEditor.tsx';
import classes from './Templates.module.css';
import { useBoxEditor } from './useBoxEditor.ts';
import { useOpenTemplate } from './usePreview.ts';
import { useOwnTemplate } from './useOwnTemplate.ts';
import { usePdfView } from './usePdfView.ts';
import { useTemplatePdf } from './useTemplatePdf.ts';

/** The screens of invitations and of invoices are alike (TPL-01); where no template is named, a new one is made. */
function TemplateScreen({ kind }: { kind: TemplateKind }) {
  const { templateId } = useParams();
  const id = templateId === undefined ? null : idFromParam(TEMPLATE_TYPES[kind], templateId);
  const known = useLive((store) =>
    id === null ? null : (store.documents(TEMPLATE_TYPES[kind]).get(id) ?? null),
  );
  // What the editor begins with stays, whatever arrives meanwhile: saving lays the difference over it.
  const [base, setBase] = useState<Template | null>(known);
  if (base === null && known !== null) setBase(known);
  else if (id !== null && base === null) return <NotHere kind={kind} />;
  return <TemplateForm key={id ?? 'new'} kind={kind} base={base} />;
}

/** Removed, or still to come: a tab fetches templates after all else, and looks for new ones once a minute. */
function NotHere({ kind }: { kind: TemplateKind }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const event = useLive((store) => store.event());
  return (
    <Page
      title={t(kind === 'invitation' ? 'screens.invitation' : 'screens.invoice')}
      back={{ to: hrefs.event(id), label: event === null ? '' : format.title(event) }}
    >
      <Text c="dimmed" role="status">
        {t('templates.notHere')}
      </Text>
    </Page>
  );
}

export const InvitationTemplatePage = () => <TemplateScreen kind="invitation" />;
export const InvoiceTemplatePage = () => <TemplateScreen kind="invoice" />;

const editable = (base: Template | null): EditedBox[] =>
  (base?.refs ?? []).map((box) => ({ ...box, id: box.id ?? newId() }));

function TemplateForm({ kind, base }: { kind: TemplateKind; base: Template | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const { id: eventId, repository } = useEvent();
  const event = useLive((store) => store.event());
  const templates = useLive((store) => store.documents(TEMPLATE_TYPES[kind]));
  const { busy, run } = useAction();
  const enabled = event?.paymentTypes ?? [];
  const [language, setLanguage] = useState<Language>(base?.language ?? format.language);
  // One that names none is for 'none' (readings, no. 5): what is open must not become another one's.
  const [paymentType, setPaymentType] = useState<PaymentType>(
    (base === null ? enabled[0] : base.paymentType) ?? 'none',
  );
  const [boxesOfBase] = useState(() => editable(base));
  const boxes = useBoxEditor(boxesOfBase, 1);
  const { pdf, isNew, isMissing, choose } = useTemplatePdf(base);
  const { state: opened, template } = useOpenTemplate(pdf);
  const { view, hasFailed } = usePdfView(opened !== null && 'pages' in opened ? pdf : null);
  const own = useOwnTemplate(kind);
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);
  const saved = useRef(false);
  const [isSaved, setIsSaved] = useState(false);

  const pageCount = view?.pageCount ?? boxes.state.pageCount;
  if (boxes.state.pageCount !== pageCount)
    boxes.apply((now) => ({ ...now, pageCount, page: Math.min(now.page, pageCount - 1) }));

  const key = { language, paymentType };
  // While it is being saved the one of this page is there already.
  const exists =
    !busy &&
    !isSaved &&
    [...templates.values()].some((other) => other._id !== base?._id && hasSameKey(kind, other, key));
  const isDirty =
    isNew ||
    boxes.state.past.length > 0 ||
    (base !== null && (base.language !== language || (base.paymentType ?? 'none') !== paymentType));

  async function begin(): Promise<void> {
    const made = await own.make(language);
    if (made === null) return;
    setProblem(null);
    choose(made.pdf);
    boxes.apply(() =>
      openEditor(
        made.boxes.map((box) => ({ ...box, id: newId() })),
        1,
      ),
    );
  }

  async function save(): Promise<void> {
    // The editor exports nothing (VALID-53).
    if (pdf === null || (opened !== null && 'fault' in opened)) {
      setProblem(t('invoice_template_creation.error_missing_template'));
      return;
    }
    setProblem(null);
    const done = await run(() =>
      repository.saveTemplate({
        ...{ kind, language, paymentType, base, templateId: base?._id ?? null },
        refs: boundBoxes(boxes.read()),
        pdf: isNew ? pdf : null,
      }),
    );
    if (done === null) return;
    saved.current = true;
    setIsSaved(true);
    notify.success(t('templates.saved'));
    await navigate(hrefs.event(eventId));
  }

  async function remove(): Promise<void> {
    if (base === null) return;
    const done = await run(async () => {
      const removed = await repository.removeTemplate(kind, base._id);
      return removed.ok ? { ok: true, value: true } : removed;
    });
    setAsks(false);
    if (done === null) return;
    saved.current = true;
    notify.success(t('templates.removed'));
    await navigate(hrefs.event(eventId));
  }

  const title = t(
    kind === 'invitation'
      ? base === null
        ? 'screens.invitationNew'
        : 'screens.invitation'
      : base === null
        ? 'screens.invoiceNew'
        : 'screens.invoice',
  );
  const fault = opened !== null && 'fault' in opened ? t(`templates.fault.${opened.fault}`) : null;
  const trouble = problem ?? fault ?? (hasFailed ? t('templates.notShown') : null);
  return (
    <Page
      wide
      title={title}
      back={{ to: hrefs.event(eventId), label: event === null ? '' : format.title(event) }}
      actions={
        <>
          <Button loading={busy} onClick={() => void save()}>
            {t('templates.save')}
          </Button>
          {base !== null && (
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
      <div className={classes.form}>
        <NativeSelect
          label={t('templates.language')}
          value={language}
          data={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
          onChange={({ currentTarget: { value } }) => setLanguage(value === 'en' ? 'en' : 'fr')}
        />
        <NativeSelect
          label={t('templates.paymentType')}
          value={paymentType}
          data={PAYMENT_TYPES.map((value) => ({
            value,
            label: t(`paymentTypes.${value}`),
            // Only those of the event can be selected (TPL-02).
            disabled: !enabled.includes(value) && (base === null || value !== (base.paymentType ?? 'none')),
          }))}
          onChange={({ currentTarget: { value } }) =>
            setPaymentType(PAYMENT_TYPES.find((one) => one === value) ?? 'none')
          }
        />
        <Button
          variant="default"
          leftSection={<IconUpload size={18} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {t(pdf === null ? 'templates.choose' : 'templates.replace')}
        </Button>
        <Button
          variant="default"
          loading={own.busy}
          leftSection={<IconFileTypePdf size={18} aria-hidden />}
          onClick={() => void begin()}
        >
          {t('templates.own')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept={`${PDF_TYPE},.pdf`}
          aria-label={t('templates.choose')}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            currentTarget.value = '';
            if (file === undefined) return;
            setProblem(null);
            choose(file);
          }}
        />
      </div>
      {kind === 'invitation' && (
        <Text c="dimmed" mb="md">
          {t('templates.invitationFor')}
        </Text>
      )}
      <div aria-live="polite">
        {exists && <Alert mb="md">{t('invoice_template_creation.template_exists')}</Alert>}
        {isMissing && <Alert mb="md">{t('templates.needServer')}</Alert>}
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
        <TemplateEditor kind={kind} language={language} view={view} template={template} boxes={boxes} />
      ) : (
        fault === null && !hasFailed && <Skeleton h={480} />
      )}
      <LeaveGuard isDirty={() => isDirty && !saved.current} />
      <ConfirmDialog
        opened={asks}
        title={t('templates.remove')}
        confirmLabel={t('templates.remove')}
        danger
        busy={busy}
        onCancel={() => setAsks(false)}
        onConfirm={() => void remove()}
      >
        {t('templates.removeConfirm')}
      </ConfirmDialog>
    </Page>
  );
}
