import type { Screens } from './screens.ts'

/** The screens of single sign-on and of the login history. */
export const SIGN_IN_SCREENS: Screens = {
  'single sign-on, OpenID Connect': async (page, url) => {
    await page.goto(`${url}/#/admin/single-sign-on`)
    await page.getByLabel('Let people sign in with OpenID Connect').check()
    await page
      .getByLabel('Discovery URL', { exact: true })
      .fill('https://login.example.com/.well-known/openid-configuration')
    await page.getByLabel('Create unknown people as users').check()
    await page.getByLabel('Sync groups at each sign-in').check()
    await page.getByLabel('Group field JSON path').fill('$.groups')
  },
  'single sign-on, SAML': async (page, url) => {
    await page.goto(`${url}/#/admin/single-sign-on/saml`)
    await page.getByLabel('Let people sign in with SAML').check()
    await page.getByLabel('Entity ID of the provider').fill('https://idp.example.com')
    await page.getByLabel('Create unknown people as users').check()
  },
  'single sign-on, group sync rehearsal': async (page, url) => {
    await page.goto(`${url}/#/admin/single-sign-on/rehearsal`)
    await page.getByLabel('Answer of the provider').fill('{"username":"admin","groups":["ops","qa"]}')
    await page.getByRole('button', { name: 'Rehearse sign-in' }).click()
    await page.getByText('Path "groups" found 2 groups').waitFor()
  },
  'single sign-on, password': async (page, url) => {
    await page.goto(`${url}/#/admin/single-sign-on/password`)
    await page.getByRole('button', { name: 'Turn password sign-in off' }).click()
    await page.getByRole('dialog').getByText('Nobody can sign in with a password any more.').waitFor()
  },
  'login history': async (page, url) => {
    for (const username of [
      'admin',
      'ada@example.com',
      'somebody.with.a.long.name@department.of.example.com',
    ])
      await page.request.post(`${url}/auth/simple/login`, { data: { username, password: 'wrong' } })
    await page.goto(`${url}/#/admin/logins`)
    await page
      .getByRole('row', { name: /There is no such user/ })
      .first()
      .waitFor()
  },
  'login history, none found': async (page, url) => {
    await page.goto(`${url}/#/admin/logins?q=nobody-like-that`)
    await page.getByRole('searchbox', { name: 'Search the login history' }).fill('nobody-like-that')
    await page.getByText('No matching entries.').waitFor()
  },
}
