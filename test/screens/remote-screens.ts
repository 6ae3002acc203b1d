import { PULLED, SINCE, startSampleRemote } from '#support/samples/sample-remote.ts'
import type { Page } from 'playwright-core'

import type { Screens } from './screens.ts'

const FEATURES = '/api/admin/projects/default/features'

/** A remote of this name; the one of another screen of the same name is taken away before. */
async function addRemote(page: Page, url: string, name: string, at: string): Promise<number> {
  const { remotes } = (await (await page.request.get(`${url}/api/admin/remotes`)).json()) as {
    remotes: { id: number; name: string }[]
  }
  for (const remote of remotes.filter((one) => one.name === name))
    await page.request.delete(`${url}/api/admin/remotes/${remote.id}`)
  const made = await page.request.post(`${url}/api/admin/remotes`, { data: { name, url: at } })
  return ((await made.json()) as { id: number }).id
}

async function check(page: Page, url: string, id: number): Promise<void> {
  await page.goto(`${url}/#/versions/remotes/${id}`)
  await page.getByLabel('Token', { exact: true }).fill('a-token')
  await page.getByRole('button', { name: 'Check the remote' }).click()
}

/** The screens of remote instances: what they are, and what a pull of their flags would do. */
export const REMOTE_SCREENS: Screens = {
  'remotes, none': async (page, url) => {
    await page.goto(`${url}/#/versions/remotes`)
    await page.getByText('A remote is another instance').waitFor()
  },
  remotes: async (page, url) => {
    await addRemote(page, url, 'Production', 'https://flags.example.com')
    await addRemote(page, url, 'Staging, behind a path', 'https://staging.example.com/flags/of/the/team')
    await page.goto(`${url}/#/versions/remotes`)
    await page.getByText('https://flags.example.com').waitFor()
  },
  'remote, added': async (page, url) => {
    await page.goto(`${url}/#/versions/remotes`)
    await page.getByRole('button', { name: 'Add remote' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Production')
    await dialog.getByLabel('URL').fill('https://flags.example.com')
    await dialog.getByText('As in the browser').waitFor()
  },
  'remote, its connection': async (page, url) => {
    await page.goto(`${url}/#/versions/remotes`)
    await page.getByRole('button', { name: 'Add remote' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('summary').click()
    await dialog.getByLabel('Proxy', { exact: true }).selectOption('own')
    await dialog.getByLabel('Address of the proxy').fill('http://proxy.example.com:3128')
    await dialog.getByLabel('Password of the proxy').scrollIntoViewIfNeeded()
  },
  'remote, not asked': async (page, url) => {
    const id = await addRemote(page, url, 'Production', 'https://flags.example.com')
    await page.goto(`${url}/#/versions/remotes/${id}`)
    await page.getByText('With a token you can check').waitFor()
  },
  'remote, checked': async (page, url) => {
    const remote = await startSampleRemote(PULLED)
    await page.request.get(`${url}/api/client/features`)
    await check(page, url, await addRemote(page, url, 'Live', remote.url))
    await page.getByText('Remote API tokens').waitFor()
    await remote.stop()
  },
  'remote, unreachable': async (page, url) => {
    const remote = await startSampleRemote(PULLED)
    await remote.stop()
    await check(page, url, await addRemote(page, url, 'Gone', remote.url))
    await page.getByText('Nothing listens at').waitFor()
  },
  'remote, pull previewed': async (page, url) => {
    const flags = { ...PULLED }
    const remote = await startSampleRemote(flags)
    const id = await addRemote(page, url, 'Live', remote.url)
    const line = {
      from: { environment: 'development', project: 'default' },
      project: 'default',
      environment: 'development',
    }
    const pull = { token: 'a-token', ...line, conflicts: 'theirs' }
    const done = await page.request.post(`${url}/api/admin/remotes/${id}/pull`, { data: pull })
    if (!done.ok()) throw new Error(await done.text())
    // both sides change it: there ...
    for (const name of Object.keys(flags)) delete flags[name as keyof typeof flags]
    Object.assign(flags, SINCE)
    // ... and here
    for (const name of ['card-payments', 'summer-campaign'])
      await page.request.put(`${url}${FEATURES}/${name}`, {
        data: { description: name === 'card-payments' ? 'Cards, tried out here' : 'The campaign' },
      })
    await check(page, url, id)
    await page.getByRole('button', { name: 'Preview the pull' }).click()
    await page.getByText('1 conflict to resolve').waitFor()
    await page.getByText('From mine to theirs').first().click()
    await page.getByText('"rollout": "60"').waitFor()
    await remote.stop()
  },
}
