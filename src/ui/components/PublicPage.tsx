import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconCopy, IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Form } from '#domain/documents/form.ts';
import { publicLink } from '#domain/forms/publicLink.ts';
import { notify } from './notify.tsx';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

interface PublicPageProps {
  form: Pick<Form, 'name' | 'accessId'>;
  /** With words, where there is room for them. */
  words?: boolean;
}

/** The page of a form where guests register, to look at and to pass on. */
export function PublicPage({ form: { name, accessId }, words = false }: PublicPageProps) {
  const { t } = useTranslation();
  if (accessId == null) return null;
  const link = publicLink(accessId, location.origin);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(link);
    notify.success(t('forms.copied'));
  }
  const opens = { component: 'a', href: link, target: '_blank', rel: 'noopener' } as const;
  // Browsers have no clipboard on a page without TLS.
  const canCopy = 'clipboard' in navigator;
  if (words)
    return (
      <>
        {canCopy && (
          <Button variant="default" leftSection={<IconCopy {...icon} />} onClick={() => void copy()}>
            {t('forms.copyLink')}
          </Button>
        )}
        <Button variant="default" leftSection={<IconExternalLink {...icon} />} {...opens}>
          {t('forms.publicPage')}
        </Button>
      </>
    );
  const quiet = { variant: 'subtle', color: 'gray' } as const;
  return (
    <>
      {canCopy && (
        <Tooltip label={t('forms.copyLink')}>
          <ActionIcon {...quiet} aria-label={t('forms.copyLinkOf', { name })} onClick={() => void copy()}>
            <IconCopy {...icon} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={t('forms.publicPage')}>
        <ActionIcon {...quiet} {...opens} aria-label={t('forms.publicPageOf', { name })}>
          <IconExternalLink {...icon} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
