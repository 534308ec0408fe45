import { useTranslation } from 'react-i18next';
import { TEMPLATE_VARIABLES, type TemplateKind, type TemplateVariable } from '#domain/templates/variables.ts';

const isKnown = (key: string): key is TemplateVariable =>
  (TEMPLATE_VARIABLES.invitation as readonly string[]).includes(key);

/** The names of what a box can be bound to. */
export function useVariables(kind: TemplateKind): {
  nameOf(key: string | null | undefined): string;
  /** With an empty choice first. */
  options: { value: string; label: string }[];
} {
  const { t } = useTranslation();
  const nameOf = (key: string | null | undefined): string =>
    !key ? t('templates.unbound') : isKnown(key) ? t(`templateVariables.${key}`) : key;
  return {
    nameOf,
    options: [
      { value: '', label: t('templates.unbound') },
      ...TEMPLATE_VARIABLES[kind].map((value) => ({ value, label: nameOf(value) })),
    ],
  };
}
