import type { Language } from '#domain/config.ts';

/** Of guests' own accounts: the mail about a forgotten password, and the pages around it. */
interface AccountWords {
  title: string;
  ask: string;
  email: string;
  send: string;
  sent: string;
  choose(email: string): string;
  password: string;
  save: string;
  saved: string;
  gone: string;
  another: string;
  problems: Record<'pattern_email' | 'pattern_password' | 'password_common' | 'password_username', string>;
  mail: { subject: string; text(url: string): string };
  /** To whom an account was made with a registration. */
  newMail: { subject: string; text(url: string): string };
  /** The page of the account, and the login before it. */
  account: string;
  current: string;
  logIn: string;
  logOut: string;
  forgot: string;
  wrong: string;
  wait(seconds: number): string;
  ended: string;
  unproven: string;
  registrations: string;
  canceled: string;
  none: string;
}

export const ACCOUNT_WORDS: Readonly<Record<Language, AccountWords>> = {
  en: {
    title: 'New password',
    ask: 'Enter the e-mail address of your registration. You get a link by mail with which you choose a new password.',
    email: 'E-mail address',
    send: 'Send the link',
    sent: 'If there is an account with this address, the mail is on its way. The link works for two hours. At most three mails a day are sent.',
    choose: (email) => `Choose a new password for ${email}.`,
    password: 'New password',
    save: 'Save the password',
    saved: 'Your new password is saved. The former one no longer works.',
    gone: 'This link has expired or was used already.',
    another: 'Ask for a new link',
    problems: {
      pattern_email: 'This is not an e-mail address.',
      pattern_password: 'At least 6 characters, with a capital letter and a digit.',
      password_common: 'Many people have this password. Choose another one.',
      password_username: 'The password must not be the e-mail address.',
    },
    mail: {
      subject: 'Choose a new password',
      text: (url) =>
        `Somebody, probably you, asked for a new password for the account of this e-mail address. With this link you choose one; it works for two hours:\n\n${url}\n\nYou asked for nothing? Then do nothing: everything stays as it is.`,
    },
    newMail: {
      subject: 'Your account',
      text: (url) =>
        `You have an account for your registrations now. Choose its password with this link; it works for two hours:\n\n${url}\n\nLater, ask for another link where you log in. You registered for nothing? Then do nothing.`,
    },
    account: 'Your account',
    current: 'Password',
    logIn: 'Log in',
    logOut: 'Log out',
    forgot: 'No password yet, or forgotten?',
    wrong: 'The e-mail address or the password is wrong.',
    wait: (seconds) => `Too many attempts. Try again in ${seconds} seconds.`,
    ended: 'You are logged out. Log in again.',
    unproven:
      'Only your first registration is shown. Ask for a new password: the mailed link proves that the address is yours, and then all its registrations are here.',
    registrations: 'Your registrations',
    canceled: 'Cancelled',
    none: 'There is no registration any more.',
  },
  fr: {
    title: 'Nouveau mot de passe',
    ask: 'Saisissez l’adresse e-mail de votre inscription. Vous recevrez par e-mail un lien pour choisir un nouveau mot de passe.',
    email: 'Adresse e-mail',
    send: 'Envoyer le lien',
    sent: 'S’il existe un compte avec cette adresse, l’e-mail est en route. Le lien est valable deux heures. Trois e-mails au plus sont envoyés par jour.',
    choose: (email) => `Choisissez un nouveau mot de passe pour ${email}.`,
    password: 'Nouveau mot de passe',
    save: 'Enregistrer le mot de passe',
    saved: 'Votre nouveau mot de passe est enregistré. L’ancien ne fonctionne plus.',
    gone: 'Ce lien a expiré ou a déjà servi.',
    another: 'Demander un nouveau lien',
    problems: {
      pattern_email: 'Ce n’est pas une adresse e-mail.',
      pattern_password: 'Au moins 6 caractères, avec une majuscule et un chiffre.',
      password_common: 'Beaucoup de gens ont ce mot de passe. Choisissez-en un autre.',
      password_username: 'Le mot de passe ne doit pas être l’adresse e-mail.',
    },
    mail: {
      subject: 'Choisir un nouveau mot de passe',
      text: (url) =>
        `Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour le compte de cette adresse e-mail. Ce lien permet d’en choisir un\u00a0; il est valable deux heures\u00a0:\n\n${url}\n\nVous n’avez rien demandé\u202f? Alors ne faites rien\u00a0: tout reste comme avant.`,
    },
    newMail: {
      subject: 'Votre compte',
      text: (url) =>
        `Vous avez désormais un compte pour vos inscriptions. Ce lien permet de choisir son mot de passe\u00a0; il est valable deux heures\u00a0:\n\n${url}\n\nPlus tard, demandez un autre lien sur la page de connexion. Vous ne vous êtes inscrit nulle part\u202f? Alors ne faites rien.`,
    },
    account: 'Votre compte',
    current: 'Mot de passe',
    logIn: 'Se connecter',
    logOut: 'Se déconnecter',
    forgot: 'Pas encore de mot de passe, ou oublié\u202f?',
    wrong: 'Vérifiez l’adresse e-mail et le mot de passe.',
    wait: (seconds) => `Trop d’essais. Réessayez dans ${seconds} secondes.`,
    ended: 'Vous êtes déconnecté. Connectez-vous à nouveau.',
    unproven:
      'Seule votre première inscription est affichée. Demandez un nouveau mot de passe\u00a0: le lien envoyé par e-mail prouve que l’adresse est la vôtre, et toutes ses inscriptions se trouvent alors ici.',
    registrations: 'Vos inscriptions',
    canceled: 'Annulée',
    none: 'Il n’y a plus d’inscription.',
  },
};
