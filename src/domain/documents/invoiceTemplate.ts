import { z } from 'zod';
import { wire } from './common.ts';
import { defineDocument } from './definition.ts';
import { templateFields } from './templateFields.ts';

const invoiceTemplate = wire({ ...templateFields, type: z.literal('invoicetemplate') });
export const invoiceTemplateDocument = defineDocument({
  schema: invoiceTemplate,
  version: 1,
  migrations: [],
});
