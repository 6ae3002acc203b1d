import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import murmurhash from 'murmurhash3js'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { startDesktopApp, type DesktopApp } from '#support/window/desktop-app.ts'
import { takePicture } from '#support/window/page.ts'
import { Program, runProgram } from '#support/service/program.ts'
import { readTour } from '#support/service/tour.ts'

const USERS = ['1', '2', '3', '4', '5', '6', '7', '8']
/** The rule of the SDKs, from their specification and not from our evaluator: hash(group:user) % 100 + 1 <= 50. */
const isInHalf = (userId: string) => (murmurhash.x86.hash32(`new-checkout:${userId}`) % 100) + 1 <= 50

let folder: string
let desktop: DesktopApp
const programs: Program[] = []

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'halyard-tour-'))
  mkdirSync(path.join(folder, 'empty'))
  desktop = await startDesktopApp(path.join(folder, 'data'), { env: { INIT_ADMIN_API_TOKENS: '*:*.tour' } })
})
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()))
  await desktop?.close()
  rmSync(folder, { recursive: true, force: true })
})

it('the demo is loaded from Home, and removed again from Get started', async () => {
  const { app, page, complaints } = desktop
  const start = page.getByRole('region', { name: 'Get started' })
  await start.getByRole('button', { name: 'Load the demo' }).click()
  await page.getByRole('heading', { name: 'Demo shop' }).waitFor()
  await page.getByRole('link', { name: 'demo-new-checkout' }).waitFor()
  await takePicture(page, 'demo')

  // the Help menu leads back
  const choose = (label: string) =>
    app.evaluate(({ Menu }, wanted) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? [])
      items?.find((item) => item.label === wanted)?.click()
    }, label)
  await choose('Get started')
  await page.getByLabel('Project', { exact: true }).selectOption({ label: 'Demo shop' })
  await page.getByLabel('Flag', { exact: true }).selectOption('demo-new-checkout')
  await page.getByText('Waiting for your SDK').waitFor()
  // a frontend token is not there yet: it is created where it is needed
  const code = () => page.getByRole('region', { name: 'Code', exact: true }).innerText()
  await page.getByRole('combobox', { name: 'SDK', exact: true }).fill('JavaScript, in pages')
  await page.getByRole('option', { name: 'JavaScript, in pages', exact: true }).click()
  expect(await code()).toContain('<FRONTEND TOKEN>')
  await page.getByRole('button', { name: 'Create a token for development' }).click()
  await expect.poll(code).toMatch(/demo-shop:development\.\w+/)
  await takePicture(page, 'get-started')

  await page.getByRole('button', { name: 'Remove the demo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the demo' }).click()
  await page.getByRole('button', { name: 'Load the demo' }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await start.getByRole('button', { name: 'Not now' }).click()
  await start.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('link', { name: 'Default' }).waitFor()
  expect(await start.count()).toBe(0)
  expect(complaints).toEqual([])
})

it('the tour: curl makes a flag, the SDKs evaluate it, the window toggles it, and all print the change', async () => {
  const { page, url, complaints } = desktop
  const tour = readTour(url)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  // the window is on the project's flags while curl makes one
  await page.getByRole('link', { name: 'Default' }).click()
  await page.getByText('This project has none yet').waitFor()
  const cwd = path.join(folder, 'empty')
  await runProgram('bash', ['-euc', tour.commands], { cwd })
  for (const command of tour.installations) await runProgram('bash', ['-euc', command], { cwd })
  const toggle = page.getByRole('switch', { name: /new-checkout in development/ })
  // changes made by curl are shown by the next live refresh
  await toggle.and(page.locator('[aria-checked="true"]')).waitFor()

  const run = (name: string) => {
    writeFileSync(path.join(cwd, name), tour.programs.get(name) ?? '')
    const program = new Program('node', [name], { cwd })
    programs.push(program)
    return program
  }
  const [checkout, shop] = [run('checkout.mjs'), run('shop.mjs')]
  const expected = USERS.filter(isInHalf).map((userId) => `no:${userId}`)
  expect(expected.length).toBeGreaterThan(0)
  expect(expected.length).toBeLessThan(USERS.length)
  await checkout.says(new RegExp(`on for ${expected.join(' ')}$`, 'm'))
  // the user of the tour is in the half that it is on for
  expect(isInHalf('2')).toBe(true)
  await shop.says(/new checkout is on/)
  const openFeature = run('open-feature.mjs')
  await openFeature.says(/new checkout is on/)

  // their metrics arrive on the flag's page
  await page.getByRole('link', { name: 'new-checkout' }).click()
  const development = page.getByRole('region', { name: 'Environment development' })
  await development.getByText(/ · [1-9]\d* evaluations? since /).waitFor()
  await page.getByText('not used by an SDK yet').waitFor({ state: 'detached' })

  const saidBefore = [checkout.output.length, shop.output.length]
  await development.getByRole('switch').click()
  await development.getByRole('switch', { checked: false }).waitFor()
  await checkout.says(/on for nobody/, { from: saidBefore[0] ?? 0 })
  await shop.says(/new checkout is off/, { from: saidBefore[1] ?? 0 })
  expect(complaints).toEqual([])

  await desktop.close()
  const select = readDatabase()
  expect(select('select app_name, sdk_version from client_instances order by app_name')).toEqual([
    { app_name: 'checkout', sdk_version: expect.stringMatching(/^unleash-node-sdk:/) as unknown },
  ])
  expect(select('select distinct app_name from client_metrics order by app_name')).toEqual([
    { app_name: 'checkout' },
    // its evaluations of a single flag are counted by the service
    { app_name: 'openfeature' },
    { app_name: 'shop' },
  ])
})

/** Reads the file that the app has closed by SQLite's own library. */
function readDatabase() {
  const database = new DatabaseSync(path.join(folder, 'data/halyard.db'), { readOnly: true })
  return (text: string) =>
    database
      .prepare(text)
      .all()
      .map((row) => ({ ...row }))
}
