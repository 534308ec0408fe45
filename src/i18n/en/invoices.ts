export const invoices = {
  title: 'Invoices',
  none: 'No invoice was issued yet.',
  issue: 'Issue invoice',
  waiting: 'The invoice is issued as soon as the server hears of it.',
  correcting: 'The correction is issued as soon as the server hears of it.',
  invoice: 'Invoice {{number}}',
  credit: 'Credit note {{number}}',
  takesBack: 'Takes back invoice {{number}}',
  takenBack: 'Taken back',
  lacks: {
    missing_template:
      'No PDF yet: there is no invoice template for this language and payment type, or its PDF cannot be read.',
    unprintable: 'No PDF: a letter of it is in no typeface.',
  },
  unprintable: {
    warning:
      'A letter of “{{text}}” is in no typeface: the invoice would get its number, but no PDF. Change it before you issue the invoice.',
    confirm: 'Issue without PDF',
  },
  correct: {
    label: 'Correct invoice',
    question:
      'A credit note takes back invoice {{number}}, and a new invoice is issued with what the registration says now.',
    confirm: 'Issue both',
  },
  cancel: {
    label: 'Take invoice back',
    question: 'The registration is cancelled: a credit note takes back invoice {{number}}.',
    confirm: 'Issue credit note',
  },
  again: {
    label: 'Issue new invoice',
    question: 'Invoice {{number}} was taken back. A new one is issued with what the registration says now.',
    confirm: 'Issue invoice',
  },
};
