import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import murmurhash from 'murmurhash3js'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { startDesktopApp, type DesktopApp } from '../support/desktop-app.ts'
import { takePicture } from '../support/page.ts'
import { Program } from '../support/program.ts'
import { root } from '../support/root.ts'
import { readTour } from '../support/tour.ts'

// within the repository, so that the programs find the SDKs in node_modules
const work = path.join(root, 'test-results')
const USERS = ['1', '2', '3', '4', '5', '6', '7', '8']
/** The rule of the SDKs, from their specification and not from our evaluator: hash(group:user) % 100 + 1 <= 50. */
const isInHalf = (userId: string) => (murmurhash.x86.hash32(`new-checkout:${userId}`) % 100) + 1 <= 50

let folder: string
let desktop: DesktopApp
const programs: Program[] = []

beforeAll(async () => {
  mkdirSync(work, { recursive: true })
  folder = mkdtempSync(path.join(work, 'tour-'))
  desktop = await startDesktopApp(path.join(folder, 'data'), { env: { INIT_ADMIN_API_TOKENS: '*:*.tour' } })
})
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()))
  await desktop?.close()
  rmSync(folder, { recursive: true, force: true })
})

it('first run: Home asks what to do; the demo is loaded, asked for by an SDK, and removed again', async () => {
  const { app, page, complaints } = desktop
  const welcome = page.getByRole('region', { name: /^Welcome to Halyard/ })
  await welcome.waitFor()
  await takePicture(page, 'welcome')
  await welcome.getByRole('button', { name: 'Load the demo' }).click()
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
  await page.getByRole('button', { name: 'Connect my code' }).click()
  await page.getByLabel('Project', { exact: true }).selectOption({ label: 'Demo shop' })
  await page.getByLabel('Flag', { exact: true }).selectOption('demo-new-checkout')
  await page.getByText('Waiting for your SDK').waitFor()
  // a frontend token is not there yet: it is created where it is needed
  const chooseSdk = async (label: string) => {
    await page.getByRole('combobox', { name: 'SDK', exact: true }).fill(label)
    await page.getByRole('option', { name: label, exact: true }).click()
  }
  await chooseSdk('JavaScript, in pages')
  const code = () => page.getByRole('region', { name: 'Code', exact: true }).innerText()
  expect(await code()).toContain('<FRONTEND TOKEN>')
  await page.getByRole('button', { name: 'Create a token for development' }).click()
  await expect.poll(code).toMatch(/demo-shop:development\.\w+/)
  await chooseSdk('Node.js')
  await expect.poll(code).toMatch(/demo-shop:development\.\w+/)
  await takePicture(page, 'connect-waiting')

  // as pasted, except for the interval of metrics: once a minute
  writeFileSync(
    path.join(folder, 'pasted.mjs'),
    (await code()).replace("appName: 'my-app',", "appName: 'my-app', metricsInterval: 1000,"),
  )
  const pasted = new Program(process.execPath, ['pasted.mjs'], { cwd: folder })
  programs.push(pasted)
  await pasted.says(/^true$/m)
  await page.getByText('Connected. demo-new-checkout was evaluated').waitFor()
  await takePicture(page, 'connect-done')
  await pasted.stop()

  await choose('Get started')
  await page.getByRole('button', { name: 'Remove the demo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the demo' }).click()
  await page.getByRole('button', { name: 'Load the demo' }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await welcome.getByRole('button', { name: 'Not now' }).click()
  await welcome.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('link', { name: 'Default' }).waitFor()
  expect(await welcome.count()).toBe(0)
  expect(complaints).toEqual([])
})

it('the README tour: curl makes a flag, both SDKs evaluate it, the window toggles it', async () => {
  const { page, url, complaints } = desktop
  const tour = readTour(url)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  // the window is on the project's flags while curl makes one
  await page.getByRole('link', { name: 'Default' }).click()
  await page.getByText('This project has none yet').waitFor()
  execFileSync('bash', ['-euc', tour.commands], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const toggle = page.getByRole('switch', { name: /new-checkout in development/ })
  // changes made by curl are shown by the next live refresh
  await toggle.and(page.locator('[aria-checked="true"]')).waitFor()

  const run = (name: string) => {
    writeFileSync(path.join(folder, name), tour.programs.get(name) ?? '')
    const program = new Program(process.execPath, [name], { cwd: folder })
    programs.push(program)
    return program
  }
  const [checkout, shop] = [run('checkout.mjs'), run('shop.mjs')]
  const expected = USERS.filter(isInHalf).map((userId) => `no:${userId}`)
  expect(expected.length).toBeGreaterThan(0)
  expect(expected.length).toBeLessThan(USERS.length)
  await checkout.says(new RegExp(`on for ${expected.join(' ')}$`, 'm'))
  await shop.says(isInHalf('1') ? /new checkout is on/ : /new checkout is off/)
  const openFeature = run('open-feature.mjs')
  await openFeature.says(isInHalf('1') ? /new checkout is on/ : /new checkout is off/)

  // their metrics arrive on the flag's page
  await page.getByRole('link', { name: 'new-checkout' }).click()
  const development = page.getByRole('region', { name: 'Environment development' })
  await development.getByText(/[1-9]\d* on, [1-9]\d* off/).waitFor()
  await page.getByText(/last seen/).waitFor()

  const saidBefore = [checkout.output.length, shop.output.length]
  await development.getByRole('switch').click()
  await development.getByRole('switch', { checked: false }).waitFor()
  await checkout.says(/on for nobody/, { from: saidBefore[0] ?? 0, within: 5000 })
  await shop.says(/new checkout is off/, { from: saidBefore[1] ?? 0, within: 5000 })
  expect(complaints).toEqual([])

  await desktop.close()
  const select = readDatabase()
  expect(select('select app_name, sdk_version from client_instances order by app_name')).toEqual([
    { app_name: 'checkout', sdk_version: expect.stringMatching(/^unleash-node-sdk:/) as unknown },
    { app_name: 'my-app', sdk_version: expect.stringMatching(/^unleash-node-sdk:/) as unknown },
  ])
  expect(select('select distinct app_name from client_metrics order by app_name')).toEqual([
    { app_name: 'checkout' },
    { app_name: 'my-app' },
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
