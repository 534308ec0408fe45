import { admit, admitParty, cancelAdmission, markSeen, undoCancellation } from '#domain/commands/checkIn.ts';
import { setCovid, settleNumber, updateClient } from '#domain/commands/clients.ts';
import { createClient } from '#domain/commands/createClient.ts';
import {
  applyRate,
  askForCorrection,
  askForInvoice,
  endGuestLink,
  renamePerson,
  saveConsumer,
  setConsumerStatus,
  undoRate,
} from '#domain/commands/consumers.ts';
import { erasePeople } from '#domain/commands/erase.ts';
import { place, seat, unregister } from '#domain/commands/entries.ts';
import { addGuests, addPastedClients, copyClients } from '#domain/commands/moreClients.ts';
import { removeForm } from '#domain/commands/forms.ts';
import { callBackNotif, removeNotif, resendNotif, saveNotif } from '#domain/commands/notifs.ts';
import { savePlan } from '#domain/commands/plan.ts';
import { changeDetails, changeStatus } from '#domain/commands/sessions.ts';
import { removeTemplate } from '#domain/commands/templates.ts';
import { takeBackNote, takeMoney, withdrawSaid } from '#domain/commands/takeMoney.ts';
import { bookTransfers, takeBackTransfer } from '#domain/commands/transfers.ts';
import { TEMPLATE_ATTACHMENT } from '#domain/documents/templateFields.ts';
import { FILE_ATTACHMENT } from '#domain/ids.ts';
import { changeMany } from '#domain/work/changeMany.ts';
import { undoMany } from '#domain/work/undoMany.ts';
import { attempt } from '../failure.ts';
import type { EventRepository } from '../types.ts';
import { readAttachment } from './attachments.ts';
import { callForDocument, callForValue } from './call.ts';
import type { RepositoryContext } from './context.ts';
import { callForEntries, callForSession } from './entries.ts';
import { addWhatsappTemplate, removeWhatsappTemplate } from '#domain/commands/whatsappTemplates.ts';
import { addFile } from './files.ts';
import { readTerms, saveForm } from './forms.ts';
import { importHere, keepLeft, leftOfImports, takeBackLeft } from './importJournal.ts';
import { keepUndo, readKeptUndo, underway } from './keptUndo.ts';
import { givingNumbers } from './numbers.ts';
import { readPicture } from './picture.ts';
import { addPlanPicture, planBackground, planPicture, setPlanBackground } from './plan.ts';
import { saveEvent } from './saveEvent.ts';
import { saveTemplate } from './templates.ts';
import { workIn } from './work.ts';

export function createRepository(context: RepositoryContext): EventRepository {
  return {
    checkIn: (sessionId, clientId, method) =>
      attempt(() => callForDocument(context, admit, { sessionId, clientId, method })),
    admitParty: (sessionId, clientIds, method) =>
      attempt(() => callForValue(context, admitParty, { sessionId, clientIds, method })),
    cancelCheckIn: (sessionId, clientId, method, admission) =>
      attempt(() => callForDocument(context, cancelAdmission, { sessionId, clientId, method, admission })),
    undoCancellation: (sessionId, clientId, cancellation) =>
      attempt(() => callForDocument(context, undoCancellation, { sessionId, clientId, cancellation })),
    markSeen: (sessionId, clientId, what) =>
      attempt(() => callForDocument(context, markSeen, { sessionId, clientId, what })),
    setSessionStatus: (sessionId, status) =>
      attempt(() => callForDocument(context, changeStatus, { sessionId, status })),
    editSession: (sessionId, details) =>
      attempt(() => callForDocument(context, changeDetails, { sessionId, details })),
    removeRegistration: (sessionId, clientId) =>
      attempt(() => callForSession(context, unregister, { sessionId, clientId })),
    importClients: (rows, options) =>
      attempt(givingNumbers(context, () => importHere(context, rows, options))),
    changeClients: (clientIds, change, options) =>
      attempt(() => changeMany(workIn(context), clientIds, change, options)),
    undoMany: (record, options) =>
      attempt(givingNumbers(context, () => undoMany(workIn(context), record, options))),
    leftOfImports: () => leftOfImports(context),
    takeBackLeft: () => attempt(givingNumbers(context, () => takeBackLeft(context))),
    keepLeft: () => keepLeft(context),
    keptUndo: () => readKeptUndo(context),
    keepUndo: (undo) => keepUndo(context, undo),
    underway: (work) => underway(context, work),
    addPastedClients: (sessionId, rows) =>
      attempt(givingNumbers(context, () => callForEntries(context, addPastedClients, { sessionId, rows }))),
    saveEvent: (input, base) => attempt(() => saveEvent(context, input, base)),
    picture: () => readPicture(context.db),
    saveConsumer: (consumerId, input, base) =>
      attempt(() => callForDocument(context, saveConsumer, { consumerId, input, base })),
    applyRate: (consumerIds, choice) =>
      attempt(() => callForValue(context, applyRate, { consumerIds, choice })),
    undoRate: (change) => attempt(() => callForValue(context, undoRate, change)),
    takeMoney: (input) => attempt(() => callForValue(context, takeMoney, input)),
    takeBackNote: (consumerId, noteId) =>
      attempt(() => callForValue(context, takeBackNote, { consumerId, noteId })),
    withdrawSaid: (consumerId) => attempt(() => callForDocument(context, withdrawSaid, { consumerId })),
    bookTransfers: (transfers) => attempt(() => callForValue(context, bookTransfers, transfers)),
    takeBackTransfer: (consumerId, noteId) =>
      attempt(() => callForDocument(context, takeBackTransfer, { consumerId, noteId })),
    saveForm: (input) => attempt(() => saveForm(context, input)),
    removeForm: (formId) => attempt(() => callForDocument(context, removeForm, { formId })),
    formTerms: (formId) => readTerms(context, formId),
    saveTemplate: (input) => attempt(() => saveTemplate(context, input)),
    removeTemplate: (kind, templateId) =>
      attempt(() => callForValue(context, removeTemplate, { kind, templateId })),
    templatePdf: (templateId) => readAttachment(context.db, templateId, TEMPLATE_ATTACHMENT),
    fileContent: (fileId) => readAttachment(context.db, fileId, FILE_ATTACHMENT),
    addWhatsappTemplate: (input) => attempt(() => callForDocument(context, addWhatsappTemplate, input)),
    removeWhatsappTemplate: (id) => attempt(() => callForValue(context, removeWhatsappTemplate, { id })),
    saveNotif: (input) => attempt(() => callForDocument(context, saveNotif, input)),
    removeNotif: (notifId) => attempt(() => callForDocument(context, removeNotif, { notifId })),
    callBackNotif: (notifId) => attempt(() => callForDocument(context, callBackNotif, { notifId })),
    resendNotif: (notifId, consumerIds) =>
      attempt(() => callForDocument(context, resendNotif, { notifId, consumerIds })),
    addFile: (input) => attempt(() => addFile(context, input)),
    createClient: (input) =>
      attempt(givingNumbers(context, () => callForEntries(context, createClient, input))),
    updateClient: (clientId, fields) =>
      attempt(givingNumbers(context, () => callForDocument(context, updateClient, { clientId, fields }))),
    settleNumber: (number) =>
      attempt(givingNumbers(context, () => callForValue(context, settleNumber, { number }))),
    setCovid: (clientId, covid) => attempt(() => callForDocument(context, setCovid, { clientId, covid })),
    addGuests: (mainClientId, input) =>
      attempt(givingNumbers(context, () => callForEntries(context, addGuests, { ...input, mainClientId }))),
    placeClient: (sessionId, clientId, placement) =>
      attempt(() => callForSession(context, place, { sessionId, clientId, placement })),
    seatClients: (sessionId, moves) => attempt(() => callForSession(context, seat, { sessionId, moves })),
    savePlan: (sessionId, plan, since) =>
      attempt(() => callForValue(context, savePlan, { sessionId, plan, since })),
    planBackground: (sessionId) => planBackground(context, sessionId),
    setPlanBackground: (sessionId, picture) => attempt(() => setPlanBackground(context, sessionId, picture)),
    planPicture: (sessionId, fileIndex) => planPicture(context, sessionId, fileIndex),
    addPlanPicture: (sessionId, picture) => attempt(() => addPlanPicture(context, sessionId, picture)),
    setConsumerStatus: (consumerId, status) =>
      attempt(() => callForDocument(context, setConsumerStatus, { consumerId, status })),
    askForInvoice: (consumerId) => attempt(() => callForDocument(context, askForInvoice, { consumerId })),
    erasePeople: (clientIds, whole = false) =>
      attempt(() => callForValue(context, erasePeople, { clientIds, whole })),
    renamePerson: (consumerId, from, to) =>
      attempt(() => callForDocument(context, renamePerson, { consumerId, from, to })),
    endGuestLink: (consumerId) => attempt(() => callForDocument(context, endGuestLink, { consumerId })),
    askForCorrection: (consumerId, index) =>
      attempt(() => callForDocument(context, askForCorrection, { consumerId, index })),
    copyClients: (copied, sessionIds) =>
      attempt(givingNumbers(context, () => callForEntries(context, copyClients, { copied, sessionIds }))),
  };
}
