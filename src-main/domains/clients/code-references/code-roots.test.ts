import { afterAll, expect, it } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { readConfig } from '#settings/config.ts'
import { rootsOf } from '../index.ts'

const temp = makeTempFolder()
afterAll(() => temp.remove())
const roots = (env: Record<string, string>) =>
  rootsOf({ config: readConfig({ dataDir: temp.folder }, env), usualCodeRoots: ['/home/ada'] })

it("the desktop's own code folders count while nobody else can come, and no setting names others", () => {
  expect(roots({})).toEqual(['/home/ada'])
  expect(roots({ HALYARD_HOST: '::1' })).toEqual(['/home/ada'])
  expect(roots({ HALYARD_HOST: '0.0.0.0' })).toEqual([])
  expect(roots({ HALYARD_ALLOWED_HOSTS: 'flags.example.com' })).toEqual([])
  expect(roots({ HALYARD_BASE_URL: 'https://flags.example.com' })).toEqual([])
  expect(roots({ HALYARD_CODE_ROOTS: '/code', HALYARD_HOST: '0.0.0.0' })).toEqual(['/code'])
})
