import type { Browser, Page } from 'playwright-core'

import type { Service } from '../service/service.ts'
import { createUser } from '#shared/access/contract/users.ts'
import {
  createPublicSignupToken,
  getAllPublicSignupTokens,
  addPublicSignupTokenUser,
  updatePublicSignupToken,
} from '#shared/access/contract/public-signup.ts'
import { login } from '#shared/access/contract/sessions.ts'

/** Password of Ada Lovelace, who has signed in. */
export const SAMPLE_PASSWORD = 'Str0ng-Passw0rd-11'

/** Creates users, invite links and a session of a signed-in user. */
export async function fillSamplePeople(service: Service): Promise<void> {
  const { call } = service
  const ada = {
    name: 'Ada Lovelace',
    username: 'ada',
    email: 'ada@example.com',
    password: SAMPLE_PASSWORD,
    rootRole: 2,
  }
  await call(createUser, { body: ada })
  await call(createUser, { body: { name: 'Grace Hopper', email: 'grace@example.com', rootRole: 1 } })
  await call(createUser, {
    body: {
      name: 'Somebody whose name is about as long as a name can be before no list in the world has room for it all',
      email: 'somebody.with.a.rather.long.address@a-department-of-a-company.example.com',
      rootRole: 3,
    },
  })
  await call(createUser, { body: { username: 'temp-1', rootRole: 3 } })
  const links = ['Spring course', 'Partners']
  for (const name of links)
    await call(createPublicSignupToken, { body: { name, expiresAt: '2099-01-01T00:00:00.000Z' } })
  const { tokens } = await call(getAllPublicSignupTokens)
  for (const { name, secret } of tokens) {
    const joins = { name: 'Linus Newcomer', email: 'linus@example.com', password: SAMPLE_PASSWORD }
    if (name === 'Spring course')
      await call(addPublicSignupTokenUser, { params: { token: secret }, body: joins })
    else await call(updatePublicSignupToken, { params: { token: secret }, body: { enabled: false } })
  }
  await call(login, { body: { username: 'ada', password: SAMPLE_PASSWORD } })
}

/** Opens a window in which this user is signed in; their password is SAMPLE_PASSWORD. */
export async function openSignedIn(browser: Browser, url: string, username: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  await context.request.post(`${url}/auth/simple/login`, { data: { username, password: SAMPLE_PASSWORD } })
  return context.newPage()
}
