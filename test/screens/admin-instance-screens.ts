import type { Page } from 'playwright-core'

import type { DatabaseInUse, DatabaseMoveState } from '#shared/instance/schemas/database.ts'
import type { OutgoingEmail } from '#shared/instance/schemas/email.ts'
import type { Traffic } from '#shared/instance/schemas/traffic.ts'
import { answerWith } from './answer-with.ts'
import type { Screens } from './screens.ts'

const INSTANCE = '/#/admin/instance'

/** The screens of the instance itself; the one that closes it is the last. */
export const ADMIN_INSTANCE_SCREENS: Screens = {
  'provisioning, no requests': async (page, url) => {
    await page.goto(`${url}/#/admin/provisioning`)
    await page.getByText('No requests since the service was started.').waitFor()
  },
  provisioning: async (page, url) => {
    await page.goto(`${url}/#/admin/provisioning`)
    await page.request.post(`${url}/api/admin/scim-settings`, { data: { enabled: true } })
    const made = await page.request.post(`${url}/api/admin/scim-settings/generate-new-token`)
    const { token } = (await made.json()) as { token: string }
    const headers = { authorization: `Bearer ${token}`, cookie: '' }
    for (const filter of ['userName eq "ada@example.com"', 'userName is "ada"'])
      await page.request.get(`${url}/scim/v2/Users?filter=${encodeURIComponent(filter)}`, { headers })
    await page.reload()
    await page.getByText('SCIM is on.').waitFor()
    await page.getByText('Unexpected token').waitFor()
  },
  'provisioning, new token': async (page, url) => {
    await page.goto(`${url}/#/admin/provisioning`)
    await page.getByRole('button', { name: /token$/ }).click()
    const confirm = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    if (await confirm.getByText('stops working at once').isVisible())
      await confirm.getByRole('button', { name: 'Replace token' }).click()
    await page.getByText('It is not shown again.').waitFor()
  },
  banners: async (page, url) => {
    await page.goto(`${url}/#/admin/banners`)
    for (const banner of BANNERS) await page.request.post(`${url}/api/admin/banners`, { data: banner })
    await page.getByRole('region', { name: 'Banners' }).getByText('tonight').waitFor()
    await page.getByRole('row', { name: /New release/ }).waitFor()
  },
  'banner editor': async (page, url) => {
    await page.goto(`${url}/#/admin/banners`)
    await page.getByRole('button', { name: 'New banner' }).click()
    const editor = page.getByRole('dialog')
    await editor
      .getByLabel('Message', { exact: true })
      .fill('Halyard **8** is here. Read the *notes* or ask `ops`.')
    await editor.getByLabel('Kind', { exact: true }).selectOption('success')
    await editor.getByLabel('Link', { exact: true }).selectOption('dialog')
    await editor.getByLabel('Text of the dialog').fill('# New\n\n- one\n- two')
    await editor.getByRole('group', { name: 'Preview' }).getByText('is here').waitFor()
  },
  'banner dialog': async (page, url) => {
    await page.goto(`${url}/#/admin/banners`)
    await page.getByRole('region', { name: 'Banners' }).getByRole('button', { name: 'Release notes' }).click()
    await page.getByRole('dialog').getByText('Milestones can be paused.').waitFor()
  },
  settings: async (page, url) => {
    await page.goto(`${url}/#/settings`)
    await page.getByLabel('Theme', { exact: true }).waitFor()
  },
  'settings, limits': async (page, url) => {
    await page.goto(`${url}/#/settings/limits`)
    await page.getByLabel('Segments of a strategy').fill('7')
  },
  'settings, storage': async (page, url) => {
    await page.goto(`${url}/#/settings/storage`)
    await page.getByText('Set by the option --data-dir.').waitFor()
  },
  'support bundle': async (page, url) => {
    await page.goto(`${url}/#/support`)
    await page
      .getByRole('region', { name: 'Content of the support bundle' })
      .getByText('"settings"')
      .waitFor()
  },
  'banners, none': async (page, url) => {
    await page.goto(`${url}/#/admin/banners`)
    for (const id of await bannerIds(page, url)) await page.request.delete(`${url}/api/admin/banners/${id}`)
    await page.getByText('A banner is a message above every page').waitFor()
  },
  'instance statistics': async (page, url) => {
    await page.goto(`${url}${INSTANCE}`)
    await page.getByRole('region', { name: 'Largest' }).waitFor()
  },
  'instance network': async (page, url) => {
    await haveMonthOfTraffic(page)
    await page.goto(`${url}${INSTANCE}/network`)
    await page.getByRole('columnheader', { name: 'Client' }).waitFor()
  },
  'instance network, no requests': async (page, url) => {
    await haveTraffic(page, [])
    await page.goto(`${url}${INSTANCE}/network`)
    await page.getByText('No requests in this period.').waitFor()
  },
  'instance CORS': async (page, url) => {
    await page.goto(`${url}${INSTANCE}/cors`)
    await page.getByLabel('Origins, one per line').fill('https://app.example.com\nhttp://localhost:3000')
    await page.getByText('Only pages of 2 origins may use the frontend API.').waitFor()
  },
  'instance CORS, wrong': async (page, url) => {
    await page.goto(`${url}${INSTANCE}/cors`)
    await page.getByLabel('Origins, one per line').fill('https://app.example.com/cart')
    await page.getByText('Did you mean https://app.example.com?').waitFor()
  },
  'instance e-mail, off': async (page, url) => {
    await page.goto(`${url}${INSTANCE}/email`)
    await page.getByText('E-mail is off.').waitFor()
    await page.getByText('You have been invited to Halyard').waitFor()
  },
  'instance e-mail': async (page, url) => {
    await answerWith(page, 'getOutgoingEmails', { emails: EMAILS })
    await answerWith(page, 'sendTestEmail', {
      sent: false,
      error: 'smtp.example.com refused the recipient: 550 No such user',
      durationMs: 120,
      conversation: [
        { from: 'server', text: '220 smtp.example.com ESMTP' },
        { from: 'client', text: 'EHLO halyard' },
        { from: 'client', text: 'RCPT TO:<ops@example.com>' },
        { from: 'server', text: '550 No such user' },
      ],
    })
    await page.goto(`${url}${INSTANCE}/email`)
    await page.getByLabel('Send e-mails').check()
    await page.getByLabel('Host').fill('93.184.216.34')
    await page.getByRole('textbox', { name: 'Sender' }).fill('Flags <flags@example.com>')
    await page.getByRole('button', { name: 'Save e-mail settings' }).click()
    await page.getByText('E-mail is on.').waitFor()
    await page.getByRole('textbox', { name: 'Recipient' }).fill('ops@example.com')
    await page.getByRole('button', { name: 'Send test message' }).click()
    await page.getByRole('region', { name: 'Conversation with the mail server' }).waitFor()
    // the table has room, however full the page is
    await page.getByRole('cell', { name: 'Waiting' }).click({ trial: true })
  },
  'instance feedback': async (page, url) => {
    await page.goto(`${url}${INSTANCE}/feedback`)
    await page.getByLabel('What works well').fill('The playground')
    await page.getByRole('button', { name: 'Send feedback' }).waitFor()
  },
  notifications: async (page, url) => {
    await page.goto(`${url}${INSTANCE}`)
    await page.getByRole('button', { name: /Notifications/ }).click()
    await page.getByRole('dialog', { name: 'Notifications' }).waitFor()
  },
  'instance licence': async (page, url) => {
    await page.goto(`${url}${INSTANCE}/licence`)
    await page.getByLabel('Key', { exact: true }).fill('a-key-of-the-original')
    await page.getByRole('columnheader', { name: 'Most users' }).waitFor()
  },
  'instance database': async (page, url) => {
    await answerWith(page, 'getDatabase', DATABASE)
    await answerWith(page, 'checkDatabase', {
      place: 'postgres://halyard@db.example.com:5432/halyard',
      problem: null,
      version: '16.4',
      durability: 'synchronous_commit on',
      content: 'empty',
    })
    await page.goto(`${url}${INSTANCE}/database`)
    await page.getByLabel('Database', { exact: true }).fill('postgres://halyard@127.0.0.1:1/halyard')
    await page.getByLabel('Password').fill('secret')
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('It is empty, and the user may create tables.').waitFor()
  },
  'instance database, asked': async (page, url) => {
    await page.goto(`${url}${INSTANCE}/database`)
    await page.getByLabel('Database', { exact: true }).fill('postgres://halyard@127.0.0.1:1/halyard')
    await page.getByRole('button', { name: 'Start move' }).click()
    await page.getByRole('dialog').getByText('Start the move?').waitFor()
  },
  'instance database, failed': async (page, url) => {
    await page.goto(`${url}${INSTANCE}/database`)
    await page.getByLabel('Database', { exact: true }).fill('postgres://halyard@127.0.0.1:1/halyard')
    await page.getByRole('button', { name: 'Start move' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start move' }).click()
    await page.getByText('nothing listens there').waitFor()
    await page.getByRole('button', { name: 'Resume move' }).waitFor()
  },
  'instance database, copying': async (page, url) => {
    await answerWith(page, 'getDatabaseMove', { ...MOVE, state: 'copying' })
    await page.goto(`${url}${INSTANCE}/database`)
    await page.getByRole('button', { name: 'Stop move' }).waitFor()
  },
  'instance database, moved': async (page, url) => {
    const tables = MOVE.tables.map((one) => ({ ...one, copied: one.rows, compared: one.rows, isEqual: true }))
    await answerWith(page, 'getDatabaseMove', { ...MOVE, state: 'moved', tables })
    await page.goto(`${url}${INSTANCE}/database`)
    await page.getByText('Restart Halyard now.').waitFor()
  },
  'instance database, PostgreSQL': async (page, url) => {
    await answerWith(page, 'getDatabase', {
      ...DATABASE,
      engine: 'postgres',
      version: '16.4 (Debian 16.4-1)',
      place: 'postgres://halyard@db.example.com:5432/halyard',
      durability: 'synchronous_commit on, fsync on',
      isEstimate: true,
      halyards: 2,
      setting: { source: 'environment', file: '/data/settings.json' },
    })
    await page.goto(`${url}${INSTANCE}/database`)
    await page.getByText('Move back into a file').waitFor()
  },
  'instance scenario': async (page, url) => {
    await answerWith(page, 'getScenarioSource', SCENARIO_SOURCE)
    await page.request.post(`${url}/api/admin/snapshots`, { data: { name: 'before-demo', replace: true } })
    await page.goto(`${url}${INSTANCE}/scenario`)
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'shop.yaml',
      mimeType: 'application/yaml',
      buffer: Buffer.from(SCENARIO),
    })
    await page.getByRole('row', { name: 'Segments 1 0 0' }).waitFor()
    await page.getByLabel('Delete items missing from the file').check()
    await page.getByText('To be deleted').waitFor()
    await page.getByRole('button', { name: 'Restore before-demo' }).waitFor()
    await page.getByText('Every step').click()
    await page.getByText('+ segments/nordic (createSegment)').waitFor()
  },
  'instance scenario, asked': async (page, url) => {
    await page.goto(`${url}${INSTANCE}/scenario`)
    await page.getByLabel('Delete items missing from the file').check()
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'shop.yaml',
      mimeType: 'application/yaml',
      buffer: Buffer.from(SCENARIO),
    })
    await page.getByText('To be deleted').waitFor()
    await page.getByRole('button', { name: 'Apply file' }).click()
    await page.getByLabel('Type delete to confirm').waitFor()
  },
  'instance maintenance': async (page, url) => {
    await page.goto(`${url}${INSTANCE}/maintenance`)
    await page.getByText('Maintenance mode is off.').waitFor()
  },
  'instance maintenance, asked': async (page, url) => {
    await page.goto(`${url}${INSTANCE}/maintenance`)
    await page.getByRole('switch', { name: 'Maintenance mode' }).click()
    await page.getByRole('dialog').getByText('Turn maintenance mode on?').waitFor()
  },
  'instance maintenance, on': async (page, url) => {
    await page.goto(`${url}${INSTANCE}/maintenance`)
    await page.getByRole('switch', { name: 'Maintenance mode' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('status').getByText('Changes are refused.').waitFor()
    await page.getByText('Maintenance mode is on.').waitFor()
  },
}

const SCENARIO = `scenario: 1
tagTypes: [{ name: simple, description: Used to simplify filtering of flags }]
segments: [{ name: nordic, constraints: [{ contextName: country, operator: IN, values: [SE, FI] }] }]
flags:
  - name: checkout-redesign
    description: The checkout in one step
    environments: { development: { strategies: [{ name: flexibleRollout, segments: [nordic] }] } }
`
const SCENARIO_SOURCE = {
  source: {
    file: '/home/ada/shop/flags.yaml',
    watched: true,
    appliedAt: '2026-11-20T09:00:00.000Z',
    error: 'flags.yaml:12 flags[3].name: Only letters, digits and -_.~ can be used',
  },
  changes: { added: 2, changed: 1, removed: 0 },
}

const BANNERS = [
  { message: 'The instance is **down tonight** from 22:00 to 23:00.', variant: 'warning', sticky: true },
  {
    message: 'New release of Halyard',
    variant: 'success',
    link: 'dialog',
    linkText: 'Release notes',
    dialogTitle: 'Halyard 8',
    dialog: '## Releases\n\n- Milestones can be paused.\n- Safeguards turn flags off.',
  },
  { message: 'Ask [the flag team](https://example.com) for help.', link: '/projects/default' },
  { message: 'Production was unreachable', variant: 'error', enabled: false },
]

const DATABASE: DatabaseInUse = {
  engine: 'sqlite',
  version: '3.50.4',
  place: '/home/halyard/.local/share/halyard/halyard.db',
  dataDir: '/home/halyard/.local/share/halyard',
  sizeBytes: 1_180_000_000,
  durability: 'write-ahead log, synced before each answer',
  tables: [
    { name: 'signals', rows: 1_000_000 },
    { name: 'client_metrics', rows: 604_800 },
    { name: 'events', rows: 200_000 },
    { name: 'feature_strategies', rows: 150_000 },
    { name: 'features', rows: 7000 },
  ],
  isEstimate: false,
  halyards: 1,
  setting: { source: 'none', file: '/home/halyard/.local/share/halyard/settings.json' },
}

const MOVE: DatabaseMoveState = {
  state: 'copying',
  writesHeld: true,
  from: '/home/halyard/.local/share/halyard/halyard.db',
  to: 'postgres://halyard@db.example.com:5432/halyard',
  startedAt: new Date(Date.now() - 90_000).toISOString(),
  endedAt: null,
  error: null,
  useAfterwards: true,
  tables: [
    { name: 'projects', rows: 1000, copied: 1000, compared: 1000, isEqual: true },
    { name: 'events', rows: 200_000, copied: 200_000, compared: 0, isEqual: false },
    { name: 'features', rows: 7000, copied: 7000, compared: 0, isEqual: false },
    { name: 'signals', rows: 1_000_000, copied: 412_250, compared: 0, isEqual: false },
  ],
}

const EMAILS: OutgoingEmail[] = (['waiting', 'sent', 'failed'] as const).map((state, index) => ({
  id: 3 - index,
  template: 'requested-cr-approval',
  recipient: `reviewer-${index}@example.com`,
  state,
  attempts: 1,
  error: state === 'sent' ? null : '93.184.216.34 refused the recipient: 550 No such user',
  createdAt: new Date(Date.now() - 60_000).toISOString(),
  sentAt: state === 'sent' ? new Date(Date.now() - 59_000).toISOString() : null,
  nextAttemptAt: state === 'waiting' ? new Date(Date.now() + 60_000).toISOString() : null,
}))

async function bannerIds(page: Page, url: string): Promise<number[]> {
  const answer = await page.request.get(`${url}/api/admin/banners`)
  const { banners } = (await answer.json()) as { banners: { id: number }[] }
  return banners.map(({ id }) => id)
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** A sample instance has lived for a day at most: what it would have counted in a month is put in its mouth. */
async function haveMonthOfTraffic(page: Page): Promise<void> {
  const days = Array.from({ length: 30 }, (_none, index) => daysAgo(29 - index))
  const pathOf = (apiPath: string, scale: number) => ({
    apiPath,
    dataPoints: days.map((period, index) => ({
      period,
      trafficTypes: [
        { group: 'successful-requests' as const, count: scale * (20 + ((index * 7) % 13)) },
        { group: 'refused-requests' as const, count: 1 + ((scale * index) % 37) },
        ...(index % 11 === 3 ? [{ group: 'failed-requests' as const, count: scale }] : []),
      ],
    })),
  })
  await haveTraffic(page, [
    pathOf('/api/admin', 3),
    pathOf('/api/client', 41),
    pathOf('/api/frontend', 12),
    pathOf('/api/signal-endpoint', 1),
    pathOf('/edge', 5),
  ])
}

async function haveTraffic(page: Page, apiData: Traffic['apiData']): Promise<void> {
  const dateRange = { from: daysAgo(29), to: daysAgo(0) }
  const data: Traffic = { grouping: 'daily', dateRange, apiData }
  await answerWith(page, 'getTrafficDataUsage', data)
}
