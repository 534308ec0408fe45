import type { ImportField } from './fields.ts';
import { headingKey } from './headingKey.ts';

/** Of some the forename, of others all of it. */
export const PREFERRED = 'preferredname';

/**
 * What people write above their columns, in English, French and German, and what other programs do: pretix (positions,
 * orders and check-in lists, in each of its three languages), Indico, Eventbrite, Tito, Hi.Events, alf.io, the contacts of
 * Google (both forms) and of Outlook. Folded to letters and digits; where a file has several, the earlier one is meant.
 */
const HEADINGS: Record<ImportField, readonly string[]> = {
  number: [
    // What tickets carry, before a number that only counts.
    ...[
      'ticketreference',
      'publicid',
      'offentlicheid',
      'idpublic',
      'number',
      'numero',
      'code',
      'clientnumber',
      'numeroclient',
    ],
    ...['numerodeclient', 'no', 'num', 'nr', 'n', 'nclient', 'nummer', 'badge', 'barcode', 'codebarre'],
    ...['codebarres', 'ticketcode', 'secret', 'ticketsecret', 'ordercode', 'codedecommande', 'bestellnummer'],
    ...['pseudonymizationid', 'idpseudonyme', 'pseudonymeid', 'attendee', 'ndeparticipant', 'nduparticipant'],
    ...['teilnehmernr', 'teilnehmernummer', 'id', 'ticket', 'billet'],
    ...['reference', 'ref'],
  ],
  title: [
    ...[
      'title',
      'titre',
      'titel',
      'civilite',
      'salutation',
      'politesse',
      'appel',
      'anrede',
      'prefix',
      'nameprefix',
    ],
    ...['attendeenametitle', 'attendeenamesalutation'],
  ],
  forename: [
    ...['forename', 'prenom', 'firstname', 'givenname', 'first', 'prenoms', 'vorname'],
    ...['ticketfirstname', 'attendeefirstname', 'attendeenamegivenname', 'attendeenamefirstname'],
    ...['nomduparticipantprenom', 'nameteilnehmerinvorname', 'nameteilnehmervorname'],
    ...['prenomusuel', 'preferredfirstname', 'rufname', PREFERRED],
  ],
  surname: [
    ...[
      'surname',
      'lastname',
      'familyname',
      'nomdefamille',
      'last',
      'nomfamille',
      'nachname',
      'familienname',
    ],
    ...['nompatronymique', 'ticketlastname', 'attendeelastname', 'attendeenamefamilyname'],
    ...['nomduparticipantnomdefamille', 'nomduparticipantnom', 'nameteilnehmerinnachname'],
    ...['nameteilnehmernachname', 'nameteilnehmerinfamilienname'],
    // Beside any of these it is the whole name.
    ...['nom', 'name', 'nomdusage', 'nomusuel'],
  ],
  fullName: [
    ...['attendeename', 'ticketfullname', 'fullname', 'nomcomplet', 'prenometnom', 'nometprenom'],
    ...[
      'prenomnom',
      'vornamename',
      'vornamenachname',
      'firstandlastname',
      'firstlastname',
      'firstnamelastname',
    ],
    ...['displayname', 'contactname', 'nameofattendee', 'participant', 'nomduparticipant'],
    ...['nameteilnehmerin', 'nameteilnehmer', 'teilnehmername', 'vollstandigername', 'vorundnachname'],
  ],
  company: [
    ...['company', 'entreprise', 'societe', 'organisation', 'organization', 'raisonsociale', 'companyname'],
    ...['nomdelentreprise', 'nomdelasociete', 'employer', 'employeur', 'institution', 'firma', 'unternehmen'],
    ...[
      'affiliation',
      'zugehorigkeit',
      'ticketcompanyname',
      'organizationname',
      'organization1name',
      'attendeecompany',
    ],
  ],
  category: ['category', 'categorie', 'type', 'kind', 'typedeclient', 'groupe', 'group', 'kategorie'],
  language: [
    ...['language', 'langue', 'lang', 'correspondencelanguage', 'languedecorrespondance', 'sprache'],
    ...['orderlocale', 'bestellsprache'],
  ],
  email: [
    // The guest's own before that of whoever ordered.
    ...['attendeeemail', 'ticketemail', 'adressemailduparticipant', 'adresseemailduparticipant'],
    ...['emailduparticipant', 'emailteilnehmerin', 'emailteilnehmer'],
    ...['email', 'mail', 'courriel', 'emailaddress', 'adresseemail', 'adressemail', 'adressecourriel'],
    ...['adresseelectronique', 'mel', 'emails', 'email1value', 'emailadresse', 'adressedemessagerie'],
    ...['adressedecourrier', 'email2address', 'email2value'],
  ],
  phone: [
    ...['phone', 'telephone', 'mobile', 'tel', 'phonenumber', 'numerodetelephone', 'portable', 'natel'],
    ...['cell', 'cellphone', 'mobilephone', 'telephonemobile', 'telephoneportable', 'telmobile', 'gsm'],
    ...['telportable', 'phone1value', 'ticketphonenumber', 'attendeephone', 'mobiltelefon', 'telefon'],
    ...['telefonnummer', 'handy', 'homephone', 'businessphone', 'workphone', 'primaryphone'],
    ...['telefongeschaftlich', 'telefonprivat', 'telephonebureau', 'telephonedomicile'],
  ],
  notes: [
    ...['notes', 'note', 'remarks', 'remarques', 'remark', 'remarque', 'comment', 'comments'],
    ...['commentaire', 'commentaires', 'observations', 'notizen', 'bemerkungen', 'bemerkung'],
  ],
  diet: [
    ...['diet', 'regime', 'regimealimentaire', 'dietaryrequirements', 'dietaryrestrictions', 'dietary'],
    ...['allergies', 'allergy', 'intolerances', 'food', 'alimentation', 'ernahrung', 'specialdiet'],
  ],
  party: [
    ...['ordercode', 'orderid', 'ordernumber', 'orderno', 'orderreference', 'orderref', 'order', 'party'],
    ...['bookingreference', 'bookingid', 'booking', 'reservationid', 'registrationid', 'registrationcode'],
    ...[
      'codedecommande',
      'numerodecommande',
      'ndecommande',
      'nodecommande',
      'referencedecommande',
      'idcommande',
    ],
    ...['iddecommande', 'referencedelacommande', 'commande', 'reservation', 'inscription', 'dossier'],
    ...[
      'bestellnummer',
      'bestellnr',
      'bestellcode',
      'bestellid',
      'bestellung',
      'bestellreferenz',
      'buchungsnummer',
    ],
    ...['buchung', 'buchungscode', 'reservierung', 'reservierungsnummer', 'anmeldenummer'],
  ],
  street: [
    ...['street', 'rue', 'address', 'adresse', 'streetaddress', 'addressline', 'adressepostale', 'address1'],
    ...['address1street', 'businessstreet', 'homestreet', 'homeaddress1', 'workaddress1', 'strasse'],
    ...['strassegeschaftlich', 'strasseprivat', 'ruebureau', 'ruedomicile', 'billingaddress'],
    ...['rechnungsadresse', 'adressedefacturation'],
  ],
  zip: [
    ...['zip', 'npa', 'codepostal', 'postalcode', 'postcode', 'zipcode', 'cp', 'plz', 'postleitzahl'],
    ...['address1postalcode', 'businesspostalcode', 'homepostalcode', 'homezip', 'workzip'],
    ...['postleitzahlgeschaftlich', 'postleitzahlprivat', 'codepostalbureau', 'codepostaldomicile'],
  ],
  city: [
    ...['city', 'ville', 'town', 'localite', 'address1city', 'businesscity', 'homecity', 'workcity'],
    // Before 'Ort' and 'Lieu', which in contacts say where somebody is at the moment.
    ...['ortgeschaftlich', 'ortprivat', 'villebureau', 'villedomicile', 'lieu', 'ort', 'stadt'],
  ],
  country: [
    ...['country', 'pays', 'land', 'address1country', 'businesscountryregion', 'businesscountry'],
    ...['homecountryregion', 'homecountry', 'workcountry', 'landregiongeschaftlich', 'landregionprivat'],
    ...['paysregionbureau', 'paysbureau', 'paysregiondomicile', 'paysdomicile', 'countrycode'],
  ],
  session: ['session', 'seance', 'sessiontitle', 'sessions'],
  table: ['table', 'tablenumber', 'numerodetable', 'notable', 'ntable', 'ndetable', 'tableno', 'tisch'],
  seat: [
    ...['seat', 'siege', 'seatnumber', 'numerodesiege', 'numerodeplace', 'chaise', 'place', 'nplace'],
    ...['ndeplace', 'nsiege', 'placeassise', 'sitz', 'sitzplatz'],
  ],
};

/** Questions that forms ask: 'Do you have any dietary requirements?' */
const ASKS_DIET =
  /dietary|dietetique|regimealimentaire|foodrestriction|allerg|intoleran|ernahrungs|unvertraglichkeit/;

/** Programs write these above what need not be what we mean: a number the same for several, a word that we do not know. */
const DOUBTFUL = new Set([
  ...['ordercode', 'codedecommande', 'bestellnummer', 'attendee', 'id', 'ticket', 'billet', 'reference'],
  ...[
    'ndeparticipant',
    'nduparticipant',
    'teilnehmernr',
    'teilnehmernummer',
    'ref',
    'secret',
    'pseudonymizationid',
    'idpseudonyme',
    'pseudonymeid',
    'orderlocale',
  ],
  ...['bestellsprache', 'prefix', 'nameprefix', 'attendeenametitle', 'attendeenamesalutation', 'group'],
]);

/** What people write above a column that only counts its rows. */
const MAY_COUNT = new Set(['number', 'numero', 'no', 'num', 'nr', 'n', 'nummer', ...DOUBTFUL]);

/** Above a column of names, where no other is one; beside others it may be how many, whom they bring, or a number. */
export const GUESTS: ReadonlySet<string> = new Set([
  ...['guest', 'guests', 'guestname', 'nameofguest', 'invitee', 'invitees', 'attendee', 'attendees', 'who'],
  ...['invite', 'invites', 'nomdelinvite', 'participants', 'personne', 'personnes', 'qui'],
  ...['gast', 'gaste', 'gastname', 'namedesgastes', 'teilnehmer', 'teilnehmerin', 'teilnehmende', 'person'],
]);

/** Of one ticket each, whatever it is: where a value stands twice, the row does. */
const OF_ONE = new Set([
  ...['secret', 'pseudonymizationid', 'idpseudonyme', 'pseudonymeid'],
  ...['ndeparticipant', 'nduparticipant', 'teilnehmernr', 'teilnehmernummer'],
]);

export interface Meaning {
  field: ImportField;
  /** 0 is the best known name of the field. */
  rank: number;
  /** What stands below has to bear it out. */
  doubtful: boolean;
  /** It may count the rows, and number nobody. */
  mayCount?: boolean;
  /** A few rows may have it from another. */
  mayRepeat?: boolean;
}

const meanings = new Map<string, Meaning>();
for (const [field, names] of Object.entries(HEADINGS)) {
  // What numbers orders may number people too, where each is of one: matching.ts decides.
  if (field === 'party') continue;
  for (const [rank, name] of names.entries())
    meanings.set(name, {
      field: field as ImportField,
      rank,
      doubtful: DOUBTFUL.has(name),
      mayCount: field === 'number' && MAY_COUNT.has(name),
      mayRepeat: OF_ONE.has(name),
    });
}

/** 'N° de téléphone', 'Tél. portable', 'Handy-Nr.', 'E-mail professionnel': what people write around a word that is known. */
const BEFORE = /^(numero|number|num|nr|no|n)(dela|de|du|d|of)?(?=[a-z]{3})/;
const AFTER =
  /(numero|nummer|number|num|nr|no|mobile|portable|fixe|privee?|privat|private|personal|personnel(le)?|perso|work|home|business|bureau|professionnel(le)?|prof?|geschaft(lich)?|[12])$/;
/** Of these a word more says which one; of others it may say something else, as 'Name Firma' does. */
const WITH_WORDS_AROUND = new Set<ImportField>(['phone', 'email']);

const withoutWordsAround = (key: string): Meaning | undefined => {
  const rest = key.replace(BEFORE, '');
  return meanings.get(rest) ?? meanings.get(key.replace(AFTER, '')) ?? meanings.get(rest.replace(AFTER, ''));
};

const PARTY = new Map(HEADINGS.party.map((name, rank) => [name, rank]));

/** How well known a name of orders it is, 0 the best; null for none. */
export const partyRank = (heading: string): number | null =>
  PARTY.get(headingKey(heading)) ?? PARTY.get(headingKey(heading).replace(BEFORE, '')) ?? null;

/** Says that a code stands below, and not just what was ordered or when: 'Order code', 'Bestellnummer'. */
export const namesCode = (heading: string): boolean =>
  /[#°º]/.test(heading) ||
  /(code|id|number|nummer|numero|no|nr|ref|reference|referenz)$|^(code|numero|no?|reference|id)de|^idcommande$/.test(
    headingKey(heading),
  );

/** What a heading alone can mean, whatever its case, accents and punctuation. */
export function meaningOf(heading: string): Meaning | null {
  const key = headingKey(heading);
  const known = meanings.get(key);
  // 'Prénom;Nom' are two columns that are read as one.
  if (known?.field === 'fullName' && /[;|\t]|,\S/.test(heading)) return null;
  if (known !== undefined) return known;
  const around = withoutWordsAround(key);
  if (around !== undefined && WITH_WORDS_AROUND.has(around.field))
    return { ...around, rank: HEADINGS[around.field].length + around.rank };
  return ASKS_DIET.test(key) ? { field: 'diet', rank: HEADINGS.diet.length, doubtful: false } : null;
}
