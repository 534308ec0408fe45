/* Invented people, companies and addresses: common names of the region and of its guests, combined at random. */

const split = (line: string): string[] => line.split('|');

export const WOMEN = [
  'Anaïs|Aline|Barbara|Camille|Céline|Chiara|Claire|Élodie|Emma|Fatima|Florence|Françoise|Giulia',
  'Hélène|Inès|Isabelle|Jasmine|Joëlle|Karin|Laetitia|Léa|Linda|Łucja|Maëlle|Maria|Mei|Mélanie|Nadia',
  'Noémie|Olga|Priya|Rachel|Regula|Sabine|Sandrine|Sofia|Tânia|Ursula|Valérie|Yasmin|Zoé',
].flatMap(split);

export const MEN = [
  'Adrien|Ahmed|Alexandre|Andreas|Beat|Benoît|Christophe|Daniel|David|Éric|Fabio|François|Gérard',
  'Hans-Peter|Hiroshi|Ivan|James|Jean-Marc|João|Jürg|Kofi|Laurent|Loïc|Luca|Marco|Mathieu|Mehmet',
  'Michael|Nicolas|Olivier|Pascal|Paweł|Pierre-Alain|Rémy|Reto|Søren|Stéphane|Thomas|Urs|Vincent',
  'Yann',
].flatMap(split);

export const SURNAMES = [
  'Aebischer|Ammann|Barbey|Baumgartner|Berger|Bernasconi|Blanc|Bolomey|Bonvin|Bourquin|Brunner',
  'Bühler|Chappuis|Chevalley|Conti|Cruz|D’Angelo|Da Silva|de Preux|Delacrétaz|Diallo|Dubois|Dupraz',
  'Favre|Ferrari|Fischer|Fournier|Frei|García|Genoud|Girardet|Gonzalez|Graf|Gygax|Haddad|Hofer|Huber',
  'Jaccard|Jaquet|Keller|Kessler|Kovačević|Lambert|Lehmann|Mahler|Marti|Martinez|Meier|Mercier',
  'Monnier|Morand|Moser|Müller|Muñoz|Nguyen|Nicollier|O’Connor|Okafor|Özdemir|Pasche|Perrin|Pfister',
  'Piguet|Pittet|Ramuz|Rey|Rochat|Rossi|Roth|Roulet|Ruiz|Sakurai|Schaffner|Schmid|Schneider|Šimić',
  'Singh|Smith|Steiner|Suter|Tanner|Thévoz|Van der Berg|Vogel|von Gunten|Vuilleumier|Walker|Wang',
  'Weber|Widmer|Wójcik|Wyss|Yersin|Zbinden|Zimmermann|Zürcher',
].flatMap(split);

export const COMPANIES = [
  'Atelier du Lac SA|Banque Riveraine|Cabinet Rochat & Associés|Café du Marché|Chocolaterie Beaulieu',
  'Clinique des Pins|Domaine de la Côte|École du Lac|Études & Conseils Sàrl|Fiduciaire Léman',
  'Fondation Arpège|Garage des Alpes|Helvexa AG|Horlogerie Bellerive|Imprimerie Centrale',
  'Journal des Rives|Laboratoires Sylva|Logicum SA|Montre & Fils|Musée des Arts|Orchestre de Chambre',
  'Pharma Vallis AG|Radio Rivage|Transports Mayor|Vins & Terroirs',
].flatMap(split);

export const STREETS = [
  'Rue du Lac|Avenue de la Gare|Chemin des Vignes|Place du Marché|Grand-Rue|Route de Berne',
  'Rue de l’Hôpital|Bahnhofstrasse|Seestrasse|Via Nassa|Quai du Mont-Blanc|Sentier des Écoliers',
].flatMap(split);

/** Postcode and town. */
export const CITIES = [
  '1003 Lausanne|1201 Genève|1820 Montreux|1700 Fribourg|2000 Neuchâtel',
  '1950 Sion|3011 Bern|4051 Basel|6900 Lugano|8001 Zürich',
  '1260 Nyon|1110 Morges|1400 Yverdon-les-Bains|2502 Biel/Bienne',
].flatMap(split);
