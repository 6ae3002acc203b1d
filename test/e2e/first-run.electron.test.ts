import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { startDesktopApp, type DesktopApp } from '#support/window/desktop-app.ts'
import { nodeProgram } from '#support/runner/node-versions.ts'
import { takePicture } from '#support/window/page.ts'
import { Program, runProgram } from '#support/service/program.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

/** The first minutes of a person: nothing but the window, an empty folder, npm and Node. */

let temp: ReturnType<typeof makeTempFolder>
let desktop: DesktopApp
let program: Program | undefined

beforeEach(async () => {
  temp = makeTempFolder('halyard-first-run-')
  desktop = await startDesktopApp(path.join(temp.folder, 'data'))
})
afterEach(async () => {
  await program?.stop()
  await desktop?.close()
  temp.remove()
})

/** Takes the text that a button of the window copies. */
async function copied(button: string): Promise<string> {
  const { app, page } = desktop
  await page.getByRole('button', { name: button, exact: true }).click()
  return app.evaluate(({ clipboard }) => clipboard.readText())
}

/** Runs a command line that the window shows, in a folder of its own. */
function inEmptyFolder(command: string): Promise<string> {
  const cwd = path.join(temp.folder, 'my-app')
  mkdirSync(cwd)
  const [name = '', ...args] = command.split(' ')
  return runProgram(name, args, { cwd })
}

describe.each([20, 22, 24])('the first run on Node %i', (major) => {
  it('leads from an empty Home to a program that sees the flag turn on, and ends green', async () => {
    const node = await nodeProgram(major)
    const { page, complaints } = desktop
    const start = page.getByRole('region', { name: 'Get started' })
    const step = (title: string) => start.getByRole('listitem').filter({ hasText: title })
    await start.waitFor()
    expect(
      await start.getByRole('listitem').and(page.locator('[aria-current="step"]')).innerText(),
    ).toContain('Create a flag')
    await takePicture(page, 'first-run-1-empty')

    await start.getByLabel('Name').fill('hello')
    await start.getByRole('button', { name: 'Create flag' }).click()
    await start.getByText('Waiting for your SDK').waitFor()
    await takePicture(page, 'first-run-2-flag')

    await start.getByRole('button', { name: 'Create a token for development' }).click()
    await start.getByText(/default:development\.\w+/).waitFor()
    await takePicture(page, 'first-run-3-code')
    await inEmptyFolder(await start.getByRole('region', { name: 'Installation' }).innerText())
    await start.getByText('Save it as hello.mjs, and run node hello.mjs.').waitFor()
    writeFileSync(path.join(temp.folder, 'my-app', 'hello.mjs'), await copied('Copy code'))
    program = new Program(node, ['hello.mjs'], { cwd: path.join(temp.folder, 'my-app') })
    await program.says(/^false$/m)

    await step('Connect your code').getByText('Connected: my-app in development').waitFor()
    await takePicture(page, 'first-run-4-connected')
    expect(program.hasEnded).toBe(false)

    await step('See it come on').getByRole('switch', { name: 'Enable hello in development' }).click()
    await program.says(/^true$/m)
    await page.getByText('On, and fetched by my-app').waitFor()
    await page.getByRole('region', { name: 'Your code gets its flags from Halyard' }).waitFor()
    await takePicture(page, 'first-run-5-green')
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await page.getByText('Connected: my-app').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('Project at a glance').waitFor()
    expect(await page.getByText('Create a flag').count()).toBe(0)
    expect(complaints).toEqual([])
  })
})
