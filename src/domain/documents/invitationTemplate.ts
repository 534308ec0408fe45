import { z } from 'zod';
import { wire } from './common.ts';
import { defineDocument } from './definition.ts';
import { templateFields } from './templateFields.ts';

const invitationTemplate = wire({ ...templateFields, type: z.literal('invitationtemplate') });
export const invitationTemplateDocument = defineDocument({
  schema: invitationTemplate,
  version: 1,
  migrations: [],
});
