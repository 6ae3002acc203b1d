import {
  SHOP,
  add,
  depend,
  drop,
  edit,
  flagAt,
  on,
  segment,
  turn,
  undepend,
  variantsOf,
  type Mistake,
} from './requests.ts'

/** Mistakes of flags, that expectations stop. */
export const FLAG_MISTAKES: readonly Mistake[] = [
  [
    '100 % in place of 10',
    edit('shop.tenth', { parameters: { rollout: '100' } }),
    ['a tenth'],
    edit('shop.tenth', { parameters: { rollout: '11' } }),
  ],
  [
    'a rollout of 0 % in place of 10',
    edit('shop.tenth', { parameters: { rollout: '0' } }),
    ['a tenth'],
    edit('shop.tenth', { title: 'Ten' }),
  ],
  [
    'a second strategy that lets everybody in',
    add('shop.tenth', { name: 'default', parameters: {} }),
    ['a tenth'],
    add('shop.tenth', { name: 'default', parameters: {}, disabled: true }),
  ],
  [
    'a country that is lost from a list',
    edit('shop.country', { constraints: on('country', 'IN', { values: ['NO'] }) }),
    ['Norway and Sweden'],
    edit('shop.country', { constraints: on('country', 'IN', { values: ['SE', 'NO', 'FI'] }) }),
  ],
  [
    'a constraint that is lost',
    edit('shop.country', { constraints: [] }),
    ['begin with a quarter', 'not Denmark'],
    edit('shop.country', {
      constraints: on('country', 'IN', { values: ['NO', 'SE'], caseInsensitive: false }),
    }),
  ],
  [
    'IN in place of NOT_IN',
    edit('shop.embargo', { constraints: on('country', 'IN', { values: ['KP'] }) }),
    ['everybody else trades', 'not under embargo'],
    edit('shop.embargo', { constraints: on('country', 'NOT_IN', { values: ['KP', 'XX'] }) }),
  ],
  [
    'an operator that is inverted',
    edit('shop.country', { constraints: on('country', 'IN', { values: ['NO', 'SE'], inverted: true }) }),
    ['Norway and Sweden', 'not Denmark'],
    edit('shop.country', { constraints: on('country', 'NOT_IN', { values: ['NO', 'SE'], inverted: true }) }),
  ],
  [
    'an embargo that is lost',
    edit('shop.embargo', { constraints: [] }),
    ['begin with a quarter', 'not under embargo'],
    edit('shop.embargo', { title: 'Embargo' }),
  ],
  [
    'another group id, and so other users',
    edit('shop.half', { parameters: { groupId: 'checkout-2025' } }),
    ['the same half'],
    edit('shop.half', { parameters: { groupId: 'checkout-2024', rollout: '60' } }),
  ],
  [
    'a copied group id with a smaller share',
    edit('shop.half', { parameters: { rollout: '5' } }),
    ['the same half'],
    edit('shop.half', { title: 'Half' }),
  ],
  [
    'stickiness on the user in place of the session',
    edit('shop.session', { parameters: { stickiness: 'userId' } }),
    ['a session stays'],
    edit('shop.session', { parameters: { rollout: '51' } }),
  ],
  [
    'weights of variants the wrong way round',
    edit('shop.colours', { variants: variantsOf(100) }),
    ['nine in ten are blue'],
    edit('shop.colours', { variants: variantsOf(890) }),
  ],
  [
    'a variant that is renamed',
    edit('shop.colours', { variants: variantsOf(900, { name: 'bleu' }) }),
    ['nine in ten are blue'],
    edit('shop.colours', { variants: variantsOf(900, { payload: { type: 'string', value: '#00f' } }) }),
  ],
  [
    'variants that are lost',
    edit('shop.colours', { variants: [] }),
    ['nine in ten are blue'],
    edit('shop.colours', { sortOrder: 1 }),
  ],
  [
    'a parent that is switched off',
    turn('shop.parent', 'off'),
    ['child is on', 'parent is on'],
    turn('shop.parent', 'off', 'development'),
  ],
  [
    'a dependency on the parent being off',
    depend('shop.child', { feature: 'shop.parent', enabled: false }),
    ['child is on'],
    depend('shop.child', { feature: 'shop.parent', enabled: true }),
  ],
  [
    'a dependency on a flag that is off',
    depend('shop.child', { feature: 'shop.hidden' }),
    ['child is on'],
    depend('shop.child', { feature: 'shop.mail' }),
  ],
  [
    'a dependency that is lost',
    undepend('shop.waiting'),
    ['waits for the hidden one'],
    undepend('shop.child'),
  ],
  [
    'a dependency on a variant that the parent does not have',
    depend('shop.child', { feature: 'shop.parent', variants: ['red'] }),
    ['child is on'],
    depend('shop.child', { feature: 'shop.parent', variants: [] }),
  ],
  [
    'a country that is lost from a shared segment',
    segment('nordic', on('country', 'IN', { values: ['NO', 'SE'] })),
    ['the north'],
    segment('nordic', on('country', 'IN', { values: ['NO', 'SE', 'DK', 'FI'] })),
  ],
  [
    'a shared segment that is emptied',
    segment('nordic', []),
    ['only the north'],
    segment('nordic', on('country', 'NOT_IN', { values: ['NO', 'SE', 'DK'], inverted: true })),
  ],
  [
    'a segment that is lost from a strategy',
    edit('shop.beta', { segments: [] }),
    ['begin with a quarter', 'testers only'],
    edit('shop.beta', { title: 'Testers' }),
  ],
  [
    'another segment than the right one',
    edit('shop.beta', { segments: ['{segment:nordic}'] }),
    ['testers'],
    edit('shop.beta', { segments: ['{segment:beta testers}'] }),
  ],
  [
    'a tester who is lost from a segment',
    segment('beta testers', on('userId', 'IN', { values: ['1', '2'] })),
    ['testers'],
    segment('beta testers', on('userId', 'IN', { values: ['1', '2', '3', '9'] })),
  ],
  [
    'a flag in use that is switched off',
    turn('shop.mail', 'off'),
    ['mail goes out'],
    turn('shop.mail', 'on', 'development'),
  ],
  [
    'a flag in use that is archived',
    ['DELETE', flagAt('shop.mail')],
    ['mail goes out'],
    ['DELETE', flagAt('shop.small')],
  ],
  [
    'the environment next to the right one',
    turn('shop.hidden', 'on'),
    ['hidden in production', 'waits for the hidden one'],
    turn('shop.small', 'on'),
  ],
  [
    'a flag that is off for the developers',
    turn('shop.hidden', 'off', 'development'),
    ['seen while developing'],
    turn('shop.small', 'off', 'development'),
  ],
  [
    'many flags at once, one too many',
    [
      'POST',
      `${SHOP}/bulk_features/environments/production/off`,
      { features: ['shop.adults', 'shop.small'] },
    ],
    ['adults'],
    ['POST', `${SHOP}/bulk_features/environments/production/off`, { features: ['shop.large', 'shop.small'] }],
  ],
  [
    'the strategy of the other country that is deleted',
    drop('shop.either'),
    ['Norway, or pro'],
    edit('shop.either', { title: 'Norway' }),
  ],
  [
    'constraints of two strategies that are joined in one',
    edit('shop.either', {
      constraints: [...on('country', 'IN', { values: ['NO'] }), ...on('plan', 'IN', { values: ['pro'] })],
    }),
    ['Norway, or pro'],
    edit('shop.either', { constraints: on('country', 'STR_ENDS_WITH', { values: ['NO'] }) }),
  ],
  [
    'constraints of one strategy that are divided into two',
    edit('shop.strict', { constraints: on('country', 'IN', { values: ['NO'] }) }),
    ['not one of the two'],
    edit('shop.strict', {
      constraints: [...on('plan', 'IN', { values: ['pro'] }), ...on('country', 'IN', { values: ['NO'] })],
    }),
  ],
  [
    'greater or equal in place of greater',
    edit('shop.version', { constraints: on('appVersion', 'SEMVER_LT', { value: '2.0.0', inverted: true }) }),
    ['not old versions'],
    edit('shop.version', {
      constraints: on('appVersion', 'SEMVER_GT', { value: '2.0.0-rc.1' }).concat(
        on('appVersion', 'SEMVER_GT', { value: '2.0.0' }),
      ),
    }),
  ],
  [
    'a version that is compared as a text',
    edit('shop.version', { constraints: on('appVersion', 'STR_STARTS_WITH', { values: ['2.0.1'] }) }),
    ['new versions'],
    edit('shop.version', { title: 'New versions' }),
  ],
  [
    'a limit of age that is one too high',
    edit('shop.adults', { constraints: on('age', 'NUM_GT', { value: '18' }) }),
    ['adults'],
    edit('shop.adults', { constraints: on('age', 'NUM_GT', { value: '17' }) }),
  ],
  [
    'a limit of age the wrong way round',
    edit('shop.adults', { constraints: on('age', 'NUM_LTE', { value: '18' }) }),
    ['adults', 'no minors'],
    edit('shop.adults', { title: 'Adults' }),
  ],
  [
    'contains in place of ends with',
    edit('shop.staff', { constraints: on('email', 'STR_CONTAINS', { values: ['@shop.example'] }) }),
    ['no outsiders'],
    edit('shop.staff', {
      constraints: on('email', 'STR_ENDS_WITH', { values: ['@shop.example', '@shop.test'] }),
    }),
  ],
  [
    'a launch that is a year late',
    edit('shop.launch', {
      constraints: on('currentTime', 'DATE_AFTER', { value: '2027-06-01T00:00:00.000Z' }),
    }),
    ['launched'],
    edit('shop.launch', {
      constraints: on('currentTime', 'DATE_AFTER', { value: '2026-06-01T12:00:00.000Z' }),
    }),
  ],
  [
    'a launch the wrong way round',
    edit('shop.launch', {
      constraints: on('currentTime', 'DATE_BEFORE', { value: '2026-06-01T00:00:00.000Z' }),
    }),
    ['launched', 'not before the launch'],
    edit('shop.launch', { title: 'Launch' }),
  ],
  [
    'two ids that are joined for lack of a comma',
    edit('shop.named', { constraints: on('userId', 'IN', { values: ['78'] }) }),
    ['Ann and Bob', 'nobody else'],
    edit('shop.named', { constraints: on('userId', 'IN', { values: ['8', '7'] }) }),
  ],
]
