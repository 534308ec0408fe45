import { useTranslation } from 'react-i18next';
import type { NotifMethod } from '#domain/documents/consumer.ts';
import { lackingIn, stateOf } from '#domain/services/settings.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useServerValue } from '#hooks/data/server.ts';
import { ServerGate } from '#hooks/data/ServerGate.tsx';
import { Page } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { EmailForm } from './EmailForm.tsx';
import { PaymentsForm } from './PaymentsForm.tsx';
import { ServiceSection } from './ServiceSection.tsx';
import { TestMessage } from './TestMessage.tsx';
import { TwilioForm } from './TwilioForm.tsx';
import { useServices } from './useServices.ts';
import { WhatsappTemplates } from './WhatsappTemplates.tsx';

/** What an event is connected to: payments, e-mail, SMS, WhatsApp (specification 2 §2, Services). Needs the server. */
export function ServicesPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const { services } = useAppData();
  const event = useLive((store) => store.event());
  const asked = useServerValue(() => services.read(id), id);
  return (
    <Page
      title={t('services.title')}
      subtitle={t('services.lead')}
      back={{ to: hrefs.event(id), label: event === null ? '' : format.title(event) }}
      narrow
    >
      <ServerGate asked={asked} offline={t('services.offline')}>
        {(read) => <Sections key={id} read={read} />}
      </ServerGate>
    </Page>
  );
}

function Sections({ read }: { read: Parameters<typeof useServices>[0] }) {
  const service = useServices(read);
  const { doc } = service;
  /** Something can be sent by what is saved. */
  const isWhole = (name: NotifMethod): boolean =>
    stateOf(doc, name) === 'saved' && lackingIn(name, doc[name] ?? {}).length === 0;
  return (
    <>
      <ServiceSection name="email" service={service}>
        <EmailForm settings={doc.email ?? {}} service={service} />
        {isWhole('email') && <TestMessage method="email" />}
      </ServiceSection>
      <ServiceSection name="sms" service={service}>
        <TwilioForm section="sms" settings={doc.sms ?? {}} service={service} />
        {isWhole('sms') && <TestMessage method="sms" />}
      </ServiceSection>
      <ServiceSection name="whatsapp" service={service}>
        <TwilioForm section="whatsapp" settings={doc.whatsapp ?? {}} service={service} />
        {isWhole('whatsapp') && <TestMessage method="whatsapp" />}
        <WhatsappTemplates />
      </ServiceSection>
      <ServiceSection name="payments" service={service}>
        <PaymentsForm settings={doc.payments ?? {}} service={service} />
      </ServiceSection>
    </>
  );
}
