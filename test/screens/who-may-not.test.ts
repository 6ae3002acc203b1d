import { readFileSync } from 'node:fs'

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'

import { offeredControls } from '../support/offered-controls.ts'
import { SAMPLE_PASSWORD } from '../support/sample-people.ts'
import { useSampleInstance } from './shoot-screens.ts'

const instance = useSampleInstance()

/** Every route of the window, from its own table: a new page is looked at without a line here. */
const ROUTES = [...readFileSync('src-renderer/shell/routes.ts', 'utf8').matchAll(/^ {2}'(\/[^']*)':/gm)].map(
  (match) => match[1] ?? '',
)

interface Person {
  username: string
  memberOf?: string
}

/** Signs somebody in who has the root role Viewer, and is a Member of a project if one is named. */
async function pageOf({ username, memberOf }: Person): Promise<Page> {
  const { service, browser } = instance()
  const call: typeof service.call = (...args) => service.call(...args)
  const { id } = (await call('POST', '/api/admin/user-admin', {
    username,
    password: SAMPLE_PASSWORD,
    rootRole: 3,
  })) as { id: number }
  if (memberOf)
    await call('POST', `/api/admin/projects/${memberOf}/access`, { roles: [5], groups: [], users: [id] })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.request.post(`${service.url}/auth/simple/login`, {
    data: { username, password: SAMPLE_PASSWORD },
  })
  return context.newPage()
}

it.each<Person>([{ username: 'vera' }, { username: 'mia', memberOf: 'shop' }])(
  'ux 23: $username, a Viewer, is offered nothing that would be refused',
  async (person) => {
    const { service } = instance()
    const page = await pageOf(person)
    const values = await sampleValues(service.call.bind(service))
    const offered: Record<string, string[]> = {}
    for (const route of ROUTES) {
      const path = route.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? 'default')
      await page.goto(`${service.url}/#${path}`)
      await page.waitForLoadState('networkidle')
      await page.getByRole('heading', { level: 1 }).waitFor()
      const controls = (await offeredControls(page)).filter((one) => !FREE.some((free) => free.test(one)))
      if (controls.length > 0) offered[path] = [...new Set(controls)]
    }
    expect(offered).toEqual({})
    await page.context().close()
  },
)

/** Controls that change nothing in the instance, or only what is one's own. */
const FREE: RegExp[] = [
  /^button: (Back|Forward|Search|Copy|Try again|Previous|Next|Newer|Older|Show|Close|Pause|Code|Export|Save)\b/,
  /^button: (View|Who|What uses|Simulator|Compare|Executions of|Settings)\b/,
  /^button: (Favourite|Favourites only|Change my password|New token|Try it|Ask|Read from this instance)\b/,
  /^(button|checkbox): (Choose|Add to)/,
]

async function sampleValues(call: (method: 'GET', path: string) => Promise<unknown>) {
  return { projectId: 'default', featureName: 'checkout-redesign' } as Record<string, string>
}
