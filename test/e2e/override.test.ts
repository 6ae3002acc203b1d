import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { Program } from '#support/service/program.ts'
import { root } from '#support/runner/root.ts'
import { SDK_MAJORS, startSdk, type RunningSdk } from '#support/service/sdks.ts'
import { ADMIN_TOKEN, startService, type Service } from '#support/service/service.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const temp = makeTempFolder()
let service: Service
const sdks: RunningSdk[] = []
/** The same, which send the header of an overlay. */
const overlaid: RunningSdk[] = []
beforeAll(async () => {
  service = await startService({ dataDir: temp.folder })
  await service.call(createFeature, { params: { projectId: 'default' }, body: { name: 'checkout' } })
  const { secret: token } = await service.call(createApiToken, {
    body: { tokenName: 'shop', type: 'client', environment: 'development', projects: ['*'] },
  })
  for (const major of SDK_MAJORS)
    sdks.push(startSdk(major, { url: service.url, appName: `shop-${major}`, token }))
  for (const major of SDK_MAJORS)
    overlaid.push(
      startSdk(major, {
        url: service.url,
        appName: `ada-${major}`,
        token,
        headers: { 'X-Halyard-Overlay': 'ada' },
      }),
    )
})
afterAll(async () => {
  for (const { stop } of [...sdks, ...overlaid]) stop()
  await service.stop()
  temp.remove()
})

/** Runs `halyard override` as somebody would, and waits for its end. */
async function override(...args: string[]) {
  const command = [path.join(root, 'scripts/halyard.mjs'), 'override', '--url', service.url, ...args]
  const program = new Program(process.execPath, command, { env: { HALYARD_TOKEN: ADMIN_TOKEN } })
  return { status: await program.ends(), output: program.output }
}
/** Results of each SDK for three contexts: a user, another one, and one without. */
const answers = ({ sdk }: RunningSdk) =>
  [{ userId: '7' }, { userId: '8' }, {}].map((context) => {
    const { name, enabled } = sdk.getVariant('checkout', context)
    return sdk.isEnabled('checkout', context) ? (enabled ? name : 'on') : 'off'
  })
const everySdk = (expected: string[], all = sdks) =>
  expect.poll(() => all.map(answers)).toEqual(all.map(() => expected))

describe('halyard override', () => {
  it('gives one user another value in the Node SDKs 3 to 6', async () => {
    expect(await override('checkout', 'on', '--for', 'user:7')).toEqual({
      status: 0,
      output: 'checkout in development: on for user 7, until it is removed, by admin\n',
    })
    await everySdk(['on', 'off', 'off'])
  })

  it('gives everybody a variant, and takes it back', async () => {
    expect((await override('checkout', 'variant:blue', '--until', '1h')).output).toContain(
      'variant blue for everybody, until ',
    )
    expect((await override('checkout', 'off', '--for', 'user:7')).status).toBe(0)
    // for everybody it is a variant of the flag, too, which the oldest of them know
    await everySdk(['off', 'blue', 'blue'])
    const { output } = await override('--list')
    expect(output.split('\n')).toHaveLength(3)
    expect((await override('checkout', 'remove')).output).toBe('Removed.\n')
    await override('checkout', 'remove', '--for', 'user:7')
    await everySdk(['off', 'off', 'off'])
    expect((await override('--list')).output).toBe('Nothing is overridden.\n')
  })

  it('is for SDKs that send a header, and for those with a token, by other strategies', async () => {
    const strategies =
      '[{"name":"default","constraints":[{"contextName":"userId","operator":"IN","values":["8"]}]}]'
    expect(
      await override('checkout', '--strategies', strategies, '--header', 'ada', '--until', 'restart'),
    ).toEqual({
      status: 0,
      output: 'checkout in development: on by a strategy for overlay ada, until the next start, by admin\n',
    })
    await everySdk(['off', 'on', 'off'], overlaid)
    await everySdk(['off', 'off', 'off'])
    const file = path.join(temp.folder, 'strategies.json')
    writeFileSync(
      file,
      '[{"name":"default","constraints":[{"contextName":"userId","operator":"IN","values":["7"]}]}]',
    )
    expect((await override('checkout', '--strategies', file, '--for', 'token:shop')).status).toBe(0)
    await everySdk(['on', 'off', 'off'])
    await everySdk(['off', 'on', 'off'], overlaid)
    await override('checkout', 'remove', '--header', 'ada')
    await everySdk(['on', 'off', 'off'], overlaid)
    await override('checkout', 'remove', '--for', 'token:shop')
    await everySdk(['off', 'off', 'off'])
    const refused = await override('checkout', 'on', '--for', 'token:nobody')
    expect(refused).toMatchObject({ status: 3, output: expect.stringContaining('No API token') as string })
  })

  it('says why it is refused', async () => {
    expect(await override('checkout', 'on', '--for', 'somebody')).toMatchObject({ status: 3 })
    expect(await override('no-such-flag', 'on')).toEqual({
      status: 3,
      output: 'There\'s no feature named "no-such-flag" in project "default".\n',
    })
    expect((await override('checkout', 'perhaps')).status).toBe(2)
  })
})
