import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { changedFields, fieldsOf } from '#domain/clients/clients.ts';
import { isPerson } from '#domain/clients/contact.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { isNamed } from '#domain/clients/renaming.ts';
import { rebase } from '#domain/conflicts/rebase.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { useDraft } from '#hooks/data/draft.ts';
import { DraftNotice, FormFoot } from '#ui/forms/Form.tsx';
import { fullName } from '#ui/words/format.ts';
import { notify } from '#ui/components/notify.tsx';
import { Page } from '#ui/components/Page.tsx';
import { hrefs, idFromParam } from '#ui/paths.ts';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { ClientFields } from './ClientFields.tsx';
import { ClientGone } from '../ClientGone.tsx';
import { keepRenaming } from '../renamings.ts';
import { useBack } from '../useBack.ts';
import { useFieldErrors } from './useFieldErrors.ts';

export function ClientUpdatePage() {
  const { clientId } = useParams();
  const back = useBack();
  const client = useLive((store) => store.client(idFromParam('client', clientId)));
  return client === null ? <ClientGone back={back} /> : <Update key={client._id} client={client} />;
}

/** All fields of a client (specification 1 §2, Client update). Saving goes back, or to `fromSession`. */
function Update({ client }: { client: Client }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const location = useLocation();
  const event = useEvent();
  const { id, repository } = event;
  const { sync } = useAppData();
  const errorText = useErrorText();
  const { sessionId } = useBack();
  const { busy, run } = useAction();
  const [failure, setFailure] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const own = useFieldErrors(element);
  // What arrives from other devices while somebody types must not change the fields under the fingers.
  const [start] = useState(() => ({ basis: client._rev ?? '', fields: fieldsOf(client) }));
  const draft = useDraft(`client-${client._id}`, start.basis, start.fields, rebase);
  const form = useValidatedForm(save);
  const bad = Object.keys(form.problems).length + own.count;
  const display = hrefs.client(id, client._id, sessionId);
  const consumer = useLive((store) => store.consumers()).get(client.consumerId ?? '') ?? null;

  /** Back in the history, unless the form is where this visit began. */
  async function leave(): Promise<void> {
    if (sessionId !== undefined) await navigate(hrefs.session(id, sessionId));
    else if (location.key === 'default') await navigate(display);
    else await navigate(-1);
  }

  async function save(): Promise<void> {
    setFailure(null);
    const { forename, surname, email, phone, language } = client;
    const saved = await run(
      // Only what was changed here: the rest may have been saved elsewhere since.
      () => repository.updateClient(client._id, changedFields(start.fields, draft.value)),
      (error) => {
        if (error.code === 'number_exists') own.show({ number: errorText(error) });
        else setFailure(errorText(error));
        return true;
      },
    );
    if (saved === null) return;
    draft.discard();
    if (!isNamed(saved, client)) {
      const consumer = event.store.consumers().get(saved.consumerId ?? '');
      const invoice = consumer?.invoices?.findLast(({ kind }) => kind === 'invoice')?.number ?? null;
      keepRenaming(event, saved._id, { former: { forename, surname, email, phone, language }, invoice });
    }
    notify.success(t('clientForm.saved'));
    void sync.syncNow(id);
    await leave();
  }

  return (
    <Page title={t('clientForm.updateTitle')} back={{ to: display, label: fullName(client) }} narrow>
      <DraftNotice draft={draft} />
      <form {...form.formProps} ref={element}>
        <ClientFields
          keepsNumber
          messagesTo={consumer === null || isPerson(consumer, client) ? null : personText(consumer)}
          values={draft.value}
          errorOf={(name) => form.errorOf(name) ?? own.errorOf(name)}
          onChange={(change) => {
            for (const name of Object.keys(change)) own.forget(name);
            draft.change((before) => ({ ...before, ...change }));
          }}
        />
        <FormFoot message={bad > 0 ? t('validation.summary', { count: bad }) : failure}>
          <Button
            variant="default"
            onClick={() => {
              draft.discard();
              void leave();
            }}
          >
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('common.save')}
          </Button>
        </FormFoot>
      </form>
    </Page>
  );
}

/** Whom messages of a registration reach; null where it names nobody. */
function personText({ person }: Consumer): string | null {
  const name = [person?.forename, person?.surname].filter(Boolean).join(' ');
  return [name, person?.email || person?.phone].filter(Boolean).join(', ') || null;
}
