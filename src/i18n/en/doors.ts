/** Phones that are paired with an event. */
export const doors = {
  title: 'Phones at the doors',
  show: 'Pair a phone, or see which are paired',
  lead: 'A paired phone checks guests in at this event, and does nothing else. It needs no account and ends by itself.',
  onHub:
    'You are on the hub in the hall: until it has met the central server, a phone that you pair here works on the hall’s network alone.',
  offline: 'Which phones are paired is only known with a connection.',
  add: 'Pair a phone',
  addTitle: 'Pair a phone',
  name: 'Name of the door',
  nameHint: 'It stands in the history: “North door”.',
  untilDate: 'Ends on',
  untilTime: 'At',
  past: 'Choose a time to come.',
  tooLate: 'At most a month from now.',
  getCode: 'Show the code',
  scan: 'Scan this with the phone’s camera, or open {{address}} there and type the code.',
  onlyHere:
    'This address means this computer only: a phone cannot open it. Open Foyer here by the address that phones reach, then pair.',
  codeUntil: 'It works once, until {{time}}.',
  waiting: 'Waiting for the phone…',
  takeBack: 'Take the code back',
  takenBack: 'The code is worth nothing any more.',
  codeUsed:
    'Nothing to take back: the code was used already, or has expired. If a phone that you did not mean is in the list, end it there.',
  paired: '{{name}} is paired: {{device}}',
  aPhone: 'a phone',
  ends: 'ends on {{time}}',
  over: 'ended',
  used: 'last used on {{time}}',
  end: 'End',
  endOf: 'End {{name}}',
  endTitle: 'End {{name}}?',
  endText:
    'The phone is logged out and loses its copy of the event as soon as it has a connection. Check-ins it has not sent yet stay on it and are lost with it.',
};
