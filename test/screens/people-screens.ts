import type { Page } from 'playwright-core'

import { chooseOption } from '#support/window/choose-option.ts'
import type { Screens } from './screens.ts'

/** The screens of users, passwords and invite links, the public ones among them. */
export const PEOPLE_SCREENS: Screens = {
  users: async (page, url) => {
    await page.goto(`${url}/#/admin/users`)
    await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor()
    await page.getByText('you', { exact: true }).waitFor()
  },
  'users, none found': async (page, url) => {
    await page.goto(`${url}/#/admin/users`)
    await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody like that')
    await page.getByText('No matching users.').waitFor()
  },
  'create user': async (page, url) => {
    await page.goto(`${url}/#/admin/users`)
    await page.getByRole('button', { name: 'New user' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Margaret Hamilton')
    await dialog.getByLabel('E-mail').fill('margaret@example.com')
  },
  'user invited': async (page, url) => {
    await page.goto(`${url}/#/admin/users`)
    await page.getByRole('button', { name: 'New user' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Username').fill(`new-${Date.now()}`)
    await dialog.getByRole('button', { name: 'Create user' }).click()
    await dialog.getByText('/new-user?token=').waitFor()
  },
  'edit user': async (page, url) => {
    await page.goto(`${url}/#/admin/users`)
    await page.getByRole('button', { name: 'Edit Ada Lovelace' }).click()
    const dialog = page.getByRole('dialog')
    await chooseOption(dialog.getByLabel('Root role'), 'Viewer')
    await dialog
      .getByText(/loses?/)
      .first()
      .waitFor()
  },
  'delete user': async (page, url) => {
    await page.goto(`${url}/#/admin/users`)
    await page.getByRole('button', { name: 'Actions of Ada Lovelace' }).click()
    await page.getByRole('menuitem', { name: 'Create reset link' }).waitFor()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete user' }).waitFor()
  },
  'inactive users': async (page, url) => {
    await page.goto(`${url}/#/admin/users/inactive`)
    await page.getByText('No inactive users.').waitFor()
  },
  'invite links': async (page, url) => {
    await page.goto(`${url}/#/admin/users/invite-links`)
    await page.getByText('Spring course').waitFor()
  },
  'new invite link': async (page, url) => {
    await page.goto(`${url}/#/admin/users/invite-links`)
    await page.getByRole('button', { name: 'New invite link' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Summer course')
  },
  'expiry of an invite link': async (page, url) => {
    await page.goto(`${url}/#/admin/users/invite-links`)
    await page.getByRole('button', { name: 'Change the expiry of Spring course' }).click()
    await page.getByRole('dialog').getByLabel('Expires').waitFor()
  },
  user: async (page, url) => {
    await openUser(page, url)
    await page
      .getByRole('button', { name: /^End the session/ })
      .first()
      .waitFor()
  },
  'set password': async (page, url) => {
    await openUser(page, url)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Set a password' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New password', { exact: true }).fill('Aa1 and more')
    await dialog.getByLabel('Repeat new password').fill('Aa1')
    await dialog.getByText("The passwords don't match").waitFor()
  },
  'reset link': async (page, url) => {
    await openUser(page, url)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Create reset link' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).waitFor()
  },
  'end sessions': async (page, url) => {
    await openUser(page, url)
    await page.getByRole('button', { name: 'End all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).waitFor()
  },
  'change my password': async (page, url) => {
    await page.goto(`${url}/#/profile`)
    await page.getByRole('button', { name: 'Change my password' }).click()
    await page.getByRole('dialog').getByLabel('Current password').waitFor()
  },
  'join by link': async (page, url) => {
    const answer = await page.request.get(`${url}/api/admin/invite-link/tokens`)
    const { tokens } = (await answer.json()) as { tokens: { enabled: boolean; url: string }[] }
    const link = tokens.find(({ enabled }) => enabled)?.url ?? ''
    await page.goto(url + new URL(link).pathname + new URL(link).search)
    await page.getByLabel('New password', { exact: true }).fill('Aa1')
    await page.getByText('A lowercase letter').waitFor()
  },
  'choose password': async (page, url) => {
    const answer = await page.request.post(`${url}/api/admin/user-admin/reset-password`, {
      data: { id: 'grace@example.com' },
    })
    const { resetPasswordUrl } = (await answer.json()) as { resetPasswordUrl: string }
    await page.goto(url + new URL(resetPasswordUrl).pathname + new URL(resetPasswordUrl).search)
    await page.getByText('Grace Hopper').waitFor()
  },
  'forgotten password': async (page, url) => {
    await page.goto(`${url}/forgotten-password`)
    await page.getByRole('link', { name: 'Go to sign-in' }).waitFor()
  },
}

async function openUser(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/admin/users`)
  await page.getByRole('link', { name: 'Ada Lovelace' }).click()
  await page.getByText('Roles and permissions').waitFor()
}
