// Creates flags and delivers their events to an integration, until it is killed. Usage: integration-process.ts <data
// folder> <first flag> <URL of the receiver> <whether to create any> Prints `open`, and `created <flag>` for each
// acknowledged flag. Without any to create it ends when every event is delivered.
import { writeSync } from 'node:fs'

import { readConfig } from '#settings/config.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import { placeAt } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'

const [dataDir = '', first = '0', url = '', creates = 'no'] = process.argv.slice(2)
const ADMIN = '*:*.admin-secret'
const ADDONS = '/api/admin/addons'
const print = (line: string) => writeSync(1, `${line}\n`)

const env = { INIT_ADMIN_API_TOKENS: ADMIN, UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1' }
const config = readConfig({ ...placeAt(dataDir), port: '0' }, env)
const backend = await createBackend({ config, wasm, logger: createLogger('silent') })

async function call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const headers = { host: 'localhost:4242', authorization: ADMIN }
  const answer = await backend.http.inject({ method, url: path, headers, ...(body ? { payload: body } : {}) })
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`)
  return answer.json()
}

const { addons } = await call<{ addons: unknown[] }>('GET', ADDONS)
if (addons.length === 0)
  await call('POST', ADDONS, {
    provider: 'webhook',
    enabled: true,
    parameters: { url },
    events: ['feature-created'],
  })
print('open')
if (creates === 'yes')
  for (let n = Number(first); ; n++) {
    await call('POST', '/api/admin/projects/default/features', { name: `flag-${n}` })
    print(`created flag-${n}`)
    await new Promise((resolve) => setTimeout(resolve, 3))
  }
await backend.runJobs()
await backend.close()
