export const login = {
  lead: 'The event back office that keeps working when the network does not.',
  username: 'Username',
  password: 'Password',
  submit: 'Log in',
  pair: 'Pair this phone with a code',
  offline: 'This device is offline. Logging in needs a connection; then Foyer works without one.',
  kept: 'Changes made earlier on this device are kept and sent after the login.',
};
export const loginMore = {
  changeTitle: 'Choose a new password',
  changeLead: 'You logged in with a one-time password. From now on you use one of your own.',
  updated: 'New password',
  confirmation: 'Confirm the new password',
  changeSubmit: 'Save and log in',
  back: 'Back to the login',
  ended:
    'You were logged out: this login was ended, or its time was up. What was not sent yet stays on this device and leaves after your next login.',
  doorEnded:
    'This phone is no door any more: its time was up, or somebody ended it. Check-ins that it made without a network and had not sent yet stay unknown to the others: tell the organiser.',
  doorDelivered:
    'This phone is no door any more: its time is up. Everything that was done on it is at the server.',
  unheard:
    'You are logged out here: this device has deleted its key. The server ends the login as soon as there is a connection.',
};
/** What a new password must not be; the codes are the server's. */
export const passwordRule = {
  pattern_password: 'At least 6 characters, with one capital letter and one digit.',
  password_common: 'Too many people use this password: it would be guessed. Choose another one.',
  password_username: 'The password must differ from the username.',
  password_same: 'Choose a password other than the one-time password.',
};
/** Errors of fields that compare with one another (specification 1 §8). */
export const error = { password_mismatch: 'Password confirmation error' };
export const pairing = {
  title: 'Pair this phone',
  lead: 'This phone will check guests in at one event, and do nothing else. The code is on the organiser’s screen.',
  code: 'Code',
  submit: 'Pair',
  loggedIn: 'You are logged in here as {{name}}. Log out first to make a door of this phone.',
  home: 'To the events',
  door: 'This phone is the door “{{name}}” until {{time}}.',
};
